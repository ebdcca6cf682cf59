package io.github.talosforge.conventions;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.ArchiveOperations;
import org.gradle.api.file.DuplicatesStrategy;
import org.gradle.api.file.FileSystemLocation;
import org.gradle.api.plugins.ApplicationPlugin;
import org.gradle.api.plugins.JavaApplication;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.jvm.tasks.Jar;

/**
 * An application that also comes as one jar with everything in it, named after the project: {@code
 * simulatorJar} for {@code simulator}. No library in it is found through service files, so that the
 * first of several equal ones is enough.
 */
public class ExecutableConventionsPlugin implements Plugin<Project> {
  private final ArchiveOperations archives;

  @Inject
  public ExecutableConventionsPlugin(ArchiveOperations archives) {
    this.archives = archives;
  }

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(ApplicationPlugin.class);
    JavaApplication application = project.getExtensions().getByType(JavaApplication.class);
    // It runs beside what people really work on. An ArrayList, because the configuration cache
    // does not restore the lists of List.of.
    application.setApplicationDefaultJvmArgs(
        new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC")));
    SourceSet main =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName("main");
    project
        .getTasks()
        .register(
            project.getName() + "Jar",
            Jar.class,
            jar -> {
              jar.setGroup("distribution");
              jar.setDescription("Assembles one jar that java -jar starts.");
              jar.getArchiveClassifier().set("all");
              jar.setDuplicatesStrategy(DuplicatesStrategy.EXCLUDE);
              jar.manifest(
                  manifest ->
                      manifest.attributes(
                          Map.of(
                              "Main-Class", application.getMainClass(), "Multi-Release", "true")));
              jar.from(main.getOutput());
              jar.from(main.getRuntimeClasspath().getElements().map(this::contents));
              // Signatures of single libraries do not fit the jar that holds them all.
              jar.exclude("META-INF/*.SF", "META-INF/*.RSA", "META-INF/*.DSA");
              jar.exclude("**/module-info.class", "META-INF/INDEX.LIST");
            });
  }

  private List<Object> contents(Collection<FileSystemLocation> locations) {
    List<Object> contents = new ArrayList<>();
    for (FileSystemLocation location : locations) {
      File file = location.getAsFile();
      contents.add(file.getName().endsWith(".jar") ? archives.zipTree(file) : file);
    }
    return contents;
  }
}
