package io.github.talosforge.image;

import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.SchematicSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an image is made of, in the form that the Image Factory hashes.
 *
 * <p>The id of a schematic is the SHA-256 of its canonical YAML, so it is known without asking; the
 * factory builds only what was posted to it once. For example, an image with the QEMU guest agent:
 *
 * <pre>{@code
 * customization:
 *     systemExtensions:
 *         officialExtensions:
 *             - siderolabs/qemu-guest-agent
 * }</pre>
 *
 * @param yaml the canonical YAML
 */
public record Schematic(String yaml) {
  /** What YAML reads back as the same text without quotes, whatever stands around it. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z/_.][A-Za-z0-9/_.=+@,-]*(:[A-Za-z0-9/_.=+@,-]+)*");

  /** Plain words that YAML reads as something else. */
  private static final Set<String> RESERVED =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", ".nan", ".inf");

  /**
   * Writes a wish in canonical form.
   *
   * @param spec the wish
   * @return the schematic
   */
  public static Schematic of(SchematicSpec spec) {
    StringBuilder yaml = new StringBuilder();
    spec.overlay().ifPresent(overlay -> append(yaml, overlay));
    if (spec.extensions().isEmpty() && spec.kernelArgs().isEmpty()) {
      return new Schematic(yaml.append("customization: {}\n").toString());
    }
    yaml.append("customization:\n");
    if (!spec.kernelArgs().isEmpty()) {
      yaml.append("    extraKernelArgs:\n");
      append(yaml, "        ", spec.kernelArgs());
    }
    if (!spec.extensions().isEmpty()) {
      yaml.append("    systemExtensions:\n        officialExtensions:\n");
      append(yaml, "            ", spec.extensions());
    }
    return new Schematic(yaml.toString());
  }

  private static void append(StringBuilder yaml, SchematicSpec.Overlay overlay) {
    yaml.append("overlay:\n    image: ").append(scalar(overlay.image()));
    yaml.append("\n    name: ").append(scalar(overlay.name())).append('\n');
    if (!overlay.options().isEmpty()) {
      yaml.append("    options:\n");
      for (Map.Entry<String, String> option : overlay.options().entrySet()) {
        yaml.append("        ").append(scalar(option.getKey())).append(": ");
        yaml.append(scalar(option.getValue())).append('\n');
      }
    }
  }

  private static void append(StringBuilder yaml, String indent, List<String> items) {
    items.forEach(item -> yaml.append(indent).append("- ").append(scalar(item)).append('\n'));
  }

  private static String scalar(String text) {
    if (PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT))) {
      return text;
    }
    return "'" + text.replace("'", "''") + "'";
  }

  /**
   * Computes the name that the factory gives to this schematic.
   *
   * @return the id
   */
  public SchematicId id() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(yaml.getBytes(StandardCharsets.UTF_8));
      return SchematicId.of(HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
