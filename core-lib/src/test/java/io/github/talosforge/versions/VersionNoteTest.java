package io.github.talosforge.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node ran is read as it was written, or not at all. */
class VersionNoteTest {
  private static final RunningVersions RAN = ran(Map.of());
  private static final String LINE = VersionNote.of(RAN).line();

  private static RunningVersions ran(Map<KubernetesPart, ImageName> others) {
    Map<KubernetesPart, ImageName> images =
        new EnumMap<>(KubernetesImages.published(KubernetesVersion.of("1.34.0")).images());
    images.putAll(others);
    return new RunningVersions(
        Optional.of(TalosVersion.of("1.12.4")),
        Optional.of(
            SchematicId.of("376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba")),
        Optional.of(
            new KubernetesImages(
                images, Map.of(KubernetesPart.ETCD, new ImageName("registry.k8s.io/etcd:v3.6.6")))),
        Optional.empty());
  }

  private static Optional<RunningVersions> read(String notes) {
    return VersionNote.in(notes).flatMap(VersionNote::ran);
  }

  @Test
  void itSaysTalosTheSchematicAndKubernetesByComponent() {
    assertThat(LINE)
        .startsWith(
            "talosforge: ran talos=v1.12.4"
                + " schematic=376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba"
                + " kubelet=ghcr.io/siderolabs/kubelet:v1.34.0"
                + " kube-apiserver=registry.k8s.io/kube-apiserver:v1.34.0 ")
        .contains(" etcd?=registry.k8s.io/etcd:v3.6.6 sum=");
    assertThat(read(LINE)).contains(RAN);
  }

  @Test
  void mirrorsAndDigestsAreNotedAndWhatIsNoImageIsNot() {
    ImageName mirrored =
        new ImageName("[fd00::1]:5000/kubelet:v1.34.0@sha256:" + "0123456789abcdef".repeat(4));
    RunningVersions odd =
        ran(
            Map.of(
                KubernetesPart.KUBELET, mirrored,
                KubernetesPart.PROXY, new ImageName("user:hunter2@mirror.example/proxy:v1.34.0"),
                KubernetesPart.SCHEDULER, new ImageName("a b\ntalosforge: ran talos=v1.0.0")));

    String line = VersionNote.of(odd).line();

    assertThat(line).doesNotContain("hunter2", "v1.0.0", "\n");
    assertThat(read(line).flatMap(RunningVersions::kubernetes).orElseThrow().images())
        .containsEntry(KubernetesPart.KUBELET, mirrored)
        .doesNotContainKeys(KubernetesPart.PROXY, KubernetesPart.SCHEDULER);
  }

  @Test
  void whatPeopleWroteStaysAroundIt() {
    String notes = "Ask Ada.\n\n" + LINE + "  \nNever start it.";

    assertThat(read(notes)).contains(RAN);
    assertThat(VersionNote.without(notes)).isEqualTo("Ask Ada.\n\nNever start it.");
    assertThat(VersionNote.of(RAN).addedTo(notes))
        .isEqualTo(LINE + "\nAsk Ada.\n\nNever start it.");
    assertThat(VersionNote.of(RAN).addedTo("")).isEqualTo(LINE);
    assertThat(VersionNote.in("Ask Ada.\ntalosforge: ran-away")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v1.12.4>v1.13.2",
        "kubelet=>kubelets=",
        " kube-apiserver=registry.k8s.io/kube-apiserver:v1.34.0>",
        " sum=.*>",
        "$> more",
        "$>\ntalosforge: ran",
        " .*>",
      })
  void whatSomebodyEditedIsNotTakenForWhatRan(String edit) {
    String[] parts = edit.split(">", -1);
    String edited = LINE.replaceFirst(parts[0], parts[1].replace("\\n", "\n"));

    assertThat(edited).isNotEqualTo(LINE);
    if (edited.startsWith("talosforge: ran")) {
      assertThat(VersionNote.in(edited)).contains(new VersionNote(Optional.empty()));
    } else {
      assertThat(VersionNote.in(edited)).isEmpty();
    }
  }
}
