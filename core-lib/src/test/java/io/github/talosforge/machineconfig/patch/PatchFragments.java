package io.github.talosforge.machineconfig.patch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Small patches, which random ones are put together of; some of them are wrong. */
public final class PatchFragments {
  private static final String HEAD = "=== since 1.";

  private PatchFragments() {}

  /** Returns those for a minor version. */
  public static List<String> of(int minor) {
    List<String> fragments = new ArrayList<>();
    for (String fragment : text().split("(?m)^" + HEAD, -1)) {
      int end = fragment.indexOf('\n');
      if (end > 0 && Integer.parseInt(fragment.substring(0, end)) <= minor) {
        fragments.add(fragment.substring(end + 1));
      }
    }
    return fragments;
  }

  private static String text() {
    try (InputStream in = PatchFragments.class.getResourceAsStream("fragments.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
