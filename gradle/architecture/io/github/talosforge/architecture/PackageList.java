package io.github.talosforge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * Which package of a module may use which. Written as one line a package, {@code name -> used,
 * used}; the module's own base package is {@code .}. The same list stands in the docs.
 */
final class PackageList {
  private final String base;
  private final Map<String, Set<String>> allowed;
  private final JavaClasses classes;

  private PackageList(String base, Map<String, Set<String>> allowed, JavaClasses classes) {
    this.base = base;
    this.allowed = allowed;
    this.classes = classes;
  }

  static PackageList of(Path classFiles, String base, String list) {
    Map<String, Set<String>> allowed = new TreeMap<>();
    list.lines()
        .map(line -> line.split("->", 2))
        .forEach(parts -> allowed.put(parts[0].strip(), names(parts[1])));
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPath(classFiles);
    return new PackageList(base, allowed, classes);
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  JavaClasses classes() {
    return classes;
  }

  void holds() {
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass type : classes) {
      String from = name(type);
      Set<String> targets = used.computeIfAbsent(from, unused -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> isOurs(target.getPackageName()))
          .filter(target -> !isGenerated(target.getPackageName()))
          .map(this::name)
          .filter(target -> !target.equals(from))
          .forEach(targets::add);
    }
    assertThat(allowed.keySet()).as("packages in the list").isEqualTo(used.keySet());
    used.forEach(
        (from, targets) ->
            assertThat(allowed.get(from)).as("what %s may use", from).containsAll(targets));
    allowed.forEach(
        (from, targets) ->
            assertThat(used.get(from)).as("%s uses all it may", from).containsAll(targets));
  }

  void hasNoCycle() {
    allowed.keySet().forEach(start -> assertThat(reachable(start)).as(start).doesNotContain(start));
  }

  void isNullMarked() {
    Set<String> unmarked =
        classes.stream()
            .map(JavaClass::getPackage)
            .filter(type -> !type.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(unmarked).isEmpty();
  }

  void isShownIn(String page) throws IOException {
    String table =
        allowed.entrySet().stream()
            .map(entry -> "| `" + entry.getKey() + "` | " + cell(entry.getValue()) + " |")
            .collect(Collectors.joining("\n"));
    assertThat(Files.readString(repository().resolve(page))).contains(table);
  }

  private static String cell(Set<String> names) {
    return names.isEmpty() ? "nothing" : "`" + String.join("`, `", names) + "`";
  }

  private static Path repository() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .filter(folder -> Files.exists(folder.resolve("settings.gradle.kts")))
        .findFirst()
        .orElseThrow();
  }

  private boolean isOurs(String name) {
    return name.equals(base) || name.startsWith(base + ".");
  }

  /** The messages of Talos' interface are made from its files and no part of the list. */
  private static boolean isGenerated(String name) {
    return name.contains(".talos.protocol.");
  }

  private String name(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(base) ? "." : name.substring(base.length() + 1);
  }

  private Set<String> reachable(String start) {
    Set<String> found = new TreeSet<>(allowed.get(start));
    List<String> open = List.copyOf(found);
    while (!open.isEmpty()) {
      open = open.stream().flatMap(name -> allowed.get(name).stream()).filter(found::add).toList();
    }
    return found;
  }
}
