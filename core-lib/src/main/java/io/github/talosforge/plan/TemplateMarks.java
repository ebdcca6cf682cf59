package io.github.talosforge.plan;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Tag;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.proxmox.property.Tags;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  public static final Tag TEMPLATE = Ownership.TEMPLATE;

  private static final String VERSION = "talos-";
  private static final String SCHEMATIC = "schematic-";
  private static final String OPTIONS = "options-";
  private static final Pattern NAME =
      Pattern.compile("talos-(?<version>v[0-9]\\S*)-(?<schematic>[0-9a-f]{12})");
  private static final Pattern LINE =
      Pattern.compile("talosforge: template=" + NAME + " options=(?<options>[0-9a-f]{8})");

  /**
   * Reads the marks of a template's configuration. A template that somebody tagged alike has none:
   * only where name, tags and description agree; a copy has them all.
   */
  static Optional<TemplateMarks> of(GuestConfiguration live) {
    Set<String> tags = Tags.parse(live.get("tags").orElse("")).names();
    return read(tags).filter(marks -> marks.agreeWith(live, tags));
  }

  /**
   * Reads the marks of a VM that is about to become a template: name and description say the same,
   * and it has no tags yet, or no others.
   */
  static Optional<TemplateMarks> begun(GuestConfiguration live) {
    Set<String> tags = Tags.parse(live.get("tags").orElse("")).names();
    String description = live.get("description").orElse("");
    return description
        .lines()
        .findFirst()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .flatMap(TemplateMarks::read)
        .filter(marks -> marks.isMarked(description))
        .filter(marks -> live.get("name").filter(marks.name()::equals).isPresent())
        .filter(
            marks ->
                marks.tags().stream().map(Tag::value).collect(Collectors.toSet()).containsAll(tags))
        .filter(marks -> live.get("template").filter("1"::equals).isEmpty());
  }

  private static Optional<TemplateMarks> read(Matcher line) {
    return version(line.group("version"))
        .map(version -> new TemplateMarks(version, line.group("schematic"), line.group("options")));
  }

  /** Tells whether a guest is called like a template from here. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
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

  /**
   * Reads the version out of the tags of a template that was built here or copied from one,
   * whatever somebody called it since.
   */
  static Optional<TalosVersion> tagged(Set<String> tags) {
    return tags.contains(TEMPLATE.value())
        ? only(tags, VERSION).flatMap(TemplateMarks::version)
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
  private boolean isMarked(String description) {
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
