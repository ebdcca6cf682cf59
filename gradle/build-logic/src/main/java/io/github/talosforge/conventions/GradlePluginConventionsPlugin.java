package io.github.talosforge.conventions;

import java.util.List;
import java.util.Map;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.ConfigurationPublications;
import org.gradle.api.attributes.AttributeContainer;
import org.gradle.api.attributes.Category;
import org.gradle.api.attributes.LibraryElements;
import org.gradle.api.attributes.Usage;
import org.gradle.api.attributes.java.TargetJvmEnvironment;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.Directory;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.WriteProperties;
import org.gradle.api.tasks.compile.JavaCompile;
import org.gradle.api.tasks.testing.Test;
import org.gradle.jvm.tasks.Jar;
import org.gradle.plugin.devel.GradlePluginDevelopmentExtension;
import org.gradle.plugin.devel.tasks.PluginUnderTestMetadata;
import org.gradle.plugin.devel.tasks.ValidatePlugins;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * A published Gradle plugin with strict validation and a {@code functionalTest} source set for
 * TestKit.
 */
public class GradlePluginConventionsPlugin implements Plugin<Project> {
  @Override
  public void apply(Project project) {
    project.getPluginManager().apply("java-gradle-plugin");
    project.getPluginManager().apply(PublishedConventionsPlugin.class);
    project
        .getTasks()
        .withType(ValidatePlugins.class)
        .configureEach(
            task -> {
              task.getEnableStricterValidation().set(true);
              task.getFailOnWarning().set(true);
            });
    ownVersion(project);
    bundle(project);
    newestGradle(project);
    functionalTests(project);
  }

  /** Tells the plugin its own version, as a resource. */
  private static void ownVersion(Project project) {
    Provider<Directory> generated =
        project.getLayout().getBuildDirectory().dir("generated/version");
    TaskProvider<WriteProperties> task =
        project
            .getTasks()
            .register(
                "writeVersion",
                WriteProperties.class,
                write -> {
                  write
                      .getDestinationFile()
                      .set(
                          generated.map(
                              folder ->
                                  folder.file("io/github/talosforge/gradle/version.properties")));
                  write.property("version", project.getVersion().toString());
                });
    main(project).getResources().srcDir(project.files(generated).builtBy(task));
  }

  /**
   * What is {@code bundled} becomes part of the published jar, in a package of ours, instead of a
   * dependency: builds put all plugins on one class path. A build that includes this one gets
   * ordinary dependencies: making that jar takes longer than compiling all else.
   */
  private static void bundle(Project project) {
    Configuration bundled = project.getConfigurations().create("bundled");
    bundled.setCanBeConsumed(false);
    bundled.setCanBeResolved(false);
    TaskProvider<Jar> own = project.getTasks().named("jar", Jar.class);
    own.configure(jar -> jar.getArchiveClassifier().set("own"));
    if (JavaConventionsPlugin.isIncluded(project)) {
      project.getConfigurations().getByName("implementation").extendsFrom(bundled);
      // A simulator is asked for once the plugin is there; until then a processor has nothing to
      // do.
      project.getTasks().named("classes", classes -> classes.dependsOn(":simulator:jar"));
      return;
    }
    for (String user : List.of("compileOnly", "testImplementation")) {
      project.getConfigurations().getByName(user).extendsFrom(bundled);
    }
    Configuration classpath = project.getConfigurations().create("bundledClasspath");
    classpath.setCanBeConsumed(false);
    classpath.extendsFrom(bundled);
    runsOnTheJvm(project, classpath);
    TaskProvider<RelocateLibraries> relocated =
        project
            .getTasks()
            .register(
                "relocateLibraries",
                RelocateLibraries.class,
                task -> {
                  task.setDescription("Makes the jar that is published, libraries included.");
                  task.getJars().from(own, classpath);
                  task.getOwnPackage().set("io.github.talosforge");
                  task.getTargetPackage().set("io.github.talosforge.libraries");
                  task.getArchive()
                      .set(
                          project
                              .getLayout()
                              .getBuildDirectory()
                              .file(
                                  "libs/%s-%s.jar"
                                      .formatted(project.getName(), project.getVersion())));
                });
    publish(project, relocated);
    project
        .getTasks()
        .named(
            "pluginUnderTestMetadata",
            PluginUnderTestMetadata.class,
            task -> task.getPluginClasspath().setFrom(relocated));
    project
        .getTasks()
        .withType(ValidatePlugins.class)
        .configureEach(task -> task.getClasspath().from(classpath));
  }

  private static void runsOnTheJvm(Project project, Configuration classpath) {
    ObjectFactory named = project.getObjects();
    AttributeContainer wanted = classpath.getAttributes();
    wanted.attribute(Usage.USAGE_ATTRIBUTE, named.named(Usage.class, Usage.JAVA_RUNTIME));
    wanted.attribute(Category.CATEGORY_ATTRIBUTE, named.named(Category.class, Category.LIBRARY));
    wanted.attribute(
        LibraryElements.LIBRARY_ELEMENTS_ATTRIBUTE,
        named.named(LibraryElements.class, LibraryElements.JAR));
    wanted.attribute(
        TargetJvmEnvironment.TARGET_JVM_ENVIRONMENT_ATTRIBUTE,
        named.named(TargetJvmEnvironment.class, TargetJvmEnvironment.STANDARD_JVM));
  }

  /** Everybody who gets the plugin from a repository gets the jar with the libraries. */
  private static void publish(Project project, TaskProvider<RelocateLibraries> relocated) {
    for (String variant : List.of("apiElements", "runtimeElements")) {
      ConfigurationPublications outgoing =
          project.getConfigurations().getByName(variant).getOutgoing();
      outgoing.getArtifacts().clear();
      outgoing.getVariants().clear();
      outgoing.artifact(relocated.flatMap(RelocateLibraries::getArchive));
    }
  }

