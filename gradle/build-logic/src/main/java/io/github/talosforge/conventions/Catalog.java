package io.github.talosforge.conventions;

import org.gradle.api.Project;
import org.gradle.api.artifacts.MinimalExternalModuleDependency;
import org.gradle.api.artifacts.VersionCatalog;
import org.gradle.api.artifacts.VersionCatalogsExtension;
import org.gradle.api.provider.Provider;

/**
 * The version catalog {@code gradle/libs.versions.toml}, for plugins, which have no generated
 * accessors.
 */
final class Catalog {
  private final VersionCatalog libs;

  private Catalog(VersionCatalog libs) {
    this.libs = libs;
  }

  static Catalog of(Project project) {
    return new Catalog(
        project.getExtensions().getByType(VersionCatalogsExtension.class).named("libs"));
  }

  Provider<MinimalExternalModuleDependency> library(String alias) {
    return libs.findLibrary(alias)
        .orElseThrow(
            () -> new IllegalArgumentException("No library '" + alias + "' in libs.versions.toml"));
  }

  String version(String alias) {
    return libs.findVersion(alias)
        .orElseThrow(
            () -> new IllegalArgumentException("No version '" + alias + "' in libs.versions.toml"))
        .getRequiredVersion();
  }
}
