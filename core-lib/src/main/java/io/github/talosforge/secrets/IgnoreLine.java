package io.github.talosforge.secrets;

import io.github.talosforge.files.WholeFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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
public final class IgnoreLine {
  private static final String NAME = ".gitignore";
  private static final String UNFINISHED = "/.talosforge-*.tmp";

  /** Git takes lines for bytes, so any encoding is one; this one gives every byte back. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private IgnoreLine() {}

  /** Writes the line of a file unless it is there. */
  static void ensure(Path file) throws IOException {
    Path ignore = file.resolveSibling(NAME);
    // A kill leaves what the file is written to first.
    write(ignore, UNFINISHED);
    write(ignore, "/" + escaped(String.valueOf(file.getFileName())));
  }

  /**
   * Writes a line unless it is there; all others stay as they are.
   *
   * @param folder the folder whose {@code .gitignore} gets it, which is made if there is none
   * @param line a pattern as Git reads it
   * @throws IOException if it cannot be written
   */
  public static void ensure(Path folder, String line) throws IOException {
    write(folder.resolve(NAME), line);
  }

  private static void write(Path ignore, String line) throws IOException {
    String before = Files.exists(ignore) ? Files.readString(ignore, BYTES) : "";
    String bytes = new String(line.getBytes(StandardCharsets.UTF_8), BYTES);
    if (!holds(before.lines().toList(), bytes)) {
      String gap = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
      WholeFile.replace(ignore, before + gap + bytes + "\n", BYTES);
    }
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
