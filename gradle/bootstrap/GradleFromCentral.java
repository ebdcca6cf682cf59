import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Makes a runnable Gradle out of artifacts of a Maven repository, for networks that reach nothing
 * else. The why of each step is in {@code docs/building.md}.
 *
 * <p>Usage: {@code java GradleFromCentral.java auto|central TARGET [WRAPPER_PROPERTIES]}. With
 * {@code auto} the official host is asked first; exit code 10 says that it can be reached and that
 * nothing was made.
 */
public final class GradleFromCentral {
  private static final int OFFICIAL_IS_REACHABLE = 10;
  private static final int PROBE_MILLIS = 1000 * Integer.getInteger("talosforge.probeSeconds", 5);
  private static final String V = "8.8";
  private static final String RUNTIME = "gradle-runtime-" + V + ".jar";
  private static final String MODULE_SUFFIX = "-classpath.properties";
  private static final String DEPENDENCY_PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

  /** Where an artifact ends up: engine parts are rewritten, the others are copied into lib/. */
  private enum Use {
    ENGINE,
    CLASS_PATH,
    BY_NAME
  }

  private record Artifact(Use use, String group, String name, String version, String sha256) {
    String file() {
      return name + "-" + version + ".jar";
    }
  }

  private final Path work;
  private final Path dist;
  private final Path lib;

  private GradleFromCentral(Path work) {
    this.work = work;
    this.dist = work.resolve("dist");
    this.lib = dist.resolve("lib");
  }

  /** Makes the distribution, or says in one sentence why not. */
  public static void main(String[] args) throws Exception {
    try {
      if (args[0].equals("auto") && officialHostAnswers(Path.of(args[2]))) {
        System.exit(OFFICIAL_IS_REACHABLE);
      }
      make(Path.of(args[1]).toAbsolutePath());
    } catch (Refusal refusal) {
      System.err.println("Gradle could not be set up: " + refusal.getMessage());
      System.exit(1);
    } catch (IOException e) {
      System.err.println(
          "Gradle could not be set up: writing below "
              + args[1]
              + " failed ("
              + e
              + ");"
              + " check free space and rights there, or set GRADLE_USER_HOME to another folder.");
      System.exit(1);
    }
  }

