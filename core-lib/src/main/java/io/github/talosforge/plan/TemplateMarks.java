package io.github.talosforge.plan;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Tag;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Tags;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a template that was built here shows: name, tags and the first line of its description say
 * the same.
 *
 * @param version the Talos version in it
 * @param schematic the first 12 digits of the schematic in it
 * @param options a hash of the hardware it was built with, 8 hexadecimal digits
 */
public record TemplateMarks(TalosVersion version, String schematic, String options) {
  /** The tag of every template that was built here. */
  public static final Tag TEMPLATE = Tag.of("talosforge-template");

  private static final String VERSION = "talos-";
  private static final String SCHEMATIC = "schematic-";
  private static final String OPTIONS = "options-";

  /**
   * Reads the marks of a template. A copy made by hand, or a template that somebody tagged alike,
   * has none: only where name, tags and description agree it was built here.
   *
   * @param template a template, with its configuration
   */
  public static Optional<TemplateMarks> of(ObservedGuest template) {
    return template.kind() == ObservedGuest.Kind.TEMPLATE
        ? template.configuration().flatMap(TemplateMarks::of)
        : Optional.empty();
  }

  /** Reads the marks of a template's configuration. */
  public static Optional<TemplateMarks> of(GuestConfiguration live) {
    Set<String> tags = Tags.parse(live.get("tags").orElse("")).names();
    return read(tags).filter(marks -> marks.agreeWith(live, tags));
  }

  private static Optional<TemplateMarks> read(Set<String> tags) {
    Optional<TalosVersion> version = only(tags, VERSION).flatMap(TemplateMarks::version);
    Optional<String> schematic = only(tags, SCHEMATIC);
    Optional<String> options = only(tags, OPTIONS);
    return version.isPresent() && schematic.isPresent() && options.isPresent()
        ? Optional.of(new TemplateMarks(version.get(), schematic.get(), options.get()))
        : Optional.empty();
  }

  private static Optional<String> only(Set<String> tags, String prefix) {
    List<String> found = tags.stream().filter(tag -> tag.startsWith(prefix)).toList();
    return found.size() == 1
        ? Optional.of(found.get(0).substring(prefix.length()))
        : Optional.empty();
  }

  private static Optional<TalosVersion> version(String text) {
    try {
      return Optional.of(TalosVersion.of(text));
    } catch (InvalidValueException notOurs) {
      return Optional.empty();
    }
  }

  private boolean agreeWith(GuestConfiguration live, Set<String> tags) {
    return tags.containsAll(tags().stream().map(Tag::value).collect(Collectors.toSet()))
        && live.get("name").filter(name()::equals).isPresent()
        && isMarked(live.get("description").orElse(""));
  }

  /** Tells whether a description begins with the line that says whose work this is. */
  public boolean isMarked(String description) {
    return description.lines().findFirst().filter(line()::equals).isPresent();
  }

  /** Returns the name, such as {@code talos-v1.12.4-376567988ad3}. */
  public String name() {
    return "talos-" + version.toString().replace('+', '-') + "-" + schematic;
  }

  /** Returns the tags. */
  public Set<Tag> tags() {
    return Set.of(
        TEMPLATE,
        Tag.of(VERSION + version),
        Tag.of(SCHEMATIC + schematic),
        Tag.of(OPTIONS + options));
  }

  /** Returns the first line of the description. */
  public String line() {
    return "talosforge: template=" + name() + " options=" + options;
  }
}
