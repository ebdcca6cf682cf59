package io.github.talosforge.plan;

import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.Tag;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.observe.ObservedGuest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one of our templates is recognised by. Everything is in its tags, so that one listing tells
 * whether it has to be built.
 *
 * @param version the Talos version in it
 * @param schematic the schematic in it
 * @param architecture the processor that it is for
 * @param secureBoot whether it is signed for secure boot
 * @param options a hash of the hardware it was built with, 8 hexadecimal digits
 */
public record TemplateIdentity(
    TalosVersion version,
    SchematicId schematic,
    Architecture architecture,
    boolean secureBoot,
    String options) {
  /** Returns the identity of the template that is built from an image with some hardware. */
  public static TemplateIdentity of(TalosImage image, Map<String, String> hardware) {
    return new TemplateIdentity(
        image.version(),
        image.schematicId(),
        image.architecture(),
        image.secureBoot(),
        hash(image, hardware));
  }

  private static String hash(TalosImage image, Map<String, String> hardware) {
    String text =
        new TreeMap<>(hardware)
            .entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("\n"));
    String all = image.architecture() + "\n" + image.secureBoot() + "\n" + text;
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Returns what the template shows. */
  public TemplateMarks marks() {
    return new TemplateMarks(version, schematic.value().substring(0, 12), options);
  }

  /** Returns the name that the template gets, such as {@code talos-v1.12.4-376567988ad3}. */
  public String name() {
    return marks().name();
  }

  /** Returns the tags that the template gets. */
  public Set<Tag> tags() {
    return marks().tags();
  }

  /** Judges a guest that shows the marks of this template; empty if it shows others or none. */
  Optional<TemplateClaim> claim(ObservedGuest guest) {
    return TemplateClaim.of(guest)
        .filter(claim -> claim.finished() && claim.marks().equals(marks()));
  }
}
