package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.WrittenCredentials;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What writes secrets to files writes them for their owner only, and in clear against no rule. */
class SecretFilesAttackTest {
  /** One that does not match and one that leaves keys out; each costs new keys. */
  private static final List<String> RULES =
      List.of(
          "creation_rules: [{path_regex: ^other/, age: AGE}]",
          "creation_rules: [{age: AGE, unencrypted_regex: ^k8s}]");

  @TempDir Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void noRuleOfSopsThatDoesNotFitLeavesSecretsInClear() throws IOException {
    SopsFixtures.AgeKey key = SopsFixtures.AgeKey.make();
    Path rules = folder.resolve(".sops.yaml");
    try (AttackedCluster attacked = AttackedCluster.start()) {
      attacked.resetFiles();
      try (ClusterSession session = attacked.cluster.session()) {
        for (String rule : RULES) {
          Files.writeString(rules, rule.replace("AGE", key.recipient()));
          SecretsFile file =
              SecretsFile.at(
                  folder.resolve("secrets.yaml"),
                  SopsFixtures.environment(Map.of("SOPS_AGE_KEY", key.identity())));

          assertThatThrownBy(
                  () ->
                      HurriedSessions.obtainSecrets(
                          session, file, attacked.dialer(), TalosOptions.defaults()))
              .as(rule)
              .isInstanceOf(SecretsException.class)
              .hasMessageContaining("cannot be encrypted. The rule");
          assertThat(files()).as(rule).containsExactly(rules);
        }
      }
    }
  }

  @Test
  void everyFileWithSecretsIsItsOwnersOnly() throws IOException {
    SecretsFile.at(folder.resolve("secrets.yaml"), SopsFixtures.environment(Map.of()))
        .create(World.SECRETS, Instant.now(), new SecureRandom());
    try (AttackedCluster attacked = AttackedCluster.living()) {
      attacked.resetFiles();
      try (ClusterSession session = attacked.cluster.session()) {
        TalosSession talos = attacked.talos(session);
        WrittenCredentials kubeconfig =
            talos.kubeconfig(folder.resolve("kubeconfig"), Duration.ofHours(1));
        WrittenCredentials talosconfig =
            talos.talosconfig(folder.resolve("talosconfig"), Duration.ofHours(1));
        assertThat(List.of(kubeconfig, talosconfig)).hasSize(2);
      }
    }

    List<Path> written = files().stream().filter(file -> !file.endsWith(".gitignore")).toList();
    assertThat(written)
        .extracting(file -> String.valueOf(file.getFileName()))
        .contains("secrets.yaml", "kubeconfig", "talosconfig");
    for (Path file : written) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .as("%s", file)
          .isEqualTo("rw-------");
    }
  }
}
