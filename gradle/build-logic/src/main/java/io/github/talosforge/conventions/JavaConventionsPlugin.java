package io.github.talosforge.conventions;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.dsl.DependencyHandler;
import org.gradle.api.file.Directory;
import org.gradle.api.plugins.JavaLibraryPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.bundling.AbstractArchiveTask;
import org.gradle.api.tasks.compile.JavaCompile;
import org.gradle.api.tasks.javadoc.Javadoc;
import org.gradle.api.tasks.testing.Test;
import org.gradle.api.tasks.testing.logging.TestExceptionFormat;
import org.gradle.build.event.BuildEventsListenerRegistry;
import org.gradle.external.javadoc.StandardJavadocDocletOptions;
import org.gradle.testing.jacoco.plugins.JacocoPlugin;
import org.gradle.testing.jacoco.plugins.JacocoPluginExtension;
import org.gradle.testing.jacoco.plugins.JacocoTaskExtension;
import org.gradle.testing.jacoco.tasks.JacocoReport;

/**
 * Java 17 with every warning an error, Error Prone, NullAway, JUnit 5, coverage, reproducible
 * archives.
 */
public class JavaConventionsPlugin implements Plugin<Project> {
  private static final int JAVA = 17;

  private final BuildEventsListenerRegistry events;

  private static final List<String> WARNINGS = List.of("-Xlint:all,-processing", "-Werror");

  /** What Error Prone reaches into; without these the compiler refuses it since JDK 16. */
  private static final List<String> COMPILER_INTERNALS =
      Stream.concat(
              Stream.of(
                      "api",
                      "code",
                      "comp",
                      "file",
                      "main",
                      "model",
                      "parser",
                      "processing",
                      "tree",
                      "util")
                  .map(name -> "--add-exports=jdk.compiler/com.sun.tools.javac." + name),
              Stream.of("code", "comp")
                  .map(name -> "--add-opens=jdk.compiler/com.sun.tools.javac." + name))
          .map(option -> option + "=ALL-UNNAMED")
          .toList();

