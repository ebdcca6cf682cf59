package io.github.talosforge.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import io.github.talosforge.pki.PemCertificate;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A kubeconfig gets a cluster's administrator without losing any other entry. */
class KubeconfigTest {
  private static final Instant NOW = Instant.parse("2026-11-16T07:00:00Z");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final CertificateAndKey AUTHORITY = authority();
  private static final URI SERVER = URI.create("https://10.0.0.10:6443");

  private static CertificateAndKey authority() {
    return CertificateAuthority.ofOrganization("kubernetes", KeyKind.ECDSA_P256, NOW, RANDOM);
  }

  private static KubernetesAccess access(CertificateAndKey authority) {
    return new KubernetesAccess("demo", SERVER, authority, List.of(), Optional.empty());
  }

  private static ClientRequest at(Instant now) {
    return new ClientRequest(Duration.ofDays(365), now, RANDOM);
  }

  private static Kubeconfig fresh() {
    return Kubeconfig.empty().with(access(AUTHORITY), at(NOW)).config();
  }

  @Test
  void isLaidOutAsTalosDoes() {
    List<String> keys =
        fresh().text().lines().map(line -> line.replaceFirst("-data: .*", "-data:")).toList();
    assertThat(keys)
        .containsExactly(
            "apiVersion: v1",
            "clusters:",
            "- cluster:",
            "    certificate-authority-data:",
            "    server: https://10.0.0.10:6443",
            "  name: demo",
            "contexts:",
            "- context:",
            "    cluster: demo",
            "    namespace: default",
            "    user: admin@demo",
            "  name: admin@demo",
            "current-context: admin@demo",
            "kind: Config",
            "users:",
            "- user:",
            "    client-certificate-data:",
            "    client-key-data:",
            "  name: admin@demo");
  }

  @Test
  void leadsToTheClusterAsItsAdministrator() {
    KubernetesLogin login = fresh().login("admin@demo").orElseThrow();
    assertThat(login.server()).isEqualTo(SERVER);
    assertThat(login.authorities()).isEqualTo(AUTHORITY.certificate().text());
    assertThat(login.client().certificate().organizations()).containsExactly("system:masters");
    assertThat(CertificateAuthority.of(AUTHORITY).signed(login.client().certificate())).isTrue();
    assertThat(login.proxy()).isEmpty();
  }

  @Test
  void otherAuthoritiesAndAProxyCanBeAdded() {
    PemCertificate old = authority().certificate();
    KubernetesAccess access =
        new KubernetesAccess(
            "demo",
            SERVER,
            AUTHORITY,
            List.of(old),
            Optional.of(URI.create("http://127.0.0.1:3128")));
    KubernetesLogin login =
        Kubeconfig.empty().with(access, at(NOW)).config().login("admin@demo").orElseThrow();
    assertThat(login.authorities()).isEqualTo(old.text() + AUTHORITY.certificate().text());
    assertThat(login.proxy()).contains(URI.create("http://127.0.0.1:3128"));
  }

  @Test
  void aSecondTimeNothingChanges() {
    Kubeconfig read = Kubeconfig.parse("kubeconfig", fresh().text());
    assertThat(read.with(access(AUTHORITY), at(NOW.plusSeconds(60))).config().text())
        .isEqualTo(read.text());
  }

  @Test
  void complaint21_aCertificateNearItsEndIsRenewed() {
    Kubeconfig first = fresh();
    Kubeconfig renewed = first.with(access(AUTHORITY), at(NOW.plus(Duration.ofDays(300)))).config();
    assertThat(certificate(renewed)).isNotEqualTo(certificate(first));
  }

  private static PemCertificate certificate(Kubeconfig config) {
    return config.login("admin@demo").orElseThrow().client().certificate();
  }

  @Test
  void entriesAndKeysOfOthersStay() {
    String theirs =
        """
        apiVersion: v1
        kind: Config
        preferences:
          colors: true
        clusters:
        - name: work
          cluster:
            server: https://work.example
            insecure-skip-tls-verify: true
        users:
        - name: me
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1
              command: aws
              args:
              - eks
              - "007"
        contexts:
        - name: work
          context:
            cluster: work
            user: me
        current-context: work
        """;
    Kubeconfig.Updated updated =
        Kubeconfig.parse("config", theirs).with(access(AUTHORITY), at(NOW));
    assertThat(updated.context()).isEqualTo("admin@demo");
    assertThat(updated.config().currentContext()).contains("admin@demo");
    String text = updated.config().text();
    theirs
        .lines()
        .filter(line -> !line.startsWith("current-context"))
        .forEach(line -> assertThat(text.lines()).contains(line));
  }

  @Test
  void anotherClusterOfTheSameNameKeepsItsEntries() {
    CertificateAndKey other = authority();
    Kubeconfig both = fresh().with(access(other), at(NOW)).config();
    assertThat(both.contextNames()).containsExactly("admin@demo", "admin@demo-1");
    assertThat(both.login("admin@demo").orElseThrow().authorities())
        .isEqualTo(AUTHORITY.certificate().text());
    assertThat(both.with(access(other), at(NOW)).config().text()).isEqualTo(both.text());
  }

  @Test
  void whatTalosSentIsTakenOver() {
    Kubeconfig sent = fresh();
    Kubeconfig.Updated updated =
        Kubeconfig.empty().with(Kubeconfig.parse("kubeconfig of the node", sent.text()));
    assertThat(updated.config().text()).isEqualTo(sent.text());
    Kubeconfig newer = sent.with(access(AUTHORITY), at(NOW.plus(Duration.ofDays(300)))).config();
    Kubeconfig replaced = updated.config().with(newer).config();
    assertThat(replaced.contextNames()).containsExactly("admin@demo");
    assertThat(certificate(replaced)).isEqualTo(certificate(newer));
    assertThatThrownBy(() -> Kubeconfig.empty().with(Kubeconfig.empty()))
        .isInstanceOf(CredentialsException.class)
        .hasMessage(
            "The kubeconfig that was sent has no context with a cluster and a user. Have the"
                + " cluster send it again.");
  }

  @Test
  void keysAreNeverShown() {
    assertThat(fresh().toString()).isEqualTo("Kubeconfig[admin@demo]");
    assertThat(fresh().login("admin@demo").toString()).doesNotContain("PRIVATE");
  }
}
