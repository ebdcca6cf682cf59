package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** What is in the jar that users get, and what it needs from elsewhere. */
class PublishedJarTest {
  private static final long LARGEST = 40L << 20;
  private static final String OURS = "io/github/talosforge/";
  private static final List<String> SHARED =
      List.of(OURS, "java/", "org/gradle/", "groovy/", "org/slf4j/", "javax/inject/");

  private static Path file;
  private static List<String> names;

  @BeforeAll
  static void find() throws IOException {
    Path published =
        Path.of(
            System.getProperty("talosforge.publishedRepository"), "io/github/talosforge/plugin");
    try (Stream<Path> files =
        Files.list(published.resolve(System.getProperty("talosforge.publishedVersion")))) {
      file =
          files
              .filter(path -> path.toString().matches(".*plugin-[^/]*[.]jar"))
              .filter(path -> !path.toString().matches(".*-(sources|javadoc|own)[.]jar"))
              .max(Path::compareTo)
              .orElseThrow();
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      names = jar.stream().map(JarEntry::getName).toList();
    }
  }

  @Test
  void isSmall() throws IOException {
    assertThat(Files.size(file)).isLessThan(LARGEST);
  }

  @Test
  void refersToNothingButTheJdkGradleSlf4jAndItself() throws IOException {
    Map<String, Set<String>> strangers = new TreeMap<>();
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class")) {
          for (String name : references(jar, entry)) {
            if (isStrange(name)) {
              strangers.computeIfAbsent(name, unused -> new TreeSet<>()).add(entry.getName());
            }
          }
        }
      }
    }
    assertThat(strangers).isEmpty();
  }

  private static boolean isStrange(String name) {
    return name.contains("/")
        && SHARED.stream().noneMatch(name::startsWith)
        && ClassLoader.getPlatformClassLoader().getResource(name + ".class") == null;
  }

  private static Set<String> references(JarFile jar, JarEntry entry) throws IOException {
    Set<String> found = new TreeSet<>();
    try (InputStream in = jar.getInputStream(entry)) {
      new ClassReader(in)
          .accept(
              new ClassRemapper(
                  new ClassWriter(0),
                  new Remapper(Opcodes.ASM9) {
                    @Override
                    public String map(String name) {
                      found.add(name);
                      return name;
                    }
                  }),
              0);
    }
    return found;
  }

  @Test
  void bringsNoClassOfAnotherPackage() {
    assertThat(names)
        .filteredOn(name -> name.endsWith(".class"))
        .allMatch(name -> name.replaceFirst("^META-INF/versions/[0-9]+/", "").startsWith(OURS));
  }

  @Test
  void bringsNoSignatureAndNothingNative() {
    assertThat(names)
        .noneMatch(name -> name.matches("META-INF/[^/]+[.](SF|RSA|DSA|EC)"))
        .noneMatch(name -> name.matches(".*[.](so|dll|dylib|jnilib)"))
        .noneMatch(name -> name.endsWith("module-info.class"))
        .noneMatch(name -> name.contains("org/slf4j/"));
  }

  @Test
  void servicesAreMergedAndMoved() throws IOException {
    String services = "META-INF/services/";
    try (JarFile jar = new JarFile(file.toFile())) {
      for (String name : names) {
        if (name.startsWith(services) && !name.equals(services)) {
          assertThat(text(jar, name).lines())
              .as(name)
              .allMatch(line -> names.contains(line.replace('.', '/') + ".class"));
        }
      }
      // Two libraries bring this one, each with a line of its own.
      String jackson = "io.github.talosforge.libraries.com.fasterxml.jackson.";
      assertThat(text(jar, services + jackson + "core.JsonFactory").lines())
          .containsExactlyInAnyOrder(
              jackson + "core.JsonFactory", jackson + "dataformat.yaml.YAMLFactory");
    }
    assertThat(names)
        .contains(services + "io.github.talosforge.libraries.io.grpc.ManagedChannelProvider")
        .doesNotContain(services + "io.grpc.ManagedChannelProvider");
  }

  private static String text(JarFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void needsNoOtherArtifact() throws IOException {
    Path pom = Path.of(file.toString().replaceFirst("[.]jar$", ".pom"));
    assertThat(pom).content().doesNotContain("<dependency>");
  }

  @Test
  void licencesOfTheLibrariesAreKept() {
    assertThat(names).anyMatch(name -> name.startsWith("META-INF/licenses/jackson-core"));
  }
}
