package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.patch.Patching;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.versions.InstallerPin;
import io.github.talosforge.versions.KubernetesImages;
import io.github.talosforge.versions.RunningVersions;
import io.github.talosforge.versions.VersionDifference;
import io.github.talosforge.versions.WantedVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps in a node's configuration what the node runs, and tells what the files want instead. */
record HeldVersions(NodeInput input, RunningVersions runs) {
  GeneratedConfig in(Patching.Patched patched) {
    NodeSpec node = input.node();
    NodeRole role = node.role();
    WantedVersions wanted =
        new WantedVersions(
            input.cluster().talos().version(),
            schematic(node),
            KubernetesImages.of(patched.documents()));
    List<VersionDifference> waiting =
        new ArrayList<>(VersionDifference.between(runs, wanted, role));
    InstallerPin installer =
        new InstallerPin(patched.documents(), input.talos(), runs, InstallSection.image(input));
    installer.difference().ifPresent(waiting::add);
    ConfigDocuments held =
        runs.kubernetes()
            .map(images -> images.heldIn(installer.held(), role))
            .orElse(installer.held());
    Optional<MachineConfig> config =
        patched.report().hasErrors()
            ? Optional.empty()
            : Optional.of(
                new MachineConfig(node.name(), role, held.yaml(), input.secrets().redaction()));
    return new GeneratedConfig(config, patched.report(), waiting);
  }

  /** What a template of the user's own contains, nobody knows. */
  private static Optional<SchematicId> schematic(NodeSpec node) {
    return node.image().template().isPresent()
        ? Optional.empty()
        : Optional.of(MachineConfigs.schematic(node));
  }
}
