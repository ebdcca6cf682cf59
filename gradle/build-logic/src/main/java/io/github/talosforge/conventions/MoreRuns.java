package io.github.talosforge.conventions;

import java.util.function.BiConsumer;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.testing.Test;

/** Tasks that run some of a module's tests beside {@code test}. */
final class MoreRuns {
  private MoreRuns() {}

  static void of(
      Project project,
      String name,
      String group,
      String description,
      BiConsumer<Test, FileCollection> choice) {
    SourceSet tests =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName(SourceSet.TEST_SOURCE_SET_NAME);
    project
        .getTasks()
        .register(
            name,
            Test.class,
            task -> {
              task.setGroup(group);
              task.setDescription(description);
              task.setTestClassesDirs(tests.getOutput().getClassesDirs());
              task.setClasspath(tests.getRuntimeClasspath());
              choice.accept(task, tests.getOutput().getClassesDirs());
            });
  }
}
