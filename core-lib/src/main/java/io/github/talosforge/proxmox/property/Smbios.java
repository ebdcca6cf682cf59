package io.github.talosforge.proxmox.property;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the firmware tells the guest about its machine ({@code smbios1}); its fields are written in
 * base64 because a property string cannot hold a comma.
 *
 * @param properties the property string behind it
 */
public record Smbios(PropertyString properties) implements VmProperty {
  private static final List<String> FIELDS =
      List.of("family", "manufacturer", "product", "serial", "sku", "version");
  private static final String BASE64 = "base64";

  static final Grammar GRAMMAR =
      Grammar.of("smbios1")
          .flag(BASE64, false)
          .key("uuid", ValueSyntax.UUID)
          .keys(ValueSyntax.TEXT, FIELDS.toArray(String[]::new))
          .refinedBy(Smbios::decoded)
          .build();

  /** Refuses a property string of another kind. */
  public Smbios {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code smbios1}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static Smbios parse(String text) {
    return new Smbios(GRAMMAR.parse(text));
  }

  /**
   * Returns a value without any field.
   *
   * @return the empty value
   */
  public static Smbios none() {
    return parse("");
  }

  /**
   * Returns the unique identifier of the machine.
   *
   * @return the UUID in lower case, or nothing when it is not set
   */
  public Optional<String> uuid() {
    return Optional.ofNullable(properties.meaning().get("uuid"));
  }

  /**
   * Returns a field in plain text.
   *
   * @param name one of family, manufacturer, product, serial, sku and version
   * @return the text, or nothing when it is not set
   */
  public Optional<String> field(String name) {
    return Optional.ofNullable(properties.meaning().get(name));
  }

  /**
   * Returns the serial number in plain text.
   *
   * @return the text, or nothing when it is not set
   */
  public Optional<String> serial() {
    return field("serial");
  }

  /**
   * Returns a copy with another serial number.
   *
   * @param value the plain text
   * @return the changed copy, all fields in base64
   */
  public Smbios withSerial(String value) {
    return withField("serial", value);
  }

  /**
   * Returns a copy with another identifier.
   *
   * @param value the UUID
   * @return the changed copy
   */
  public Smbios withUuid(String value) {
    return new Smbios(properties.with("uuid", value));
  }

  /**
   * Returns a copy with another text in a field.
   *
   * @param name one of family, manufacturer, product, serial, sku and version
   * @param value the plain text
   * @return the changed copy, all fields in base64
   */
  public Smbios withField(String name, String value) {
    if (!FIELDS.contains(name)) {
      throw GRAMMAR.fault(name, "is no field");
    }
    Map<String, String> plain = new TreeMap<>(properties.meaning());
    plain.put(name, value);
    PropertyString encoded = properties.with(BASE64, "1");
    for (String field : FIELDS) {
      String text = plain.get(field);
      encoded = text == null ? encoded : encoded.with(field, encode(text));
    }
    return new Smbios(encoded);
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> decoded(Map<String, String> canonical) {
    Map<String, String> plain = new TreeMap<>(canonical);
    if ("1".equals(plain.remove(BASE64))) {
      FIELDS.forEach(field -> plain.computeIfPresent(field, (name, text) -> decode(text)));
    }
    return plain;
  }

  /** A field that is no base64 after all means what it says. */
  private static String decode(String text) {
    try {
      return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  @Override
  public String toString() {
    return text();
  }
}
