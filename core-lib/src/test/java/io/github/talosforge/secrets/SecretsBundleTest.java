package io.github.talosforge.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PrivateKeys;
import io.github.talosforge.secrets.ClusterId.Belonging;
import java.security.SecureRandom;
import java.security.interfaces.RSAPrivateKey;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** New secrets have the sizes and alphabets of Talos, and know their cluster. */
class SecretsBundleTest {
  private static final SecretsBundle NEW =
      SecretsBundle.generate(Bundles.UID, Bundles.MADE, new SecureRandom());

  private final SecretsBundle bundle = NEW;
  private final SecureRandom random = new SecureRandom();

  @Test
  void sizesAndAlphabetsAreThoseOfTalos() {
    assertThat(Base64.getUrlDecoder().decode(bundle.clusterId().value())).hasSize(32);
    assertThat(bundle.clusterId().value()).hasSize(44);
    assertThat(Base64.getDecoder().decode(bundle.clusterSecret().value())).hasSize(32);
    assertThat(Base64.getDecoder().decode(bundle.secretboxKey().orElseThrow().value())).hasSize(32);
    assertThat(bundle.aescbcKey()).isEmpty();
    assertThat(bundle.bootstrapToken().value()).matches("[0-9a-z]{6}\\.[0-9a-z]{16}");
    assertThat(bundle.trustdToken().value()).matches("[0-9a-z]{6}\\.[0-9a-z]{16}");
    assertThat(bundle.bootstrapToken()).isNotEqualTo(bundle.trustdToken());
  }

  @Test
  void authoritiesAreThoseOfTalos() {
    SecretsBundle.Certificates certificates = bundle.certificates();
    assertThat(certificates.os().certificate().organizations()).containsExactly("talos");
    assertThat(certificates.etcd().certificate().organizations()).containsExactly("etcd");
    assertThat(certificates.kubernetes().certificate().organizations())
        .containsExactly("kubernetes");
    assertThat(certificates.aggregator().certificate().commonNames())
        .containsExactly("front-proxy");
    assertThat(certificates.serviceAccount().text()).startsWith("-----BEGIN RSA PRIVATE KEY-----");
    RSAPrivateKey key = (RSAPrivateKey) PrivateKeys.read(certificates.serviceAccount());
    assertThat(key.getModulus().bitLength()).isEqualTo(4096);
  }

  @Test
  void nothingSecretIsEverShown() {
    String shown = bundle.toString();
    Stream<CertificateAndKey> pairs =
        Stream.of(
            bundle.certificates().os(),
            bundle.certificates().etcd(),
            bundle.certificates().kubernetes(),
            bundle.certificates().aggregator());
    List<String> secrets =
        Stream.concat(
                pairs.map(pair -> pair.key().text()),
                Stream.of(
                    bundle.clusterSecret().value(),
                    bundle.bootstrapToken().value(),
                    bundle.trustdToken().value(),
                    bundle.secretboxKey().orElseThrow().value(),
                    bundle.certificates().serviceAccount().text()))
            .toList();
    assertThat(shown).doesNotContain(secrets).doesNotContain("PRIVATE KEY").contains("***");
  }

  @Test
  void anIdKnowsTheClusterItWasMadeFor() {
    ClusterId id = bundle.clusterId();
    assertThat(id.belonging(Bundles.UID)).isEqualTo(Belonging.OWN);
    assertThat(id.belonging(ClusterUid.of("homelab-4c1e"))).isEqualTo(Belonging.FOREIGN);
    assertThat(id.belonging(id.uid())).isEqualTo(Belonging.OWN);
  }

  @Test
  void idsOfOneClusterDifferAndAllBelongToIt() {
    List<ClusterId> ids =
        IntStream.range(0, 50).mapToObj(i -> ClusterId.of(Bundles.UID, random)).toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).allMatch(id -> id.belonging(Bundles.UID) == Belonging.OWN);
  }

  @Test
  void ofAnIdMadeElsewhereNothingIsClaimed() {
    for (String value : List.of("cgvhCbucls-WqkESDTRqykFgb4hROI4cBpgB0YJLLtM=", "demo", "+/=")) {
      ClusterId id = new ClusterId(value);
      assertThat(id.belonging(Bundles.UID)).as(value).isEqualTo(Belonging.UNKNOWN);
      assertThat(id.belonging(id.uid())).as(value).isEqualTo(Belonging.OWN);
    }
  }

  @Test
  void anotherClustersSecretsStopTheRun() {
    assertThatCode(() -> bundle.requireOf(Bundles.UID, "s.yaml")).doesNotThrowAnyException();
    assertThatThrownBy(() -> bundle.requireOf(ClusterUid.of("other"), "s.yaml"))
        .isInstanceOf(SecretsException.class)
        .hasMessage(
            "s.yaml holds the secrets of another cluster: they were not made for cluster_uid"
                + " 'other'. Name this cluster's own file, or correct cluster_uid; nothing was"
                + " changed.");
  }
}
