package io.github.talosforge.conventions;

import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.testing.Test;

/**
 * {@code updateDocs}: tests with the tag {@code generated} hold pages and schemas against the code
 * that they are made from; here they write them anew instead.
 */
final class GeneratedPages {
  private GeneratedPages() {}

  static void register(Project project) {
    SourceSet tests =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName(SourceSet.TEST_SOURCE_SET_NAME);
    project
        .getTasks()
        .register(
            "updateDocs",
            Test.class,
            task -> {
              task.setGroup("documentation");
              task.setDescription("Writes all generated pages and schemas anew.");
              task.setTestClassesDirs(tests.getOutput().getClassesDirs());
              task.setClasspath(tests.getRuntimeClasspath());
              task.useJUnitPlatform(options -> options.includeTags("generated"));
              task.systemProperty("talosforge.updateDocs", "true");
              task.getOutputs().upToDateWhen(unused -> false);
            });
  }
}
