package io.github.talosforge.conventions;

import java.util.List;
import java.util.Map;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.WriteProperties;
import org.gradle.api.tasks.testing.Test;
import org.gradle.plugin.devel.GradlePluginDevelopmentExtension;
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
    Configuration implementation = project.getConfigurations().getByName("implementation");
    project
        .getConfigurations()
        .getByName(newest.getCompileOnlyConfigurationName())
        .getDependencies()
        .addAllLater(project.provider(implementation::getDependencies));
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
    TaskProvider<Test> task =
        project
            .getTasks()
            .register(
                "functionalTest",
                Test.class,
                test -> {
                  test.setGroup("verification");
                  // The sample includes this very build and compiles it again, in place.
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
                  test.getInputs()
                      .files(usersView(project))
                      .withPropertyName("usersView")
                      .withPathSensitivity(PathSensitivity.RELATIVE);
                });
    project.getTasks().named("check", check -> check.dependsOn(task));
  }

  /** What users copy from: executed by the tests as it stands. */
  private static FileCollection usersView(Project project) {
    return project.fileTree(
        project.getRootDir(),
        tree -> {
          tree.include("README.md", "docs/*.md", "docs/schema/*", "sample-project/*");
          tree.exclude("**/build", "**/.gradle");
        });
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
