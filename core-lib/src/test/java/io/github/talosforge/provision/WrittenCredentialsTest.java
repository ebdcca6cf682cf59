package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever leads into the cluster does so: with others' secrets or at a wrong time none is made.
 */
class WrittenCredentialsTest {
  private static final Duration YEAR = Duration.ofDays(365);

  @TempDir Path folder;

  private List<Function<TalosSession, Object>> both() {
    return List.of(
        talos -> talos.kubeconfig(folder.resolve("kubeconfig"), YEAR),
        talos -> talos.talosconfig(folder.resolve("talosconfig"), YEAR));
  }

  @Test
  void machinesThatRunWithOtherSecretsEndItBeforeAnythingIsWritten() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      assertThat(
              world
                  .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                  .health()
                  .healthy())
          .isTrue();
      world.trouble("cp-1", Trouble.WRONG_CA, true);

      for (Function<TalosSession, Object> write : both()) {
        assertThatThrownBy(() -> world.talos(write))
            .isInstanceOf(SecretsException.class)
            .hasMessageStartingWith("These are not the secrets that cp-1 runs with")
            .hasMessageContaining("none was written");
      }
      assertThat(folder).isEmptyDirectory();

      world.trouble("cp-1", Trouble.WRONG_CA, false);
      both().forEach(world::talos);
      assertThat(folder).isDirectoryContaining(file -> file.endsWith("kubeconfig"));
      assertThat(folder).isDirectoryContaining(file -> file.endsWith("talosconfig"));
    }
  }

  @Test
  void machinesThatDoNotAnswerSayNothingAgainstIt() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      both().forEach(world::talos);

      assertThat(folder).isDirectoryContaining(file -> file.endsWith("kubeconfig"));
    }
  }

  /** As on a machine whose clock fell back: its certificates would count for nobody. */
  @Test
  void anAuthorityOfTheFutureLeadsToTheClock() {
    SecretsBundle.Certificates known = TalosWorld.SECRETS.certificates();
    SecureRandom random = new SecureRandom();
    Instant later = Instant.now().plus(Duration.ofDays(400));
    CertificateAndKey talos =
        CertificateAuthority.ofOrganization("talos", KeyKind.ED25519, later, random);
    SecretsBundle secrets =
        new SecretsBundle(
            TalosWorld.SECRETS.clusterId(),
            TalosWorld.SECRETS.clusterSecret(),
            TalosWorld.SECRETS.bootstrapToken(),
            TalosWorld.SECRETS.secretboxKey(),
            TalosWorld.SECRETS.aescbcKey(),
            TalosWorld.SECRETS.trustdToken(),
            new SecretsBundle.Certificates(
                known.etcd(),
                known.kubernetes(),
                known.aggregator(),
                known.serviceAccount(),
                talos));
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      for (Function<TalosSession, Object> write : both()) {
        assertThatThrownBy(() -> world.talos(secrets, write))
            .isInstanceOf(SecretsException.class)
            .hasMessageStartingWith("The cluster's own authority is valid only from ")
            .hasMessageContaining(", and this machine's clock says ")
            .hasMessageContaining("; the server's says ")
            .hasMessageContaining("Set this machine's clock right");
      }
      assertThat(folder).isEmptyDirectory();
    }
  }
}
