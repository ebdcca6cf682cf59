package io.github.talosforge.conventions;

import java.io.File;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.Directory;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.publish.PublishingExtension;
import org.gradle.api.publish.maven.MavenPom;
import org.gradle.api.publish.maven.MavenPublication;
import org.gradle.api.publish.maven.plugins.MavenPublishPlugin;

/**
 * A Java library that goes to a Maven repository with sources, Javadoc and a complete POM; to the
 * local one without Javadoc, which takes longer than everything else together.
 */
public class PublishedConventionsPlugin implements Plugin<Project> {
  private static final String HOME = "https://github.com/talosforge/talosforge";

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(JavaConventionsPlugin.class);
    project.getPluginManager().apply(MavenPublishPlugin.class);
    JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
    java.withSourcesJar();
    if (!JavaConventionsPlugin.isOnlyUsed(project)) {
      java.withJavadocJar();
    }
    PublishingExtension publishing = project.getExtensions().getByType(PublishingExtension.class);
    // java-gradle-plugin makes its own publication and marker.
    if (!project.getPluginManager().hasPlugin("java-gradle-plugin")) {
      publishing
          .getPublications()
          .register(
              "library",
              MavenPublication.class,
              publication -> publication.from(project.getComponents().getByName("java")));
    }
    publishing
        .getRepositories()
        .maven(
            repository -> {
              repository.setName("build");
              repository.setUrl(repository(project));
            });
    publishing
        .getPublications()
        .withType(MavenPublication.class)
        .configureEach(publication -> describe(project, publication.getPom()));
  }

  /** A repository that all modules share, for builds that try out what would be released. */
  static File repository(Project project) {
    Directory root = project.getIsolated().getRootProject().getProjectDirectory();
    return root.dir("build/repository").getAsFile();
  }

  private static void describe(Project project, MavenPom pom) {
    pom.getName().convention(project.provider(() -> "Talosforge " + project.getName()));
    pom.getDescription().convention(project.provider(project::getDescription));
    pom.getUrl().set(HOME);
    pom.licenses(
        licenses ->
            licenses.license(
                license -> {
                  license.getName().set("Apache-2.0");
                  license.getUrl().set("https://www.apache.org/licenses/LICENSE-2.0.txt");
                }));
    pom.developers(
        developers ->
            developers.developer(
                developer -> {
                  developer.getId().set("talosforge");
                  developer.getName().set("The Talosforge developers");
                }));
    pom.scm(
        scm -> {
          scm.getUrl().set(HOME);
          scm.getConnection().set("scm:git:" + HOME + ".git");
        });
  }
}