  /**
   * Compiles the plugin once more against the newest Gradle API that can be had, where a deprecated
   * call is an error too.
   */
  private static void newestGradle(Project project) {
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    SourceSet newest = java.getSourceSets().create("newestGradle");
    newest.getJava().setSrcDirs(main(project).getJava().getSourceDirectories());
    project
        .getDependencies()
        .add(newest.getCompileOnlyConfigurationName(), Catalog.of(project).library("gradle-api"));
    // Only what is declared itself: what it extends holds the API of the running Gradle.
    Configuration bundled = project.getConfigurations().getByName("bundled");
    project
        .getConfigurations()
        .getByName(newest.getCompileOnlyConfigurationName())
        .getDependencies()
        .addAllLater(project.provider(bundled::getDependencies));
    project
        .getTasks()
        .named(
            newest.getCompileJavaTaskName(),
            JavaCompile.class,
            // The checkers have read these sources already.
            task ->
                task.getOptions()
                    .getCompilerArgs()
                    .removeIf(argument -> argument.startsWith("-Xplugin:")));
    project.getTasks().named("check", check -> check.dependsOn(newest.getCompileJavaTaskName()));
  }

  private static SourceSet main(Project project) {
    return project
        .getExtensions()
        .getByType(JavaPluginExtension.class)
        .getSourceSets()
        .getByName(SourceSet.MAIN_SOURCE_SET_NAME);
  }

  private static void functionalTests(Project project) {
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    SourceSet functionalTest = java.getSourceSets().create("functionalTest");
    project
        .getConfigurations()
        .getByName(functionalTest.getImplementationConfigurationName())
        .extendsFrom(project.getConfigurations().getByName("testImplementation"));
    project
        .getConfigurations()
        .getByName(functionalTest.getRuntimeOnlyConfigurationName())
        .extendsFrom(project.getConfigurations().getByName("testRuntimeOnly"));
    project
        .getExtensions()
        .getByType(GradlePluginDevelopmentExtension.class)
        .testSourceSets(functionalTest);
    SimulatorArgument simulator = simulator(project);
    NeighbourArgument neighbour = neighbour(project);
    TaskProvider<Test> task =
        project
            .getTasks()
            .register(
                "functionalTest",
                Test.class,
                test -> {
                  test.setGroup("verification");
                  // One of them builds this repository once more: that is enough beside them.
                  test.mustRunAfter(":core-lib:test", ":simulator:test", ":plugin:test");
                  test.setDescription("Runs the plugin in real Gradle builds (TestKit).");
                  test.setTestClassesDirs(functionalTest.getOutput().getClassesDirs());
                  test.setClasspath(functionalTest.getRuntimeClasspath());
                  test.systemProperty(
                      "talosforge.repository", project.getRootDir().getAbsolutePath());
                  test.systemProperty(
                      "talosforge.gradleUserHome",
                      project.getGradle().getGradleUserHomeDir().getAbsolutePath());
                  test.systemProperty(
                      "talosforge.publishedRepository",
                      PublishedConventionsPlugin.repository(project).getAbsolutePath());
                  test.systemProperty(
                      "talosforge.publishedVersion", project.getVersion().toString());
                  for (String module : List.of("core-lib", "plugin", "simulator")) {
                    test.dependsOn(":%s:publishAllPublicationsToBuildRepository".formatted(module));
                  }
                  test.getJvmArgumentProviders().add(simulator);
                  test.getJvmArgumentProviders().add(neighbour);
                  TestSurroundings.withTheBuildItselfAreReadBy(test, project);
                });
    project.getTasks().named("check", check -> check.dependsOn(task));
  }

  /** The simulator's class path; the plugin under test must not see it as its own. */
  private static SimulatorArgument simulator(Project project) {
    Configuration simulator = project.getConfigurations().create("functionalTestSimulator");
    simulator.setCanBeConsumed(false);
    project
        .getDependencies()
        .add(simulator.getName(), project.getDependencies().project(Map.of("path", ":simulator")));
    SimulatorArgument argument = project.getObjects().newInstance(SimulatorArgument.class);
    argument.getClasspath().from(simulator);
    return argument;
  }

  /** Other versions of libraries that the plugin has too, as another plugin might bring them. */
  private static NeighbourArgument neighbour(Project project) {
    Configuration neighbour = project.getConfigurations().create("functionalTestNeighbour");
    neighbour.setCanBeConsumed(false);
    runsOnTheJvm(project, neighbour);
    NeighbourArgument argument = project.getObjects().newInstance(NeighbourArgument.class);
    argument.getClasspath().from(neighbour);
    return argument;
  }

  /** Hands the neighbour's class path over as a system property. */
  public abstract static class NeighbourArgument implements CommandLineArgumentProvider {
    /**
     * Returns what the other plugin brings.
     *
     * @return the class path
     */
    @Classpath
    public abstract ConfigurableFileCollection getClasspath();

    @Override
    public Iterable<String> asArguments() {
      return List.of("-Dtalosforge.neighbour=" + getClasspath().getAsPath());
    }
  }

  /** Hands the simulator's class path over as a system property. */
  public abstract static class SimulatorArgument implements CommandLineArgumentProvider {
    /**
     * Returns the simulator with all it needs.
     *
     * @return the class path
     */
    @Classpath
    public abstract ConfigurableFileCollection getClasspath();

    @Override
    public Iterable<String> asArguments() {
      return List.of("-Dtalosforge.simulator=" + getClasspath().getAsPath());
    }
  }
}
