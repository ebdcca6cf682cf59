package io.github.talosforge.proxmox.property;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The tags of a guest, as the server normalises them: lower case, each once, sorted.
 *
 * @param names the tags
 */
public record Tags(NavigableSet<String> names) {
  private static final String GRAMMAR =
      "tags of a-z 0-9 _ - + . that begin with a letter, digit or _, separated by ';'";
  private static final Pattern SEPARATORS = Pattern.compile("[;,\\s]+");
  private static final Pattern TAG = Pattern.compile("[a-z0-9_][a-z0-9_\\-+.]*");

  /** Normalises the tags and refuses what cannot be one. */
  public Tags {
    NavigableSet<String> normalised = new TreeSet<>();
    for (String name : names) {
      if (!isTag(name)) {
        throw new PropertyFormatException("tags", name, "is no tag", GRAMMAR);
      }
      normalised.add(name.toLowerCase(Locale.ROOT));
    }
    names = Collections.unmodifiableNavigableSet(normalised);
  }

  /**
   * Reads a list of tags.
   *
   * @param text tags separated by semicolons, commas or blanks
   * @return the tags
   * @throws PropertyFormatException if one of them is no tag
   */
  public static Tags parse(String text) {
    NavigableSet<String> names = new TreeSet<>();
    SEPARATORS.splitAsStream(text).filter(name -> !name.isEmpty()).forEach(names::add);
    return new Tags(names);
  }

  /**
   * Returns whether a text can be a tag.
   *
   * @param name the text, in any case
   * @return true if it can
   */
  public static boolean isTag(String name) {
    return TAG.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  /**
   * Returns the given tags.
   *
   * @param names the tags in any order and case
   * @return the tags, normalised
   */
  public static Tags of(Collection<String> names) {
    return new Tags(new TreeSet<>(names));
  }

  /**
   * Returns these tags and one more.
   *
   * @param name the tag to add
   * @return all of them
   */
  public Tags with(String name) {
    NavigableSet<String> all = new TreeSet<>(names);
    all.add(name);
    return new Tags(all);
  }

  /**
   * Returns the text to send to Proxmox VE.
   *
   * @return the tags joined by semicolons
   */
  public String text() {
    return String.join(";", names);
  }

  @Override
  public String toString() {
    return text();
  }
}
