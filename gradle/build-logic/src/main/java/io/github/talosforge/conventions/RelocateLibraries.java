package io.github.talosforge.conventions;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * One jar of ours and of the libraries that it needs, theirs in a package of ours: in a Gradle
 * daemon all plugins share one class path, and the first one's libraries would be everybody's.
 */
@CacheableTask
public abstract class RelocateLibraries extends DefaultTask {
  /** What nobody needs at run time, or what is no longer true of changed classes. */
  private static final Pattern DROPPED =
      Pattern.compile(
          "(.*/)?module-info[.]class|META-INF/[^/]+[.](SF|RSA|DSA|EC)|META-INF/INDEX[.]LIST"
              + "|META-INF/(maven|proguard|com[.]android[.]tools|native|native-image)/.*"
              + "|META-INF/MANIFEST[.]MF|.*[.](so|dll|dylib|jnilib|proto|pro)"
              + "|.*[.]kotlin_(module|builtins|metadata)|org/slf4j/.*|META-INF/services/org[.]slf4j.*");

  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/[0-9]+/");
  private static final Pattern LICENCE =
      Pattern.compile("(META-INF/)?(LICENSE|NOTICE|AL2[.]0|LGPL2[.]1)[^/]*|META-INF/licenses/.*");
  private static final String SERVICES = "META-INF/services/";

  private final Map<String, byte[]> files = new TreeMap<>();
  private final Map<String, Set<String>> services = new TreeMap<>();

  /**
   * Returns our own jars and those of the libraries.
   *
   * @return the class path
   */
  @Classpath
  public abstract ConfigurableFileCollection getJars();

  /**
   * Returns our own package, which stays where it is.
   *
   * @return its name
   */
  @Input
  public abstract Property<String> getOwnPackage();

  /**
   * Returns the package that the libraries move into.
   *
   * @return its name
   */
  @Input
  public abstract Property<String> getTargetPackage();

  /**
   * Returns the jar that is made.
   *
   * @return the file
   */
  @OutputFile
  public abstract RegularFileProperty getArchive();

  /** Makes the jar. */
  @TaskAction
  public void relocate() throws IOException {
    LibraryRelocation relocation =
        new LibraryRelocation(path(getOwnPackage().get()), path(getTargetPackage().get()));
    for (File jar : getJars()) {
      each(jar, (name, bytes) -> know(relocation, name));
    }
    for (File jar : getJars()) {
      each(jar, (name, bytes) -> take(relocation, jar, name, bytes.read()));
    }
    services.forEach(
        (name, lines) ->
            files.put(
                SERVICES + name,
                (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)));
    write();
  }

  private static String path(String packageName) {
    return packageName.replace('.', '/') + "/";
  }

  private void know(LibraryRelocation relocation, String name) {
    String plain = VERSIONED.matcher(name).replaceFirst("");
    if (plain.endsWith(".class") && relocation.moves(className(plain))) {
      relocation.knows(className(plain));
    }
  }

  private static String className(String file) {
    return file.substring(0, file.length() - ".class".length());
  }

  private void take(LibraryRelocation relocation, File jar, String name, byte[] bytes) {
    String version = VERSIONED.matcher(name).lookingAt() ? name.substring(0, versionEnd(name)) : "";
    String plain = name.substring(version.length());
    if (plain.endsWith(".class")) {
      String type = className(plain);
      files.putIfAbsent(
          version + relocation.map(type) + ".class",
          remapped(bytes, relocation, relocation.moves(type)));
    } else if (plain.startsWith(SERVICES)) {
      service(relocation, plain.substring(SERVICES.length()), bytes);
    } else if (LICENCE.matcher(plain).matches()) {
      files.putIfAbsent(
          "META-INF/licenses/" + jar.getName().replaceFirst("[.]jar$", "/") + base(plain), bytes);
    } else {
      files.putIfAbsent(version + relocation.resource(plain), bytes);
    }
  }

  private static int versionEnd(String name) {
    return name.indexOf('/', "META-INF/versions/".length()) + 1;
  }

  private static String base(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Texts are looked at in libraries only: ours say what they mean. */
  private static byte[] remapped(byte[] bytes, LibraryRelocation relocation, boolean library) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(0);
    Remapper names = library ? relocation : new TypesOnly(relocation);
    ClassVisitor remapper = new ClassRemapper(writer, names);
    reader.accept(remapper, 0);
    return writer.toByteArray();
  }

  /** Leaves texts as they are. */
  private static final class TypesOnly extends Remapper {
    private final LibraryRelocation relocation;

    TypesOnly(LibraryRelocation relocation) {
      this.relocation = relocation;
    }

    @Override
    public String map(String className) {
      return relocation.map(className);
    }
  }

  private void service(LibraryRelocation relocation, String service, byte[] bytes) {
    Set<String> lines =
        services.computeIfAbsent(dotted(relocation, service), unused -> new LinkedHashSet<>());
    new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .forEach(line -> lines.add(dotted(relocation, line)));
  }

  private static String dotted(LibraryRelocation relocation, String className) {
    return relocation.map(className.replace('.', '/')).replace('/', '.');
  }

  private interface Entry {
    byte[] read();
  }

  private interface EntryAction {
    void accept(String name, Entry bytes);
  }

  private static void each(File file, EntryAction action) throws IOException {
    if (file.isDirectory()) {
      eachOfFolder(file.toPath(), action);
    } else if (file.exists()) {
      eachOfJar(file, action);
    }
  }

  private static void eachOfFolder(Path folder, EntryAction action) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
        action.accept(name, () -> bytes(file));
      }
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private static void eachOfJar(File file, EntryAction action) throws IOException {
    try (JarFile jar = new JarFile(file, false)) {
      for (ZipEntry entry : Collections.list(jar.entries())) {
        if (!entry.isDirectory() && !DROPPED.matcher(entry.getName()).matches()) {
          action.accept(entry.getName(), () -> bytes(jar, entry));
        }
      }
    }
  }

  private static byte[] bytes(JarFile jar, ZipEntry entry) {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(entry.getName(), e);
    }
  }

  /** The same files give the same bytes: their order and their dates are fixed. */
  private void write() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    try (ZipOutputStream out =
        new ZipOutputStream(Files.newOutputStream(getArchive().get().getAsFile().toPath()))) {
      out.putNextEntry(entry(JarFile.MANIFEST_NAME));
      manifest.write(out);
      out.closeEntry();
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        out.putNextEntry(entry(file.getKey()));
        out.write(file.getValue());
        out.closeEntry();
      }
    } finally {
      files.clear();
      services.clear();
    }
  }

  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
    return entry;
  }
}
