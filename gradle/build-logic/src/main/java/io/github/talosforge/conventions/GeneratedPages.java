package io.github.talosforge.conventions;

import org.gradle.api.Project;

/**
 * {@code updateDocs}: tests with the tag {@code generated} hold pages and schemas against the code
 * that they are made from; here they write them anew instead.
 */
final class GeneratedPages {
  private GeneratedPages() {}

  static void register(Project project) {
    MoreRuns.of(
        project,
        "updateDocs",
        "documentation",
        "Writes all generated pages and schemas anew.",
        (task, classes) -> {
          task.useJUnitPlatform(options -> options.includeTags("generated"));
          task.systemProperty("talosforge.updateDocs", "true");
          task.getOutputs().upToDateWhen(unused -> false);
        });
  }
}