  /** A reason that the user can act on. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String message) {
      super(message);
    }
  }

  private static boolean officialHostAnswers(Path wrapperProperties) throws IOException {
    Properties wrapper = new Properties();
    try (InputStream in = Files.newInputStream(wrapperProperties)) {
      wrapper.load(in);
    }
    URI distribution = URI.create(wrapper.getProperty("distributionUrl"));
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    Thread probe = new Thread(() -> answer.complete(answers(distribution)), "probe");
    probe.setDaemon(true);
    probe.start();
    return answer.completeOnTimeout(false, PROBE_MILLIS, TimeUnit.MILLISECONDS).join();
  }

  private static boolean answers(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setRequestMethod("HEAD");
      connection.setConnectTimeout(PROBE_MILLIS);
      connection.setReadTimeout(PROBE_MILLIS);
      return connection.getResponseCode() < 400;
    } catch (IOException e) {
      return false;
    }
  }

  /** One maker at a time; what a killed one left behind is removed by the next. */
  private static void make(Path target) throws IOException, InterruptedException {
    Path parent = target.getParent();
    Files.createDirectories(parent);
    try (FileChannel channel =
            FileChannel.open(
                parent.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assert lock.isValid();
      if (Files.exists(target)) {
        return;
      }
      removeLeftovers(parent);
      System.err.println(
          "Gradle's own host cannot be reached: making Gradle "
              + V
              + " from Maven artifacts (once, about half a minute).");
      Path work = Files.createTempDirectory(parent, ".making-");
      try {
        new GradleFromCentral(work).build(target);
      } finally {
        delete(work);
      }
    }
  }

  private static void removeLeftovers(Path parent) throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      for (Path entry : entries.toList()) {
        if (entry.getFileName().toString().startsWith(".making-")) {
          delete(entry);
        }
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  private void build(Path target) throws IOException, InterruptedException {
    for (String folder : List.of("lib/plugins", "lib/agents", "bin", "init.d", "generated")) {
      Files.createDirectories(dist.resolve(folder));
    }
    fetch();
    try (JarFile api = new JarFile(work.resolve("gradle-api-" + V + ".jar").toFile())) {
      Map<String, byte[]> shims = compileShims();
      writeRuntime(api, under(shims, "org/gradle/internal/scripts/"));
      copyLibraries();
      writeModules(api, shims);
    }
    writeScripts();
    try {
      Files.move(dist, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new Refusal(
          target.getParent()
              + " cannot move a folder in one step; set GRADLE_USER_HOME to a"
              + " folder on a local disk.");
    }
  }

  /** One Maven run copies every artifact, so the user's mirrors, proxies and credentials hold. */
  private void fetch() throws IOException, InterruptedException {
    List<Artifact> artifacts = artifacts();
    String dependencies =
        artifacts.stream()
            .map(
                a ->
                    "<dependency><groupId>"
                        + a.group()
                        + "</groupId><artifactId>"
                        + a.name()
                        + "</artifactId><version>"
                        + a.version()
                        + "</version><exclusions><exclusion>"
                        + "<groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
                        + "</dependency>")
            .collect(Collectors.joining());
    Path pom = work.resolve("pom.xml");
    Files.writeString(
        pom,
        "<project><modelVersion>4.0.0</modelVersion><groupId>gradle</groupId>"
            + "<artifactId>from-central</artifactId><version>1</version><dependencies>"
            + dependencies
            + "</dependencies></project>");
    Path log = work.resolve("mvn.log");
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    Process maven;
    try {
      maven =
          new ProcessBuilder(
                  windows ? "mvn.cmd" : "mvn",
                  "-B",
                  "-q",
                  "-f",
                  pom.toString(),
                  DEPENDENCY_PLUGIN,
                  "-DoutputDirectory=" + work)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new Refusal(
          "the official Gradle host cannot be reached, and the command 'mvn' was not found to fetch"
              + " Gradle's parts instead; install Apache Maven, or connect to the network and run"
              + " again.");
    }
    if (maven.waitFor() != 0) {
      throw new Refusal(
          "Maven could not fetch Gradle's parts ("
              + firstError(log)
              + "); check that your Maven"
              + " repository can be reached (mirrors and proxies belong into ~/.m2/settings.xml)"
              + " and run again.");
    }
    for (Artifact artifact : artifacts) {
      verify(artifact);
    }
  }

  private static String firstError(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains("ERROR"))
          .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "").replace("[ERROR] ", ""))
          .map(line -> line.length() > 300 ? line.substring(0, 300) + "…" : line)
          .findFirst()
          .orElse("it gave no reason");
    }
  }

  private void verify(Artifact artifact) throws IOException {
    Path file = work.resolve(artifact.file());
    String found;
    try {
      found =
          HexFormat.of()
              .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    if (!found.equals(artifact.sha256())) {
      throw new Refusal(
          artifact.file()
              + " has the SHA-256 "
              + found
              + " instead of "
              + artifact.sha256()
              + "; delete its folder in your local Maven repository and run again, and if that"
              + " does not help, do not trust the repository that served it.");
    }
  }

  private void writeRuntime(JarFile api, Map<String, byte[]> shims) throws IOException {
    try (JarOutputStream out = jar(RUNTIME, new Manifest())) {
      Set<String> seen = new HashSet<>(shims.keySet());
      seen.add(JarFile.MANIFEST_NAME);
      for (ZipEntry entry : (Iterable<ZipEntry>) api.stream().map(ZipEntry.class::cast)::iterator) {
        String name = entry.getName();
        if (!dropped(name) && seen.add(name)) {
          byte[] data = api.getInputStream(entry).readAllBytes();
          put(out, name, isGradlesOwnClass(name) ? withUsersJunit(data) : data);
        }
      }
      for (Map.Entry<String, byte[]> shim : shims.entrySet()) {
        put(out, shim.getKey(), shim.getValue());
      }
      put(out, "gradle-kotlin-dsl-versions.properties", "kotlin=1.9.22\n".getBytes("UTF-8"));
    }
  }

  private static boolean dropped(String name) {
    return name.endsWith("/")
        || name.endsWith(".SF")
        || name.endsWith(".RSA")
        || name.endsWith(".DSA")
        || name.endsWith(MODULE_SUFFIX)
        // With this marker Gradle believes that it runs inside a plugin's unit test.
        || name.equals("META-INF/.gradle-runtime-shaded")
        // On the system class path these would replace the JDK's own providers.
        || name.startsWith("META-INF/services/java")
        || name.startsWith("META-INF/versions/")
        || name.startsWith("META-INF/maven/")
        || name.startsWith("org/junit/")
        || name.startsWith("org/gradle/internal/impldep/org/junit/");
  }

  private static boolean isGradlesOwnClass(String name) {
    return name.startsWith("org/gradle/")
        && !name.startsWith("org/gradle/internal/impldep/")
        && name.endsWith(".class");
  }

  /** Rewrites the constant pool: the test worker must use the user's JUnit, not the moved copy. */
  private static byte[] withUsersJunit(byte[] code) throws IOException {
    String text = new String(code, "ISO-8859-1");
    if (!text.contains("org/gradle/internal/impldep/org/junit")
        && !text.contains("org.gradle.internal.impldep.org.junit")) {
      return code;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(code.length);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(code));
        DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(in.readNBytes(8));
      int count = in.readUnsignedShort();
      out.writeShort(count);
      for (int index = 1; index < count; index++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        switch (tag) {
          case 1 ->
              out.writeUTF(
                  in.readUTF()
                      .replace("org/gradle/internal/impldep/org/junit", "org/junit")
                      .replace("org.gradle.internal.impldep.org.junit", "org.junit"));
          case 5, 6 -> {
            out.write(in.readNBytes(8));
            index++;
          }
          case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
          case 15 -> out.write(in.readNBytes(3));
          default -> out.write(in.readNBytes(4));
        }
      }
      out.write(in.readAllBytes());
    }
    return bytes.toByteArray();
  }

  private void copyLibraries() throws IOException {
    for (Artifact artifact : artifacts()) {
      if (artifact.use() != Use.ENGINE) {
        Files.copy(work.resolve(artifact.file()), lib.resolve(artifact.file()));
      }
    }
    Files.copy(
        work.resolve("gradle-test-kit-" + V + ".jar"),
        lib.resolve("gradle-test-kit-impl-" + V + ".jar"));
    for (String name : List.of("gradle-api", "gradle-test-kit")) {
      String file = name + "-" + V + ".jar";
      Files.copy(work.resolve(file), dist.resolve("generated").resolve(file));
    }
  }

  /** Gradle looks its modules up as jars by name; each stub points at the one runtime jar. */
  private void writeModules(JarFile api, Map<String, byte[]> shims) throws IOException {
    List<String> modules =
        api.stream()
            .map(ZipEntry::getName)
            .filter(name -> name.endsWith(MODULE_SUFFIX))
            .map(name -> name.substring(0, name.length() - MODULE_SUFFIX.length()))
            .distinct()
            .toList();
    String runtime =
        Stream.concat(
                Stream.of(RUNTIME),
                artifacts().stream().filter(a -> a.use() == Use.CLASS_PATH).map(Artifact::file))
            .collect(Collectors.joining(","));
    for (String module : modules) {
      if (!module.equals("gradle-launcher") && !module.equals("gradle-test-kit")) {
        module(module, required(api, modules, module), runtime, Map.of(), RUNTIME, null);
      }
    }
    for (String module :
        List.of(
            "gradle-kotlin-dsl",
            "gradle-kotlin-dsl-provider-plugins",
            "gradle-kotlin-dsl-tooling-builders",
            "gradle-build-profile",
            "gradle-instrumentation-agent")) {
      module(module, "", runtime, Map.of(), RUNTIME, null);
    }
    for (String name :
        List.of(
            "slf4j-api",
            "jul-to-slf4j",
            "native-platform",
            "kryo",
            "commons-lang",
            "guava",
            "javax.inject",
            "asm",
            "kotlin-sam-with-receiver-compiler-plugin")) {
      jar(name + "-0.jar", manifest(RUNTIME, null)).close();
    }
    Map<String, byte[]> beacon = under(shims, "org/gradle/internal/installation/");
    module("gradle-installation-beacon", "", "", beacon, "", null);
    Map<String, byte[]> compiler = under(shims, "org/gradle/internal/compiler/");
    module("gradle-java-compiler-plugin", "", "", compiler, "", null);
    String testKit = runtime + ",gradle-test-kit-impl-" + V + ".jar";
    module("gradle-test-kit", "", testKit, Map.of(), RUNTIME, null);
    module(
        "gradle-launcher",
        "gradle-installation-beacon," + required(api, modules, "gradle-launcher"),
        runtime,
        Map.of(),
        "gradle-installation-beacon-" + V + ".jar " + runtime.replace(',', ' '),
        "org.gradle.launcher.GradleMain");
  }

  private static String required(JarFile api, List<String> modules, String module)
      throws IOException {
    Properties properties = new Properties();
    try (InputStream in = api.getInputStream(api.getEntry(module + MODULE_SUFFIX))) {
      properties.load(in);
    }
    return Stream.of(properties.getProperty("projects", "").split(","))
        .filter(modules::contains)
        .collect(Collectors.joining(","));
  }

  private void module(
      String name,
      String projects,
      String runtime,
      Map<String, byte[]> entries,
      String classPath,
      String main)
      throws IOException {
    String properties = "projects=" + projects + "\nruntime=" + runtime + "\noptional=\n";
    try (JarOutputStream out = jar(name + "-" + V + ".jar", manifest(classPath, main))) {
      put(out, name + MODULE_SUFFIX, properties.getBytes("UTF-8"));
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        put(out, entry.getKey(), entry.getValue());
      }
    }
  }

  private static Manifest manifest(String classPath, String main) {
    Manifest manifest = new Manifest();
    if (!classPath.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    if (main != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    }
    return manifest;
  }

  private JarOutputStream jar(String name, Manifest manifest) throws IOException {
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    JarOutputStream out = new JarOutputStream(Files.newOutputStream(lib.resolve(name)), manifest);
    out.setLevel(Deflater.BEST_SPEED);
    return out;
  }

  private static void put(JarOutputStream out, String name, byte[] data) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    out.putNextEntry(entry);
    out.write(data);
  }

  private static Map<String, byte[]> under(Map<String, byte[]> entries, String prefix) {
    Map<String, byte[]> found = new TreeMap<>(entries);
    found.keySet().removeIf(name -> !name.startsWith(prefix));
    return found;
  }

  private void writeScripts() throws IOException {
    Files.writeString(
        dist.resolve("gradle.properties"), "org.gradle.internal.instrumentation.agent=false\n");
    Files.writeString(dist.resolve("init.d/from-central.gradle"), INIT_SCRIPT);
    Path launcher = dist.resolve("bin/gradle");
    Files.writeString(
        launcher,
        "#!/bin/sh\nAPP_HOME=$(cd \"$(dirname \"$0\")/..\" && pwd -P)\n"
            + "exec \"${JAVA_HOME:+$JAVA_HOME/bin/}java\" -Xmx64m -Dorg.gradle.appname=gradle"
            + " -classpath \"$APP_HOME/lib/gradle-launcher-"
            + V
            + ".jar\""
            + " org.gradle.launcher.GradleMain \"$@\"\n");
    launcher.toFile().setExecutable(true);
  }

  private Map<String, byte[]> compileShims() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectory(work.resolve("classes"));
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      files.setLocationFromPaths(
          StandardLocation.CLASS_PATH, List.of(work.resolve("gradle-api-" + V + ".jar")));
      List<JavaFileObject> sources = new ArrayList<>();
      SHIMS.forEach((name, source) -> sources.add(source(name, source)));
      List<String> options = List.of("-nowarn", "-proc:none", "--release", "11");
      if (!compiler.getTask(messages, files, null, options, null, sources).call()) {
        throw new IllegalStateException("The shims do not compile: " + messages);
      }
    }
    Map<String, byte[]> compiled = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(classes)) {
      paths
          .filter(Files::isRegularFile)
          .forEach(path -> compiled.put(entryName(classes, path), bytes(path)));
    }
    return compiled;
  }

  private static String entryName(Path root, Path path) {
    return root.relativize(path).toString().replace('\\', '/');
  }

  private static byte[] bytes(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaFileObject source(String name, String text) {
    URI uri = URI.create("string:///" + name + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  private static List<Artifact> artifacts() {
    return ARTIFACTS
        .lines()
        .map(line -> line.split("[: ]+"))
        .map(part -> new Artifact(Use.valueOf(part[0]), part[1], part[2], part[3], part[4]))
        .toList();
  }

  private static final String ARTIFACTS =
      """
      ENGINE dev.gradleplugins:gradle-api:8.8 d2720b0feb36272c7d311003a14d77ec108603c38c301329791f6ceedb6396f5
      ENGINE dev.gradleplugins:gradle-test-kit:8.8 50b7ff5a8d2068cf896087d7cdc764a762f641aa26d297290d29ba1e4e0d7e05
      CLASS_PATH org.codehaus.groovy:groovy:3.0.21 5cf3730c0c2c15c293f7750dd7114ed27a671fc940165bbae0378a281f5b2d5e
      CLASS_PATH org.codehaus.groovy:groovy-ant:3.0.21 23fa0e2759e220319f4391e35e5c57858556cb256fe97ef855958744da2d84ac
      CLASS_PATH org.codehaus.groovy:groovy-astbuilder:3.0.21 6bb9de644dc7d271b5870c80754a83d9235db759177bbcf68b07dea0c196e5bc
      CLASS_PATH org.codehaus.groovy:groovy-console:3.0.21 9977ec3b71b43630df83be11294c6b799867d03249b8007aaacea7e91fafcd8b
      CLASS_PATH org.codehaus.groovy:groovy-datetime:3.0.21 13001ec72a86d4f86aef0b75889335596f6b26ff5c3dac615d159591e0fa4da3
      CLASS_PATH org.codehaus.groovy:groovy-dateutil:3.0.21 5f1c2d6cb28ccf4789cb7a81ea072d80d444af01fa1e59679a4ca8aacd5a92c0
      CLASS_PATH org.codehaus.groovy:groovy-docgenerator:3.0.21 defd1b5a5ab513ddbb93eb837dc958d0a6a669b2f4716e6202a979c2b6552e84
      CLASS_PATH org.codehaus.groovy:groovy-groovydoc:3.0.21 e835b9140cbad31f7c86cd3ca042710c8461fdb80c3f6e88787c164cca745be1
      CLASS_PATH org.codehaus.groovy:groovy-json:3.0.21 ad167ddb0c11effee413c7f9e53721da78db1eaaf8e4616380b1024eb20a12a3
      CLASS_PATH org.codehaus.groovy:groovy-nio:3.0.21 294a654a66ba4dfffeca807fd6a040c41d7e859708ad01ff732e829f13d67093
      CLASS_PATH org.codehaus.groovy:groovy-sql:3.0.21 90a04e4091e2acce93c700fbde4724a0e3e9bd0ccbc75a21cafb90dbfcf7dd65
      CLASS_PATH org.codehaus.groovy:groovy-swing:3.0.21 768d76b44f3d922972b7fe040e359e5ebd5a8822d25d98299ff074e27ed2016a
      CLASS_PATH org.codehaus.groovy:groovy-templates:3.0.21 19efd3ab310daffa61a06ac0d3c8ec52f13724d0b1d331d72d33b794bc6cfec7
      CLASS_PATH org.codehaus.groovy:groovy-test:3.0.21 cbf371449b57bcf51c98e915039d09bebc42aa552fa0efc8fd9afbe6880d38cf
      CLASS_PATH org.codehaus.groovy:groovy-xml:3.0.21 1641bc484299db986af55536e110c8ed74c70491a54aee0be059918291fca73b
      CLASS_PATH org.jetbrains.kotlin:kotlin-stdlib:1.9.22 6abe146c27864138b874ccccfe5f534e3eb923c99a1b7b5d45494ee5694f3e0a
      CLASS_PATH org.jetbrains.kotlin:kotlin-reflect:1.9.22 77f311ca1384811d519fda389fcb1268bdaa058d605046e0ede76c03b0df3e97
      BY_NAME org.apache.ant:ant:1.10.14 4cbbd9243de4c1042d61d9a15db4c43c90ff93b16d78b39481da1c956c8e9671
      BY_NAME org.apache.ant:ant-launcher:1.10.14 f0909725a7a24e393888f3fbb558347abf506ce2f7ebc581ff26331b94d951a5
      BY_NAME org.apache.ant:ant-junit:1.10.14 a3b535d3d549f1850a8917a7c2bfdf364fffb79d527267db30a129475ca2faf8
      BY_NAME org.apache.ant:ant-antlr:1.10.14 d737deb5b0992f691bffe94076695a77523e1e3b5d524b465f90d93e2d8ed7a2
      BY_NAME com.github.javaparser:javaparser-core:3.17.0 23f5c982e1c7771423d37d52c774e8d2e80fd7ea7305ebe448797a96f67e6fca
      """;

  /**
   * The jars that {@code gradleApi()} and {@code gradleTestKit()} would generate cannot be
   * generated from stubs, so they are put where Gradle looks for them, in whatever user home a
   * build has. The compiler plugin for incremental compilation is not in the API jar.
   */
  private static final String INIT_SCRIPT =
      """
      import java.nio.file.*

      def generated = gradle.gradleUserHomeDir.toPath().resolve("caches/8.8/generated-gradle-jars")
      def made = gradle.gradleHomeDir.toPath().resolve("generated")
      Files.createDirectories(generated)
      for (name in ["gradle-api-8.8.jar", "gradle-test-kit-8.8.jar"]) {
          def target = generated.resolve(name)
          // Asking whether it exists would make the answer an input of the configuration cache.
          try {
              Files.createLink(target, made.resolve(name))
          } catch (FileAlreadyExistsException there) {
              continue
          } catch (IOException | UnsupportedOperationException onAnotherDisk) {
              def part = Files.createTempFile(generated, name, ".part")
              Files.copy(made.resolve(name), part, StandardCopyOption.REPLACE_EXISTING)
              Files.move(part, target, StandardCopyOption.ATOMIC_MOVE)
          }
      }

      allprojects { tasks.withType(JavaCompile).configureEach { options.incremental = false } }
      """;

  private static final Map<String, String> SHIMS = new LinkedHashMap<>();

  static {
    SHIMS.put(
        "org/gradle/internal/installation/beacon/InstallationBeacon",
        """
        package org.gradle.internal.installation.beacon;
        /** Its jar's place tells Gradle where the installation is. */
        public class InstallationBeacon {}
        """);
    SHIMS.put(
        "org/gradle/internal/scripts/ScriptingLanguages",
        """
        package org.gradle.internal.scripts;
        import java.util.List;
        import org.gradle.scripts.ScriptingLanguage;
        /** Hands .gradle.kts files to the Groovy compiler: the Kotlin DSL is not in the API jar. */
        public class ScriptingLanguages {
          private static final List<ScriptingLanguage> ALL = List.of(of(".gradle"), of(".gradle.kts"));
          public static List<ScriptingLanguage> all() {
            return ALL;
          }
          private static ScriptingLanguage of(String extension) {
            return new ScriptingLanguage() {
              public String getExtension() {
                return extension;
              }
              public String getProvider() {
                return null;
              }
            };
          }
        }
        """);
    SHIMS.put(
        "org/gradle/internal/compiler/java/IncrementalCompileTask",
        """
        package org.gradle.internal.compiler.java;
        import java.util.Locale;
        import java.util.function.BiConsumer;
        import java.util.function.Consumer;
        import java.util.function.Function;
        import javax.annotation.processing.Processor;
        import javax.tools.JavaCompiler.CompilationTask;
        /** Compiles without recording what an incremental build would need. */
        public class IncrementalCompileTask implements CompilationTask {
          private final CompilationTask task;
          public IncrementalCompileTask(
              CompilationTask task, Function<?, ?> relativize, Consumer<?> backup,
              Consumer<?> classNames, BiConsumer<?, ?> publicDependents,
              BiConsumer<?, ?> privateDependents) {
            this.task = task;
          }
          public void addModules(Iterable<String> names) {
            task.addModules(names);
          }
          public void setProcessors(Iterable<? extends Processor> processors) {
            task.setProcessors(processors);
          }
          public void setLocale(Locale locale) {
            task.setLocale(locale);
          }
          public Boolean call() {
            return task.call();
          }
        }
        """);
  }
}
