package io.github.talosforge.simulator.talos.resource;

/** Protobuf's representation of JSON: google.protobuf.Struct and Value. */
final class StructValue {
  private StructValue() {}

  static Spec string(String text) {
    return new Spec().hidden(3, text);
  }

  static Spec field(String name, Spec value) {
    return new Spec().hidden(1, name).nested(2, "value", value);
  }

  static Spec struct(Spec... fields) {
    Spec struct = new Spec();
    for (Spec field : fields) {
      struct.nested(1, "field", field);
    }
    return struct;
  }

  /** A list with one object in it. */
  static Spec array(Spec object) {
    Spec list = new Spec().nested(1, "value", object);
    return new Spec().nested(6, "list", list);
  }

  static Spec object(String key, String value, String other, String otherValue) {
    return new Spec()
        .nested(5, "struct", struct(field(key, string(value)), field(other, string(otherValue))));
  }

  static Spec wrap(Spec struct) {
    return new Spec().nested(1, "podStatus", struct);
  }
}
