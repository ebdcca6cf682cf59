package io.github.talosforge.conventions;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.testing.Test;

/**
 * Tests with the tag {@code interop} run other people's programs. They are not part of {@code
 * check}, but of {@code interopTest}, which needs those programs on the machine.
 */
public class InteropConventionsPlugin implements Plugin<Project> {
  private static final String TAG = "interop";

  @Override
  public void apply(Project project) {
    SourceSet test =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName("test");
    project
        .getTasks()
        .named(
            "test", Test.class, task -> task.useJUnitPlatform(options -> options.excludeTags(TAG)));
    project
        .getTasks()
        .register(
            "interopTest",
            Test.class,
            task -> {
              task.setGroup("verification");
              task.setDescription(
                  "Runs programs written by others: against the simulator, and on what the library writes.");
              task.setTestClassesDirs(test.getOutput().getClassesDirs());
              task.setClasspath(test.getRuntimeClasspath());
              task.useJUnitPlatform(options -> options.includeTags(TAG));
              task.getTestLogging().setShowStandardStreams(true);
              // What is installed on the machine is no input that Gradle could watch.
              task.getOutputs().upToDateWhen(same -> false);
            });
  }
}
