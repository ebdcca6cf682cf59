package io.github.talosforge.versions;

import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import java.util.Optional;

/**
 * What a node runs, as far as it is known.
 *
 * @param talos the version of Talos
 * @param schematic the schematic that its image was built from; images from elsewhere have none
 * @param kubernetes the images of Kubernetes; empty for a machine without a configuration, which
 *     runs none
 * @param installer the installer that its configuration names
 */
public record RunningVersions(
    Optional<TalosVersion> talos,
    Optional<SchematicId> schematic,
    Optional<KubernetesImages> kubernetes,
    Optional<ImageName> installer) {
  /** What a machine runs that is yet to be made. */
  public static final RunningVersions NOTHING =
      new RunningVersions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns this, and what others know of what is not known here. */
  public RunningVersions or(RunningVersions others) {
    return new RunningVersions(
        talos.or(others::talos),
        schematic.or(others::schematic),
        kubernetes.or(others::kubernetes),
        installer.or(others::installer));
  }
}
