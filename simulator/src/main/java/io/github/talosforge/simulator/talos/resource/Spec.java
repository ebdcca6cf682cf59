package io.github.talosforge.simulator.talos.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of a resource, at once as YAML for people and as protobuf for programs. */
final class Spec {
  private static final ObjectMapper YAML =
      new ObjectMapper(
          new YAMLFactory()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS));

  private final ObjectNode yaml = YAML.createObjectNode();
  private final ByteString.Output bytes = ByteString.newOutput();
  private final CodedOutputStream proto = CodedOutputStream.newInstance(bytes);
  private @Nullable JsonNode instead;

  private interface Writing {
    void write() throws IOException;
  }

  private Spec write(Writing field) {
    try {
      field.write();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write a field", e);
    }
  }

  Spec text(int number, String key, String value) {
    yaml.put(key, value);
    return hidden(number, value);
  }

  /** A text that only programs see, or whose YAML is written apart. */
  Spec hidden(int number, String value) {
    return write(() -> proto.writeString(number, value));
  }

  Spec number(int number, String key, long value) {
    yaml.put(key, value);
    return write(() -> proto.writeInt64(number, value));
  }

  Spec flag(int number, String key, boolean value) {
    yaml.put(key, value);
    return write(() -> proto.writeBool(number, value));
  }

  /** A name in YAML that is a number in protobuf. */
  Spec choice(int number, String key, String name, int value) {
    yaml.put(key, name);
    return write(() -> proto.writeEnum(number, value));
  }

  Spec texts(int number, String key, List<String> values) {
    ArrayNode list = yaml.putArray(key);
    values.forEach(list::add);
    return write(
        () -> {
          for (String value : values) {
            proto.writeString(number, value);
          }
        });
  }

  Spec bytes(int number, String key, String shown, byte[] value) {
    yaml.put(key, shown);
    return write(() -> proto.writeByteArray(number, value));
  }

  Spec nested(int number, String key, Spec child) {
    yaml.set(key, child.tree());
    return message(number, child);
  }

  private Spec message(int number, Spec child) {
    return write(() -> proto.writeBytes(number, child.proto()));
  }

  Spec list(int number, String key, List<Spec> children) {
    ArrayNode list = yaml.putArray(key);
    children.forEach(child -> list.add(child.tree()));
    children.forEach(child -> message(number, child));
    return this;
  }

  Spec addresses(int number, String key, List<String> values) {
    return list(number, key, values.stream().map(Spec::address).toList());
  }

  Spec address(int number, String key, String value) {
    return nested(number, key, address(value));
  }

  /** An address, with or without prefix length. */
  private static Spec address(String value) {
    String[] parts = value.split("/", -1);
    Spec spec = new Spec();
    spec.instead = YAML.getNodeFactory().textNode(value);
    byte[] ip = ip(parts[0]);
    spec.write(() -> spec.proto.writeByteArray(1, ip));
    return parts.length < 2
        ? spec
        : spec.write(() -> spec.proto.writeInt32(2, Integer.parseInt(parts[1])));
  }

  private static byte[] ip(String text) {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (IOException e) {
      throw new UncheckedIOException("This is no IP address: " + text, e);
    }
  }

  /** Makes YAML show something else than the fields. */
  Spec shownAs(String text) {
    instead = YAML.getNodeFactory().textNode(text);
    return this;
  }

  private JsonNode tree() {
    return instead == null ? yaml : instead;
  }

  String yaml() {
    try {
      return YAML.writeValueAsString(tree());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write YAML", e);
    }
  }

  ByteString proto() {
    write(proto::flush);
    return bytes.toByteString();
  }
}
