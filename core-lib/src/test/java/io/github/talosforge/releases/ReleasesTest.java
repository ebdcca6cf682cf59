package io.github.talosforge.releases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.KubernetesVersion;
import org.junit.jupiter.api.Test;

/** The tables contradict neither themselves nor what Talos says of its releases. */
class ReleasesTest {
  private final Releases releases = Releases.known();

  @Test
  void everyTalosRunsTheSixMinorsOfKubernetesUpToTheOneItWasMadeFor() {
    assertThat(releases.talos().values())
        .allSatisfy(
            talos -> {
              assertThat(talos.newestKubernetes().minor()).isEqualTo(talos.minor().minor() + 23);
              assertThat(talos.oldestKubernetes().minor())
                  .isEqualTo(talos.newestKubernetes().minor() - 5);
            });
  }

  @Test
  void everyTalosUpgradesTheOneBefore() {
    assertThat(releases.talos().values())
        .allSatisfy(
            talos -> {
              assertThat(talos.oldestHost().minor()).isLessThan(talos.minor().minor());
              assertThat(Minor.of(talos.newest())).isEqualTo(talos.minor());
              talos
                  .leaveFrom()
                  .ifPresent(from -> assertThat(from).isLessThanOrEqualTo(talos.newest()));
            });
  }

  @Test
  void noTroubledReleaseIsTakenForTheNewest() {
    assertThat(releases.troubles())
        .isNotEmpty()
        .allSatisfy(
            trouble -> {
              assertThat(trouble.talos())
                  .isNotEqualTo(releases.of(trouble.talos()).orElseThrow().newest());
              assertThat(trouble.instead()).isGreaterThan(trouble.talos());
            });
  }

  @Test
  void everyStepOfKubernetesTakesAwayWhatItSays() {
    assertThat(releases.removedBetween(of("1.31.4"), of("1.32.0")))
        .extracting(RemovedItem::name)
        .contains("KMSv2", "podschedulingcontexts.v1alpha3.resource.k8s.io")
        .hasSize(16);
    assertThat(releases.removedBetween(of("1.36.1"), of("1.37.0")))
        .contains(new RemovedItem(new Minor(1, 37), RemovedItem.Kind.FLAG, "kubelet", "containerd"))
        .hasSize(25);
    assertThat(releases.removedBetween(of("1.35.0"), of("1.35.9"))).isEmpty();
  }

  private static KubernetesVersion of(String version) {
    return KubernetesVersion.of(version);
  }
}
