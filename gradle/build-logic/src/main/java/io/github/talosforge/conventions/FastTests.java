package io.github.talosforge.conventions;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.FileTreeElement;
import org.gradle.api.specs.Spec;

/**
 * {@code fastTest}: the tests that start no simulator, no build and no browser, by whatever way
 * they might come to one. Nobody has to tag them: what a test reaches stands in its class file.
 */
final class FastTests {
  private static final Set<String> SLOW =
      Set.of(
          "io/github/talosforge/simulator/Simulator",
          "org/gradle/testkit/runner/GradleRunner",
          "org/gradle/testfixtures/ProjectBuilder",
          "java/lang/ProcessBuilder");

  private FastTests() {}

  static void register(Project project) {
    MoreRuns.of(
        project,
        "fastTest",
        "verification",
        "Runs the tests that start no simulator, build or browser.",
        (task, classes) -> {
          task.useJUnitPlatform(options -> options.excludeTags("matrix", "interop"));
          task.exclude(new ReachesSomethingSlow(classes));
        });
  }

  /** Follows what class files name, through all classes of the tests themselves. */
  private static final class ReachesSomethingSlow implements Spec<FileTreeElement>, Serializable {
    @Serial private static final long serialVersionUID = 1L;

    private final FileCollection folders;
    private transient Map<String, Boolean> known = new HashMap<>();

    ReachesSomethingSlow(FileCollection folders) {
      this.folders = folders;
    }

    @Override
    public boolean isSatisfiedBy(FileTreeElement element) {
      if (!element.getName().endsWith(".class")) {
        return false;
      }
      if (known == null) {
        known = new HashMap<>();
      }
      String name = element.getPath().replaceFirst("\\.class$", "");
      return known.computeIfAbsent(name, this::isSlow);
    }

    private boolean isSlow(String test) {
      Set<String> seen = new HashSet<>();
      Deque<String> open = new ArrayDeque<>(Set.of(test));
      while (!open.isEmpty()) {
        String name = open.pop();
        if (SLOW.contains(name)) {
          return true;
        }
        if (seen.add(name)) {
          folders.getFiles().stream()
              .map(folder -> new File(folder, name + ".class"))
              .filter(File::exists)
              .forEach(file -> open.addAll(named(file)));
        }
      }
      return false;
    }

    /** Reads the names of classes in the pool of constants. */
    private static Set<String> named(File file) {
      try (DataInputStream in =
          new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file.toPath())))) {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        Set<Integer> classes = new HashSet<>();
        for (int index = 1; index < count; index++) {
          switch (in.readUnsignedByte()) {
            case 1 -> texts.put(index, in.readUTF());
            case 7 -> classes.add(in.readUnsignedShort());
            case 8, 16, 19, 20 -> in.skipNBytes(2);
            case 15 -> in.skipNBytes(3);
            case 5, 6 -> {
              in.skipNBytes(8);
              // Long and double take two places.
              index++;
            }
            default -> in.skipNBytes(4);
          }
        }
        Set<String> names = new HashSet<>();
        classes.forEach(index -> names.add(texts.getOrDefault(index, "")));
        return names;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
