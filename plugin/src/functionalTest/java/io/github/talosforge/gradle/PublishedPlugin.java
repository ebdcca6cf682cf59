package io.github.talosforge.gradle;

/** The plugin as users get it: by its id, from a repository that this build filled. */
final class PublishedPlugin {
  static final String REPOSITORY = System.getProperty("talosforge.publishedRepository");
  static final String VERSION = System.getProperty("talosforge.publishedVersion");

  private PublishedPlugin() {}

  /** Returns settings, for Groovy and Kotlin alike, in which the plugins are found by their ids. */
  static String settings() {
    String repositories =
        """
            repositories {
                maven { url = uri("%s") }
                mavenCentral()
            }
        """
            .formatted(REPOSITORY);
    return """
    pluginManagement {
    %1$s
        plugins {
            id("io.github.talosforge").version("%2$s")
            id("io.github.talosforge.simulator").version("%2$s")
        }
    }

    dependencyResolutionManagement {
    %1$s
    }
    """
        .formatted(repositories, VERSION);
  }
}
