package io.github.talosforge.releases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which upgrades lead from one pair of versions to another, and what is refused. */
class WayfinderTest {
  private static VersionPair pair(String talos, String kubernetes) {
    return new VersionPair(TalosVersion.of(talos), KubernetesVersion.of(kubernetes));
  }

  private static Wayfinder wayfinder(String... published) {
    return new Wayfinder(
        Releases.known(), Stream.of(published).map(TalosVersion::of).collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.13.9 | 1.35.4 | 1.13.10 | 1.35.4 | Talos v1.13.10",
        "1.13.9 | 1.35.4 | 1.13.9  | 1.35.2 | Kubernetes v1.35.2",
        "1.13.9 | 1.35.4 | 1.13.9  | 1.36.0 | Kubernetes v1.36.0",
        // Talos goes first where both could, and stops at no minor release on its way.
        "1.12.4 | 1.34.0 | 1.14.1  | 1.36.2 | Talos v1.13.10, then Talos v1.14.1,"
            + " then Kubernetes 1.35 (its newest patch), then Kubernetes v1.36.2",
        // Talos 1.14 does not run what 1.12 was made with; Kubernetes goes first there.
        "1.12.4 | 1.30.1 | 1.14.1  | 1.32.0 | Kubernetes 1.31 (its newest patch),"
            + " then Talos v1.13.10, then Kubernetes v1.32.0, then Talos v1.14.1",
        // Data of an older etcd is not safe under the one of Talos 1.11.
        "1.10.3 | 1.32.0 | 1.11.6  | 1.32.0 | Talos v1.10.9, then Talos v1.11.6",
        "1.9.6  | 1.31.0 | 1.11.6  | 1.31.0 | Talos v1.10.9, then Talos v1.11.6",
        // Of a minor release that is not known yet, nothing is held against it.
        "1.14.1 | 1.37.0 | 1.15.0  | 1.38.0 | Talos v1.15.0, then Kubernetes v1.38.0",
      })
  void upgradesInOrder(
      String talos, String kubernetes, String wantedTalos, String wantedKubernetes, String way) {
    UpgradeWay found =
        wayfinder().between(pair(talos, kubernetes), pair(wantedTalos, wantedKubernetes));

    assertThat(found.obstacles()).isEmpty();
    assertThat(found.words()).isEqualTo(way);
  }

  @Test
  void aMinorReleaseOnTheWayIsTakenByTheNewestPatchThatCanBeHad() {
    UpgradeWay found =
        wayfinder("1.12.99", "1.13.0", "1.13.77", "1.13.78-alpha.1", "1.14.1")
            .between(pair("1.12.4", "1.34.0"), pair("1.14.1", "1.34.0"));

    assertThat(found.words()).isEqualTo("Talos v1.13.77, then Talos v1.14.1");
  }

  @Test
  void nobodyIsLedOverATroubledRelease() {
    UpgradeWay found =
        wayfinder("1.13.0", "1.13.1").between(pair("1.12.4", "1.34.0"), pair("1.14.1", "1.34.0"));

    assertThat(found.words()).isEqualTo("Talos v1.13.0, then Talos v1.14.1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.13.9 | 1.35.4 | 1.12.11 | 1.35.4 | Talos is not taken back from v1.13.9 to v1.12.11",
        "1.13.9 | 1.35.4 | 1.13.8  | 1.35.4 | Talos is not taken back from v1.13.9 to v1.13.8",
        "1.13.9 | 1.35.4 | 1.13.9  | 1.34.9 | Kubernetes is not taken back from v1.35.4 to v1.34.9",
        "1.12.4 | 1.34.0 | 1.13.1  | 1.34.0 | Talos v1.13.1 was withdrawn by its makers; take v1.13.4",
        "1.12.4 | 1.35.0 | 1.13.2  | 1.35.0 | Talos v1.13.2 hands the scheduler",
        "1.12.4 | 1.34.0 | 1.13.9  | 1.37.0 | Talos v1.13.9 runs Kubernetes 1.31 to 1.36, not v1.37.0",
      })
  void refuses(
      String talos, String kubernetes, String wantedTalos, String wantedKubernetes, String why) {
    UpgradeWay found =
        wayfinder().between(pair(talos, kubernetes), pair(wantedTalos, wantedKubernetes));

    assertThat(found.steps()).isEmpty();
    assertThat(found.obstacles()).singleElement().asString().startsWith(why);
  }

  @Test
  void whatRunsAlreadyIsNotHeldAgainstAnybody() {
    assertThat(wayfinder().between(pair("1.13.3", "1.34.0"), pair("1.13.3", "1.35.0")).words())
        .isEqualTo("Kubernetes v1.35.0");
  }

  /** A pair that Talos does not run has no way on; it says so instead of going round for ever. */
  @Test
  void saysWhereItCannotGoOn() {
    UpgradeWay found = wayfinder().between(pair("1.9.6", "1.36.0"), pair("1.14.1", "1.37.0"));

    assertThat(found.obstacles())
        .singleElement()
        .asString()
        .startsWith("From Talos v1.9.6 with Kubernetes 1.36 no step leads on");
  }

  @Test
  void everyWayKeepsToWhatTalosAllows() {
    Releases releases = Releases.known();
    List<Minor> minors = List.copyOf(releases.talos().keySet());
    Random random = new Random(24);
    for (int round = 0; round < 2_000; round++) {
      TalosMinor from = releases.talos().get(minors.get(random.nextInt(minors.size())));
      TalosMinor to = releases.talos().get(minors.get(random.nextInt(minors.size())));
      VersionPair runs = pair(from.minor() + "." + random.nextInt(5), kubernetes(from, random));
      VersionPair wanted = pair(to.newest().toString(), kubernetes(to, random));
      UpgradeWay way = new Wayfinder(releases, Set.of()).between(runs, wanted);
      if (way.obstacles().isEmpty()) {
        assertThat(walked(releases, runs, way)).as(runs + " to " + wanted).isEqualTo(wanted);
      }
    }
  }

  private static String kubernetes(TalosMinor talos, Random random) {
    int span = talos.newestKubernetes().minor() - talos.oldestKubernetes().minor() + 1;
    return "1." + (talos.oldestKubernetes().minor() + random.nextInt(span)) + ".0";
  }

  /** Goes the way by the rules of Talos' own installers, and returns where it ends. */
  private static VersionPair walked(Releases releases, VersionPair from, UpgradeWay way) {
    TalosVersion talos = from.talos();
    KubernetesVersion kubernetes = from.kubernetes();
    for (UpgradeStep step : way.steps()) {
      if (step instanceof UpgradeStep.Talos next) {
        assertThat(next.to().minor() - talos.minor()).isBetween(0, 1);
        talos = next.to();
      } else if (step instanceof UpgradeStep.Kubernetes next) {
        assertThat(next.to().minor() - kubernetes.minor()).isBetween(0, 1);
        kubernetes = next.exactly().orElse(KubernetesVersion.of(next.to() + ".9"));
      }
      assertThat(releases.of(talos).orElseThrow().runs(kubernetes)).as(step.words()).isTrue();
    }
    return new VersionPair(talos, kubernetes);
  }
}