  /** Made by Gradle, which tells of tasks that end. */
  @Inject
  public JavaConventionsPlugin(BuildEventsListenerRegistry events) {
    this.events = events;
  }

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(JavaLibraryPlugin.class);
    project.getPluginManager().apply(FormattedConventionsPlugin.class);
    compile(project);
    test(project);
    FastTests.register(project);
    GeneratedPages.register(project);
    if (!isIncluded(project)) {
      SkippedTests.listen(project, events);
    }
    coverage(project);
    archives(project);
    javadoc(project);
  }

  private static void compile(Project project) {
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    boolean used = isOnlyUsed(project);
    java.getSourceSets().configureEach(sourceSet -> checkerLibraries(project, sourceSet, !used));
    project
        .getTasks()
        .withType(JavaCompile.class)
        .configureEach(
            task -> {
              task.getOptions().getRelease().set(JAVA);
              task.getOptions().setEncoding("UTF-8");
              task.getOptions().getCompilerArgs().add("-parameters");
              if (used) {
                task.getOptions().getCompilerArgs().add("-proc:none");
              } else {
                task.getOptions().getCompilerArgs().addAll(WARNINGS);
                boolean test = task.getName().toLowerCase(Locale.ROOT).contains("test");
                task.getOptions().getCompilerArgs().addAll(checkers(test));
                letErrorProneIn(task);
              }
            });
  }

  /**
   * Who includes this build, or publishes it at home, wants to use it and waits for the compiler.
   */
  static boolean isOnlyUsed(Project project) {
    List<String> asked = project.getGradle().getStartParameter().getTaskNames();
    boolean published =
        !asked.isEmpty() && asked.stream().allMatch(name -> name.endsWith("publishToMavenLocal"));
    return isIncluded(project) || published;
  }

  static boolean isIncluded(Project project) {
    return project.getGradle().getParent() != null;
  }

  /** gradle.properties opens the daemon's compiler, which stays warm; any other needs a fork. */
  private static void letErrorProneIn(JavaCompile task) {
    if (!daemonLetsErrorProneIn()) {
      task.getOptions().setFork(true);
      task.getOptions().getForkOptions().getJvmArgs().addAll(COMPILER_INTERNALS);
      task.getOptions().getForkOptions().setMemoryMaximumSize("768m");
    }
  }

  private static boolean daemonLetsErrorProneIn() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().containsAll(COMPILER_INTERNALS);
  }

  private static void checkerLibraries(Project project, SourceSet sourceSet, boolean checked) {
    Catalog catalog = Catalog.of(project);
    DependencyHandler dependencies = project.getDependencies();
    if (checked) {
      String processors = sourceSet.getAnnotationProcessorConfigurationName();
      dependencies.add(processors, catalog.library("errorprone-core"));
      dependencies.add(processors, catalog.library("nullaway"));
    }
    dependencies.add(
        sourceSet.getCompileOnlyConfigurationName(), catalog.library("errorprone-annotations"));
  }

  private static List<String> checkers(boolean test) {
    return List.of(
        "-XDcompilePolicy=simple",
        "--should-stop=ifError=FLOW",
        String.join(
            " ",
            "-Xplugin:ErrorProne",
            "-XepDisableWarningsInGeneratedCode",
            // Gradle creates managed types and calls their constructors itself.
            "-Xep:InjectOnConstructorOfAbstractClass:OFF",
            "-Xep:JavaxInjectOnAbstractMethod:OFF",
            // JUnit fields are set before each test; a test may ignore what it only provokes.
            test ? "-Xep:NullAway:OFF" : "-Xep:NullAway:ERROR",
            // JSpecify mode (nullness of type arguments) needs a newer compiler than JDK 17 has.
            "-XepOpt:NullAway:OnlyNullMarked=true"));
  }

  private static void test(Project project) {
    Catalog catalog = Catalog.of(project);
    project
        .getExtensions()
        .getByType(JavaPluginExtension.class)
        .getSourceSets()
        .named(
            "test",
            test -> {
              test.getJava()
                  .srcDirs(shared(project, "architecture"), shared(project, "skipped/java"));
              test.getResources().srcDir(shared(project, "skipped/resources"));
            });
    DependencyHandler dependencies = project.getDependencies();
    dependencies.add("testImplementation", catalog.library("junit-jupiter"));
    dependencies.add("testImplementation", catalog.library("assertj"));
    dependencies.add("testImplementation", catalog.library("archunit"));
    dependencies.add("testCompileOnly", catalog.library("junit-launcher"));
    dependencies.add("testRuntimeOnly", catalog.library("junit-launcher"));
    NativeCryptography.isOnTheClassPath(project);
    project
        .getTasks()
        .withType(Test.class)
        .configureEach(
            task -> {
              task.useJUnitPlatform();
              task.setMaxHeapSize("1g");
              // Tests run much code, and hardly any of it often: the second compiler takes more
              // time than its code saves, and so do the threads of the default collector. One
              // compiler alone gets a small code cache, which the longest run of tests fills.
              task.jvmArgs(
                  "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=240m");
              // Most tests wait for sockets half of their time.
              task.setMaxParallelForks(2);
              task.systemProperty("file.encoding", "UTF-8");
              // Only for what hangs: how fast the machine is decides no test.
              task.systemProperty("junit.jupiter.execution.timeout.default", "30 m");
              // The one dialer of the library refuses everything beyond loopback while this is set.
              task.systemProperty("talosforge.loopbackOnly", "true");
              NativeCryptography.serves(task, project);
              TestSurroundings.areReadBy(task, project);
              TestSummary.printedAfter(task);
              SkippedTests.areNamedAfter(task, project);
              task.getTestLogging().setExceptionFormat(TestExceptionFormat.FULL);
              // A test class that is filtered out by --tests in one module must not fail the
              // others.
              task.getFilter().setFailOnNoMatchingTests(false);
            });
  }

  /** What the tests of all modules have in common. */
  private static Directory shared(Project project, String folder) {
    return project.getIsolated().getRootProject().getProjectDirectory().dir("gradle/" + folder);
  }

  /** Counting takes time, and decides nothing: tests count where the report is asked for. */
  private static void coverage(Project project) {
    project.getPluginManager().apply(JacocoPlugin.class);
    project
        .getExtensions()
        .getByType(JacocoPluginExtension.class)
        .setToolVersion(Catalog.of(project).version("jacoco"));
    project
        .getTasks()
        .withType(JacocoReport.class)
        .configureEach(
            report -> {
              report.getReports().getXml().getRequired().set(true);
              report.dependsOn("test");
            });
    boolean asked =
        project.getGradle().getStartParameter().getTaskNames().stream()
            .anyMatch(name -> name.endsWith("jacocoTestReport"));
    project
        .getTasks()
        .withType(Test.class)
        .configureEach(
            test -> test.getExtensions().getByType(JacocoTaskExtension.class).setEnabled(asked));
  }

  private static void archives(Project project) {
    project
        .getTasks()
        .withType(AbstractArchiveTask.class)
        .configureEach(
            task -> {
              task.setPreserveFileTimestamps(false);
              task.setReproducibleFileOrder(true);
            });
  }

  private static void javadoc(Project project) {
    project
        .getTasks()
        .withType(Javadoc.class)
        .configureEach(
            task -> {
              StandardJavadocDocletOptions options =
                  (StandardJavadocDocletOptions) task.getOptions();
              options.setEncoding("UTF-8");
              options.noTimestamp(true);
              options.addBooleanOption("Xdoclint:all,-missing", true);
              options.addBooleanOption("Werror", true);
            });
  }
}
