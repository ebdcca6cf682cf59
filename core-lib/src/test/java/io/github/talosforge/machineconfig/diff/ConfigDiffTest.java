package io.github.talosforge.machineconfig.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.fixture.SecretsFixture;
import io.github.talosforge.machineconfig.Generated;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.secrets.SecretsBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigDiffTest {
  private static final Redaction REDACTION = SecretsFixture.secrets().redaction();

  private static String diff(String running, String wanted) {
    ConfigDiff diff = ConfigDiff.between(12, running, wanted, REDACTION);
    assertThat(diff.report().render()).isEmpty();
    return diff.render();
  }

  @Test
  void aConfigurationDoesNotDifferFromItself() {
    String yaml = Generated.yaml(Generated.CLUSTER, Generated.NODES, "cp-1");
    assertThat(ConfigDiff.between(12, yaml, yaml, REDACTION).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "machine: {token: a, type: worker} | machine: {type: 'worker', token: \"a\"}",
        "machine: {certSANs: []} | machine: {}",
        "machine: {install: {disk: '', wipe: yes}} | machine: {install: {wipe: true}}",
        "machine: {network: {interfaces: [{interface: eth0, mtu: 0}]}} | machine: {network: {interfaces: [{interface: eth0}]}}",
        "machine: {sysctls: {a: 1}} | machine: {sysctls: {a: '1'}}",
        "machine: {ca: {crt: YQ==, key: ''}} | machine: {ca: {crt: YQ==}}",
        "machine: {token: null} | machine: {}",
        "version: v1alpha1\\nmachine: {} | # comment\\nmachine: {}\\n",
        "machine: {}\\n---\\napiVersion: v1alpha1\\nkind: A\\nx: 1 | apiVersion: v1alpha1\\nkind: A\\nx: 1\\n---\\nmachine: {}"
      })
  void whatMeansTheSameDoesNotDiffer(String running, String wanted) {
    assertThat(diff(running.replace("\\n", "\n"), wanted.replace("\\n", "\n"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "machine: {install: {image: a}} | machine: {install: {image: b}} | ~ machine.install.image: a → b",
        "machine: {} | machine: {nodeLabels: {a/b.c: ''}} | + machine.nodeLabels[a/b.c]: ",
        "machine: {nodeLabels: {a: b}} | machine: {} | - machine.nodeLabels[a]: b",
        "machine: {network: {interfaces: [{interface: eth0, mtu: 1}, {interface: eth1}]}} | machine: {network: {interfaces: [{interface: eth1}, {interface: eth0, mtu: 2}]}} | ~ machine.network.interfaces[eth0].mtu: 1 → 2",
        "machine: {features: {rbac: false}} | machine: {features: {}} | - machine.features.rbac: false",
        "machine: {certSANs: [a]} | machine: {certSANs: [a, b]} | + machine.certSANs[1]: b"
      })
  void aDifferenceIsOneLine(String running, String wanted, String line) {
    assertThat(diff(running, wanted).strip()).isEqualTo(line.strip());
  }

  @Test
  void documentsThatComeAndGoAreNamed() {
    String main = "machine: {}\n---\napiVersion: v1alpha1\n";
    assertThat(
            diff(
                main + "kind: HostnameConfig\nhostname: a\n",
                main + "kind: VolumeConfig\nname: EPHEMERAL\nprovisioning: {maxSize: 9GiB}\n"))
        .isEqualTo(
            """
            + VolumeConfig EPHEMERAL (document): present
            + VolumeConfig EPHEMERAL provisioning.maxSize: 9GiB
            - HostnameConfig (document): present
            - HostnameConfig hostname: a""");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine: {token: '%s'}",
        "machine: {ca: {key: '%s'}}",
        "machine: {files: [{path: /a, content: '%s'}]}",
        "machine: {env: {proxy: '%s'}}",
        "machine: {registries: {config: {a: {auth: {password: '%s'}}}}}",
        "machine: {network: {interfaces: [{interface: wg0, wireguard: {privateKey: '%s'}}]}}",
        "cluster: {secret: '%s'}",
        "cluster: {secretboxEncryptionSecret: '%s'}",
        "cluster: {serviceAccount: {key: '%s'}}",
        "cluster: {inlineManifests: [{name: a, contents: '%s'}]}",
        "cluster: {extraManifestHeaders: {Authorization: '%s'}}",
        "apiVersion: v1alpha1\nkind: SideroLinkConfig\napiUrl: 'https://x?jointoken=%s'",
        "apiVersion: v1alpha1\nkind: ExtensionServiceConfig\nname: a\nenvironment: ['A=%s']",
        "machine: {install: {extraKernelArgs: ['my.param=%s']}}",
        "machine: {install: {extraKernelArgs: ['talos.config=https://x.lan/?h=%s']}}",
        "machine: {registries: {mirrors: {docker.io: {endpoints: ['https://me:%s@mirror.lan']}}}}",
        "machine: {time: {servers: ['https://x.lan/?a=%s']}}",
        "machine: {kubelet: {extraArgs: {apiKeyX: '%s'}}}",
        "machine: {kubelet: {extraArgs: {pw: '%s'}}}",
        "machine: {udev: {rules: ['RUN+=\"/bin/x --password=%s\"']}}",
        "apiVersion: v1alpha1\nkind: NewerConfig\nname: a\nissuing: '-----BEGIN X %s'"
      })
  void secretsAreShownAsShortHashes(String config) {
    String shown = diff(config.formatted("hunter2"), config.formatted("hunter3"));
    assertThat(shown)
        .doesNotContain("hunter")
        .containsPattern("hidden:[0-9a-f]{8}\\).* → .*hidden:");
  }

  @Test
  void noSecretOfAClusterIsShown() {
    String yaml = Generated.yaml(Generated.CLUSTER, Generated.NODES, "cp-1");
    String shown = diff("machine: {}", yaml) + diff(yaml, "machine: {}");
    SecretsBundle secrets = SecretsFixture.secrets();
    assertThat(shown)
        .contains("machine.token: (hidden:")
        .doesNotContain(secrets.trustdToken().value())
        .doesNotContain(secrets.bootstrapToken().value())
        .doesNotContain(secrets.clusterSecret().value())
        .doesNotContain(secrets.secretboxKey().orElseThrow().value())
        .doesNotContain(secrets.certificates().os().key().base64())
        .doesNotContain(secrets.certificates().etcd().key().base64())
        .doesNotContain(secrets.certificates().kubernetes().key().base64())
        .doesNotContain(secrets.certificates().aggregator().key().base64())
        .doesNotContain(secrets.certificates().serviceAccount().base64());
  }

  @Test
  void whatCannotBeReadIsAFinding() {
    ConfigDiff diff = ConfigDiff.between(12, "machine: [", "machine: {}", REDACTION);
    assertThat(diff.isEmpty()).isFalse();
    assertThat(diff.report().render())
        .contains("running machine config:1")
        .contains("TF-YAML-SYNTAX");
  }
}
