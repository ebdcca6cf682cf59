package io.github.talosforge.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.yaml.YamlText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Secrets are written as talosctl writes them, and read from whoever wrote them. */
class SecretsYamlTest {
  private final SecretsBundle bundle = Bundles.bundle();
  private final String text = SecretsYaml.write(bundle);

  private static SecretsBundle read(String yaml) {
    return SecretsYaml.read("secrets.yaml", YamlText.read("secrets.yaml", yaml));
  }

  @Test
  void comesBackUnchanged() {
    assertThat(read(text)).isEqualTo(bundle);
    assertThat(SecretsYaml.write(read(text))).isEqualTo(text);
  }

  @Test
  void whatTalosMadeComesBackByteByByte() {
    SecretsBundle imported = Bundles.imported();
    assertThat(SecretsYaml.write(imported)).isEqualTo(Bundles.importedText());
    assertThat(imported.clusterId().belonging(Bundles.UID)).isEqualTo(ClusterId.Belonging.UNKNOWN);
  }

  @Test
  void isLaidOutAsTalosDoes() {
    List<String> keys = text.lines().map(line -> line.replaceFirst(": .*", ":")).toList();
    assertThat(keys)
        .containsExactly(
            "cluster:",
            "    id:",
            "    secret:",
            "secrets:",
            "    bootstraptoken:",
            "    secretboxencryptionsecret:",
            "trustdinfo:",
            "    token:",
            "certs:",
            "    etcd:",
            "        crt:",
            "        key:",
            "    k8s:",
            "        crt:",
            "        key:",
            "    k8saggregator:",
            "        crt:",
            "        key:",
            "    k8sserviceaccount:",
            "        key:",
            "    os:",
            "        crt:",
            "        key:");
    assertThat(text).contains("    id: " + bundle.clusterId().value() + "\n");
  }

  @Test
  void otherSpellingsAreTheSame() {
    String camel =
        text.replace("bootstraptoken", "bootstrapToken")
            .replace("secretboxencryptionsecret", "secretboxEncryptionSecret")
            .replace("trustdinfo", "trustdInfo")
            .replace("k8saggregator", "k8sAggregator")
            .replace("k8sserviceaccount", "k8sServiceAccount");
    String snake =
        text.replace("bootstraptoken", "bootstrap_token")
            .replace("secretboxencryptionsecret", "secretbox_encryption_secret")
            .replace("k8saggregator", "k8s_aggregator")
            .replace("k8sserviceaccount", "k8s_serviceaccount")
            .replace(" crt:", " cert:");
    String pascal =
        camel
            .replace("cluster:", "Cluster:")
            .replace(" id:", " Id:")
            .replace("certs:", "Certs:")
            .replace(" crt:", " Crt:")
            .replace(" key:", " Key:")
            .replace(" os:", " OS:");
    assertThat(List.of(read(camel), read(snake), read(pascal))).containsOnly(bundle);
  }

  @Test
  void theKeyOfOldClustersIsKept() {
    String old = text.replace("secretboxencryptionsecret", "aescbcencryptionsecret");
    SecretsBundle read = read(old);
    assertThat(read.secretboxKey()).isEmpty();
    assertThat(read.aescbcKey()).isEqualTo(bundle.secretboxKey());
    assertThat(SecretsYaml.write(read)).isEqualTo(old);
  }

  @Test
  void keysThatTalosDoesNotKnowAreLeftOut() {
    assertThat(read(text + "note: mine\n")).isEqualTo(bundle);
  }

  @Test
  void everythingMissingIsNamedAtOnce() {
    assertThatThrownBy(() -> read("cluster: {id: x}\n"))
        .isInstanceOf(SecretsException.class)
        .hasMessage(
            """
            secrets.yaml is not a bundle of Talos secrets:
              cluster.secret is missing
              secrets.bootstraptoken is missing
              secrets.secretboxencryptionsecret is missing
              trustdinfo.token is missing
              certs.etcd.crt is missing
              certs.etcd.key is missing
              certs.k8s.crt is missing
              certs.k8s.key is missing
              certs.k8saggregator.crt is missing
              certs.k8saggregator.key is missing
              certs.k8sserviceaccount.key is missing
              certs.os.crt is missing
              certs.os.key is missing
            Expected is what 'talosctl gen secrets' writes.""");
  }

  @Test
  void whatIsDamagedIsNamedWithoutBeingShown() {
    Map<String, String> damage =
        Map.of(
            "??", "is not PEM text in base64",
            "******", "is blanked out (******): this is a copy for showing",
            "aGVsbG8=", "The private key is not PEM text");
    damage.forEach(
        (value, sentence) ->
            assertThatThrownBy(
                    () ->
                        read(
                            text.replace(
                                bundle.certificates().os().key().base64(), "'" + value + "'")))
                .hasMessageContaining("certs.os.key")
                .hasMessageContaining(sentence)
                .hasMessageNotContaining(bundle.bootstrapToken().value()));
  }

  @Test
  void twoSpellingsOfOneKeyAreRefused() {
    String twice =
        text.replace("    bootstraptoken:", "    bootstrap_token: x\n    bootstraptoken:");
    assertThatThrownBy(() -> read(twice))
        .hasMessageContaining("secrets.bootstraptoken stands in two spellings");
  }

  @Test
  void bothEncryptionKeysMayStandTogether() {
    String both = text.replace("    secretbox", "    aescbcencryptionsecret: abc\n    secretbox");
    assertThat(read(both).aescbcKey()).isEqualTo(Optional.of(new Secret("abc")));
  }
}
