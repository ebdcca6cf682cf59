package io.github.talosforge.gradle.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.versions.BootedSystem;
import io.github.talosforge.versions.ImageName;
import io.github.talosforge.versions.KubernetesImages;
import io.github.talosforge.versions.KubernetesPart;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningEtcd;
import io.github.talosforge.versions.RunningVersions;
import io.github.talosforge.versions.SystemExtension;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What differs between nodes has a column, and what does not is said once. */
class RunningTableTest {
  private static NodeVersions node(
      String name, String talos, Map<KubernetesPart, ImageName> images, String schematic) {
    return new NodeVersions(
        NodeName.of(name),
        NodeRole.CONTROL_PLANE,
        new RunningVersions(
            Optional.of(TalosVersion.of(talos)),
            Optional.of(SchematicId.of(schematic.repeat(32))),
            Optional.of(new KubernetesImages(images)),
            Optional.empty()),
        List.of(),
        new BootedSystem(
            Optional.of("nocloud"),
            Optional.of(false),
            Optional.of(true),
            Optional.of("boot-of-" + name),
            List.of(
                new SystemExtension("qemu-guest-agent", "10.0.2"),
                new SystemExtension("iscsi-tools", "v0.2.0"))));
  }

  private static Map<KubernetesPart, ImageName> images(String kubelet, String server) {
    return Map.of(
        KubernetesPart.KUBELET, new ImageName("ghcr.io/siderolabs/kubelet:" + kubelet),
        KubernetesPart.API_SERVER, new ImageName("registry.k8s.io/kube-apiserver:" + server));
  }

  private static List<String> lines(List<NodeVersions> nodes, Optional<RunningEtcd> etcd) {
    return RunningTable.of(new LookedAt(Map.of(), nodes, etcd, Optional.empty(), false));
  }

  @Test
  void threeVersionsFitIntoEightyColumns() {
    List<String> lines =
        lines(
            List.of(
                node("sample-cp-1", "v1.12.4", images("v1.34.0", "v1.35.0"), "ab"),
                node("sample-cp-2", "v1.13.10", images("v1.35.0", "v1.35.0"), "cd"),
                node("sample-cp-3", "v1.14.1", images("v1.35.0", "v1.35.0"), "cd")),
            Optional.of(
                new RunningEtcd(
                    List.of(
                        new RunningEtcd.Member(
                            0x8e9e05c52164694dL,
                            "sample-cp-1",
                            true,
                            false,
                            Optional.of(new RunningEtcd.Data("3.6.5", 20_000, 2L << 30, 1L << 30)),
                            List.of("no space", "corrupt")),
                        new RunningEtcd.Member(
                            7, "sample-cp-2", false, true, Optional.empty(), List.of())))));

    assertThat(lines)
        .containsExactly(
            "NODE         TALOS     KUBERNETES  SCHEMATIC",
            "sample-cp-1  v1.12.4   see below   abababababab",
            "sample-cp-2  v1.13.10  v1.35.0     cdcdcdcdcdcd",
            "sample-cp-3  v1.14.1   v1.35.0     cdcdcdcdcdcd",
            "sample-cp-1: Kubernetes v1.34.0 (kubelet), v1.35.0 (kube-apiserver).",
            "All nodes: Platform nocloud; Secure boot no; Extensions qemu-guest-agent 10.0.2,",
            "  iscsi-tools v0.2.0.",
            "ETCD MEMBER       NODE         PART     LAG    MIB IN USE    ALARMS",
            "8e9e05c52164694d  sample-cp-1  leader   20000  1024 of 2048  no space, corrupt",
            "0000000000000007  sample-cp-2  learner  -      -             -")
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void whatIsTheSameEverywhereHasNoTable() {
    assertThat(
            lines(
                List.of(
                    node("cp-1", "v1.12.4", images("v1.35.0", "v1.35.0"), "ab"),
                    node("cp-2", "v1.12.4", images("v1.35.0", "v1.35.0"), "ab")),
                Optional.empty()))
        .containsExactly(
            "All nodes: Talos v1.12.4; Kubernetes v1.35.0; Schematic abababababab; Platform",
            "  nocloud; Secure boot no; Extensions qemu-guest-agent 10.0.2, iscsi-tools",
            "  v0.2.0.");
  }

  @Test
  void aNodeThatRunsAndIsNotReadyIsToldWithWhatItWaitsFor() {
    MachineStatus status =
        new MachineStatus(
            MachineStatus.Stage.RUNNING,
            false,
            List.of(new MachineStatus.UnmetCondition("services", "kubelet not healthy")));
    Sighting sighting =
        new Sighting(Sighting.Kind.CONFIGURED, Optional.of(status), Optional.empty(), "Talos.");

    assertThat(
            RunningTable.of(
                new LookedAt(
                    Map.of(NodeName.of("cp-1"), sighting),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    false)))
        .containsExactly("cp-1 is not ready: running, waits for services: kubelet not healthy");
  }
}
