package io.github.talosforge.versions;

import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import java.util.Optional;

/**
 * What the files want a node to run.
 *
 * @param talos the version of Talos
 * @param schematic the schematic; empty where a template of the user's own decides
 * @param kubernetes the images of Kubernetes, patches included
 */
public record WantedVersions(
    TalosVersion talos, Optional<SchematicId> schematic, KubernetesImages kubernetes) {}
