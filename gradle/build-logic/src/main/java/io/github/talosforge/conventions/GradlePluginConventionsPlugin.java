package io.github.talosforge.conventions;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.testing.Test;
import org.gradle.plugin.devel.GradlePluginDevelopmentExtension;
import org.gradle.plugin.devel.tasks.ValidatePlugins;

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
    functionalTests(project);
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
    TaskProvider<Test> task =
        project
            .getTasks()
            .register(
                "functionalTest",
                Test.class,
                test -> {
                  test.setGroup("verification");
                  test.setDescription("Runs the plugin in real Gradle builds (TestKit).");
                  test.setTestClassesDirs(functionalTest.getOutput().getClassesDirs());
                  test.setClasspath(functionalTest.getRuntimeClasspath());
                  test.systemProperty(
                      "talosforge.repository", project.getRootDir().getAbsolutePath());
                });
    project.getTasks().named("check", check -> check.dependsOn(task));
  }
}
