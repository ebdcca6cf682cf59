package io.github.talosforge.conventions;

import com.diffplug.gradle.spotless.SpotlessExtension;
import com.diffplug.gradle.spotless.SpotlessPlugin;
import com.diffplug.spotless.LineEnding;
import org.gradle.api.Plugin;
import org.gradle.api.Project;

/** google-java-format, checked by {@code check} and applied by {@code spotlessApply}. */
public class FormattedConventionsPlugin implements Plugin<Project> {
  @Override
  public void apply(Project project) {
    project.getPluginManager().apply("base");
    project.getPluginManager().apply(SpotlessPlugin.class);
    SpotlessExtension spotless = project.getExtensions().getByType(SpotlessExtension.class);
    // Asking git for line ends would make the state of the checkout an input of every build.
    spotless.setLineEndings(LineEnding.UNIX);
    String version = Catalog.of(project).version("google-java-format");
    spotless.java(
        java -> {
          java.googleJavaFormat(version).reorderImports(true);
          if (project == project.getRootProject()) {
            java.target(
                ".ci/*.java",
                "gradle/architecture/**/*.java",
                "gradle/skipped/**/*.java",
                "gradle/bootstrap/*.java",
                "gradle/build-logic/src/**/*.java");
          } else {
            java.target("src/**/*.java");
          }
        });
  }
}
