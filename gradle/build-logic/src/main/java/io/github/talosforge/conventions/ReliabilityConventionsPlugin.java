package io.github.talosforge.conventions;

import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.testing.Test;

/**
 * Tests with the tag {@code matrix} try every mishap at every call, which takes long. They are not
 * part of {@code check}, but of {@code crashMatrix}.
 */
public class ReliabilityConventionsPlugin implements Plugin<Project> {
  private static final String TAG = "matrix";

  /** Part of {@code check} too, with a part of its cases. */
  private static final String EXHAUSTIVE = "exhaustive";

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
            "crashMatrix",
            Test.class,
            task -> {
              task.setGroup("verification");
              task.setDescription("Lets every mishap happen at every call that changes something.");
              task.setTestClassesDirs(test.getOutput().getClassesDirs());
              task.setClasspath(test.getRuntimeClasspath());
              task.useJUnitPlatform(options -> options.includeTags(TAG, EXHAUSTIVE));
              task.systemProperty("talosforge.everyCase", "true");
              task.getJvmArgumentProviders()
                  .add(
                      new CommitUnderTest(
                          project
                              .getIsolated()
                              .getRootProject()
                              .getProjectDirectory()
                              .getAsFile()));
              // Here the same code runs for half an hour, which the second compiler is for.
              task.jvmArgs("-XX:TieredStopAtLevel=4");
              task.getTestLogging().setShowStandardStreams(true);
              task.getOutputs().upToDateWhen(same -> false);
            });
  }
}
