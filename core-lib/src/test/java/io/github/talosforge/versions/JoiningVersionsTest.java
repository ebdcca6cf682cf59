package io.github.talosforge.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.TalosVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a node gets that joins, also in the middle of somebody's upgrade. */
class JoiningVersionsTest {
  private static NodeVersions node(
      String name, NodeRole role, String talos, Map<KubernetesPart, ImageName> images) {
    return new NodeVersions(
        NodeName.of(name),
        role,
        new RunningVersions(
            Optional.of(TalosVersion.of(talos)),
            Optional.empty(),
            Optional.of(new KubernetesImages(images)),
            Optional.empty()),
        List.of());
  }

  private static Map<KubernetesPart, ImageName> all(String version) {
    return KubernetesImages.published(KubernetesVersion.of(version)).images();
  }

  private static Map<KubernetesPart, ImageName> with(
      KubernetesPart part, String version, Map<KubernetesPart, ImageName> others) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(others);
    images.put(part, new ImageName(part.image(KubernetesVersion.of(version))));
    return images;
  }

  private static Optional<String> tag(JoiningVersions joining, KubernetesPart part) {
    return joining.kubernetes().flatMap(images -> images.of(part)).flatMap(ImageName::tag);
  }

  @Test
  void nobodyDecidesForAClusterThatIsYetToBeMade() {
    JoiningVersions joining = new JoiningVersions(List.of());

    assertThat(joining.talos()).isEmpty();
    assertThat(joining.kubernetes()).isEmpty();
    assertThat(joining.disagreement()).isEmpty();
  }

  @Test
  void theLowestOfTheControlPlanesCountsAndNoWorkerDoes() {
    JoiningVersions joining =
        new JoiningVersions(
            List.of(
                node(
                    "cp-1",
                    NodeRole.CONTROL_PLANE,
                    "v1.13.0",
                    with(KubernetesPart.API_SERVER, "1.35.0", all("1.34.2"))),
                node("cp-2", NodeRole.CONTROL_PLANE, "v1.12.10", all("1.34.2")),
                node(
                    "worker-1",
                    NodeRole.WORKER,
                    "v1.11.0",
                    Map.of(
                        KubernetesPart.KUBELET,
                        new ImageName(
                            KubernetesPart.KUBELET.image(KubernetesVersion.of("1.33.0")))))));

    assertThat(joining.talos()).contains(TalosVersion.of("v1.12.10"));
    assertThat(tag(joining, KubernetesPart.API_SERVER)).contains("v1.34.2");
    assertThat(tag(joining, KubernetesPart.KUBELET)).contains("v1.34.2");
    assertThat(joining.disagreement())
        .contains(
            "cp-1 runs Talos v1.13.0 with Kubernetes v1.34.2 and v1.35.0, cp-2 runs Talos v1.12.10"
                + " with Kubernetes v1.34.2");
  }

  @Test
  void whatWasNotedOfAControlPlaneCountsBeforeWorkersButNotIfTheClusterWentOn() {
    NodeVersions control = node("cp-1", NodeRole.CONTROL_PLANE, "v1.12.4", all("1.34.2"));
    NodeVersions worker = node("worker-1", NodeRole.WORKER, "v1.13.0", all("1.34.2"));
    NodeVersions newer = node("worker-1", NodeRole.WORKER, "v1.13.0", all("1.34.3"));
    JoiningVersions nobody = new JoiningVersions(List.of());

    assertThat(nobody.withNotes(List.of(control)).talos()).contains(TalosVersion.of("v1.12.4"));
    assertThat(nobody.withNotes(List.of(worker)).talos()).contains(TalosVersion.of("v1.13.0"));
    assertThat(new JoiningVersions(List.of(worker)).withNotes(List.of(control)).talos())
        .contains(TalosVersion.of("v1.12.4"));
    assertThat(new JoiningVersions(List.of(newer)).withNotes(List.of(control)))
        .isEqualTo(new JoiningVersions(List.of(newer)));
    assertThat(new JoiningVersions(List.of(worker)).withNotes(List.of(newer)).noted()).isEmpty();
    assertThat(nobody.withNotes(List.of(control)).deciders())
        .isEqualTo("the notes of data VMs say");
  }

  @Test
  void noKubeletIsNewerThanAnApiServer() {
    JoiningVersions joining =
        new JoiningVersions(
            List.of(
                node(
                    "cp-1",
                    NodeRole.CONTROL_PLANE,
                    "v1.12.4",
                    with(KubernetesPart.KUBELET, "1.35.0", all("1.34.2")))));

    assertThat(joining.kubernetes().flatMap(images -> images.of(KubernetesPart.KUBELET)))
        .contains(new ImageName("ghcr.io/siderolabs/kubelet:v1.34.2"));
  }

  @Test
  void whileOnlyWorkersAreConfiguredTheirKubeletDecides() {
    JoiningVersions joining =
        new JoiningVersions(
            List.of(
                node(
                    "worker-1",
                    NodeRole.WORKER,
                    "v1.12.4",
                    Map.of(
                        KubernetesPart.KUBELET,
                        new ImageName("mirror.example:5000/kubelet:v1.34.2")))));

    assertThat(tag(joining, KubernetesPart.API_SERVER)).contains("v1.34.2");
    assertThat(joining.kubernetes().flatMap(images -> images.of(KubernetesPart.KUBELET)))
        .contains(new ImageName("mirror.example:5000/kubelet:v1.34.2"));
  }
}
