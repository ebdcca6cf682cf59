package io.github.talosforge.simulator.talos;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Talos; its minor number decides how a node behaves.
 *
 * @param tag for example {@code v1.12.6}
 * @param minor for example 12
 */
public record TalosVersion(String tag, int minor) {
  private static final Pattern TAG = Pattern.compile("v1\\.(\\d{1,3})\\..*");

  /** The default version of Kubernetes for Talos 1.9; each later minor version brings the next. */
  private static final int KUBERNETES = 32 - 9;

  /**
   * Reads a tag.
   *
   * @param tag for example {@code v1.12.6}
   * @return the version; an unreadable tag is taken for 1.12
   */
  public static TalosVersion parse(String tag) {
    Matcher matcher = TAG.matcher(tag);
    return new TalosVersion(tag, matcher.matches() ? Integer.parseInt(matcher.group(1)) : 12);
  }

  /** Whether maintenance mode is the ordinary API with few rights, as from 1.13 on. */
  public boolean hasOrdinaryMaintenance() {
    return minor >= 13;
  }

  /** The version of Kubernetes that comes with it. */
  public String kubernetes() {
    return "v1." + (minor + KUBERNETES) + ".0";
  }
}
