package io.github.talosforge.proxmox;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The release of Proxmox VE that answers.
 *
 * @param version the version of its management package, such as {@code 9.1.3}
 * @param release the release, such as {@code 9.1}
 * @param repositoryId the commit that it was built from
 */
public record ServerVersion(String version, String release, String repositoryId) {
  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?.*");

  /**
   * Tells the major release.
   *
   * @return for example 9
   */
  public int major() {
    return part(1);
  }

  /**
   * Compares with a release.
   *
   * @param major for example 8
   * @param minor for example 4
   * @return true if this is that release or a later one
   */
  public boolean isAtLeast(int major, int minor) {
    return major() > major || (major() == major && part(2) >= minor);
  }

  private int part(int group) {
    Matcher numbers = NUMBERS.matcher(version);
    String digits = numbers.matches() ? numbers.group(group) : null;
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
