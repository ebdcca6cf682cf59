package io.github.talosforge.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.releases.Releases;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a configuration gives to components that their new version no longer knows. */
class RemovedUseTest {
  private static List<String> uses(String yaml) {
    ConfigDocuments documents = ConfigDocuments.read("test", yaml).documents();
    return RemovedUse.in(
            documents,
            Releases.known()
                .removedBetween(KubernetesVersion.of("1.34.0"), KubernetesVersion.of("1.37.0")))
        .stream()
        .map(RemovedUse::words)
        .toList();
  }

  @Test
  void flagsAreFoundWithTheComponentThatLosesThem() {
    assertThat(
            uses(
                """
                machine:
                  kubelet:
                    extraArgs:
                      containerd: /run/containerd.sock
                      v: "4"
                cluster:
                  scheduler:
                    extraArgs:
                      containerd: not-the-kubelet
                """))
        .containsExactly("kubelet: flag containerd, gone with Kubernetes 1.37");
  }

  @Test
  void gatesAreFoundInFlagsInListsAndInTheKubeletsOwnConfiguration() {
    assertThat(
            uses(
                """
                machine:
                  kubelet:
                    extraConfig:
                      featureGates:
                        SizeMemoryBackedVolumes: true
                cluster:
                  apiServer:
                    extraArgs:
                      feature-gates: AnyVolumeDataSource=true, NodeSwap=true
                  controllerManager:
                    extraArgs:
                      feature-gates: [HonorPVReclaimPolicy=true]
                """))
        .containsExactly(
            "kubelet: feature gate SizeMemoryBackedVolumes, gone with Kubernetes 1.35",
            "kube-apiserver: feature gate AnyVolumeDataSource, gone with Kubernetes 1.37",
            "kube-controller-manager: feature gate HonorPVReclaimPolicy, gone with Kubernetes"
                + " 1.36");
  }

  @Test
  void documentsOfTheirOwnAreReadToo() {
    assertThat(
            uses(
                """
                apiVersion: v1alpha1
                kind: KubeSchedulerConfig
                extraArgs:
                  feature-gates: GangScheduling=true
                """))
        .containsExactly("kube-scheduler: feature gate GangScheduling, gone with Kubernetes 1.37");
  }

  @Test
  void whatIsStillKnownIsNotNamed() {
    assertThat(
            uses(
                """
                cluster:
                  apiServer:
                    extraArgs:
                      feature-gates: NodeSwap=true
                      audit-log-maxage: "7"
                """))
        .isEmpty();
  }
}
