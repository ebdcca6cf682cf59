package io.github.talosforge.secrets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Keeps a file out of git by a line of its own in the {@code .gitignore} beside it.
 *
 * <p>In git, the last line that matches decides, and the file nearest to the path comes last; so a
 * line with the exact name, after all lines that take something back with {@code !}, holds whatever
 * the patterns around it mean.
 */
final class IgnoreLine {
  private static final String NAME = ".gitignore";

  private IgnoreLine() {}

  /** Writes the line unless it is there. */
  static void ensure(Path file) throws IOException {
    Path ignore = file.resolveSibling(NAME);
    String line = "/" + escaped(String.valueOf(file.getFileName()));
    String before = Files.exists(ignore) ? Files.readString(ignore) : "";
    if (holds(before.lines().toList(), line)) {
      return;
    }
    Files.createDirectories(ignore.getParent());
    String gap = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
    Files.writeString(ignore, before + gap + line + "\n");
  }

  private static boolean holds(List<String> lines, String line) {
    int taken = lines.lastIndexOf(line);
    return taken >= 0
        && lines.subList(taken, lines.size()).stream().noneMatch(other -> other.startsWith("!"));
  }

  private static String escaped(String name) {
    return name.replaceAll("([\\\\*?\\[\\]!# ])", "\\\\$1");
  }
}
