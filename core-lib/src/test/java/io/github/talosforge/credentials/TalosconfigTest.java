package io.github.talosforge.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.TalosRole;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A talosconfig gets a cluster's context without losing any other, and keeps it fresh. */
class TalosconfigTest {
  private static final Instant NOW = Instant.parse("2026-11-16T07:00:00Z");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final CertificateAndKey AUTHORITY = authority();
  private static final Set<TalosRole> ADMIN = Set.of(TalosRole.ADMIN);
  private static final List<String> ENDPOINTS = List.of("10.0.0.1", "10.0.0.2");

  private static CertificateAndKey authority() {
    return CertificateAuthority.ofOrganization("talos", KeyKind.ED25519, NOW, RANDOM);
  }

  private static ClientRequest at(Instant now) {
    return new ClientRequest(Duration.ofDays(365), now, RANDOM);
  }

  private static Talosconfig fresh() {
    return Talosconfig.empty().with("demo", ENDPOINTS, AUTHORITY, ADMIN, at(NOW)).config();
  }

  @Test
  void isLaidOutAsTalosDoes() {
    TalosContext context = fresh().context("demo").orElseThrow();
    assertThat(fresh().text())
        .startsWith(
            "context: demo\ncontexts:\n    demo:\n        endpoints:\n            - 10.0.0.1\n"
                + "            - 10.0.0.2\n        ca: LS0t");
    assertThat(context.endpoints()).isEqualTo(ENDPOINTS);
    assertThat(context.authority()).contains(AUTHORITY.certificate());
    assertThat(context.client().orElseThrow().certificate().organizations())
        .containsExactly("os:admin");
  }

  @Test
  void aSecondTimeNothingChanges() {
    Talosconfig first = fresh();
    Talosconfig read = Talosconfig.parse("talosconfig", first.text());
    Talosconfig second =
        read.with("demo", ENDPOINTS, AUTHORITY, ADMIN, at(NOW.plusSeconds(60))).config();
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void otherPeoplesLayoutStaysWhenNothingChanges() {
    String own = "# mine\n" + fresh().text().replace("    ", "  ") + "\n";
    Talosconfig read = Talosconfig.parse("talosconfig", own);
    assertThat(read.with("demo", ENDPOINTS, AUTHORITY, ADMIN, at(NOW)).config().text())
        .isEqualTo(own);
  }

  @Test
  void complaint21_aCertificateNearItsEndIsRenewed() {
    Talosconfig first = fresh();
    PemCertificate before = certificate(first, "demo");
    Instant late = NOW.plus(Duration.ofDays(300));
    Talosconfig renewed = first.with("demo", ENDPOINTS, AUTHORITY, ADMIN, at(late)).config();
    assertThat(certificate(renewed, "demo")).isNotEqualTo(before);
    assertThat(certificate(renewed, "demo").notAfter()).isEqualTo(late.plus(Duration.ofDays(365)));
  }

  @Test
  void otherRolesGetAnotherCertificate() {
    Talosconfig changed =
        fresh().with("demo", ENDPOINTS, AUTHORITY, Set.of(TalosRole.READER), at(NOW)).config();
    assertThat(certificate(changed, "demo").organizations()).containsExactly("os:reader");
  }

  @Test
  void otherEndpointsKeepTheCertificate() {
    Talosconfig first = fresh();
    Talosconfig changed =
        first.with("demo", List.of("10.0.0.9"), AUTHORITY, ADMIN, at(NOW)).config();
    assertThat(certificate(changed, "demo")).isEqualTo(certificate(first, "demo"));
    assertThat(changed.context("demo").orElseThrow().endpoints()).containsExactly("10.0.0.9");
  }

  @Test
  void contextsAndKeysOfOthersStay() {
    String theirs =
        """
        context: work
        contexts:
            work:
                endpoints:
                    - omni.example
                auth:
                    siderov1:
                        identity: me@example.org
                cluster: work
            old:
                target: 10.9.9.9
        """;
    Talosconfig.Updated updated =
        Talosconfig.parse("talosconfig", theirs).with("demo", ENDPOINTS, AUTHORITY, ADMIN, at(NOW));
    assertThat(updated.context()).isEqualTo("demo");
    assertThat(updated.config().currentContext()).contains("demo");
    assertThat(updated.config().contextNames()).containsExactly("work", "old", "demo");
    assertThat(updated.config().context("old").orElseThrow().endpoints())
        .containsExactly("10.9.9.9");
    assertThat(updated.config().text()).contains(theirs.substring(theirs.indexOf("    work:")));
  }

  @Test
  void anotherClusterOfTheSameNameKeepsItsContext() {
    CertificateAndKey other = authority();
    Talosconfig both = fresh().with("demo", ENDPOINTS, other, ADMIN, at(NOW)).config();
    assertThat(both.contextNames()).containsExactly("demo", "demo-1");
    Talosconfig.Updated again = both.with("demo", ENDPOINTS, other, ADMIN, at(NOW));
    assertThat(again.context()).isEqualTo("demo-1");
    assertThat(again.config().text()).isEqualTo(both.text());
  }

  @Test
  void theContextThatTheUserChoseStaysChosen() {
    Talosconfig both = fresh().with("two", ENDPOINTS, authority(), ADMIN, at(NOW)).config();
    assertThat(both.currentContext()).contains("two");
    assertThat(both.with("demo", ENDPOINTS, AUTHORITY, ADMIN, at(NOW)).config().currentContext())
        .contains("two");
  }

  @Test
  void certificatesThatAreNotBase64AreNamed() {
    Talosconfig broken =
        Talosconfig.parse("t", "contexts:\n  a:\n    endpoints: []\n    ca: '?'\n");
    assertThatThrownBy(() -> broken.context("a"))
        .isInstanceOf(CredentialsException.class)
        .hasMessage("'ca' of 'a' is not base64. Remove 'a' from the file, and it is written anew.");
  }

  @Test
  void keysAreNeverShown() {
    assertThat(fresh().toString()).isEqualTo("Talosconfig[demo]");
    assertThat(fresh().context("demo").orElseThrow().toString()).doesNotContain("PRIVATE");
  }

  private static PemCertificate certificate(Talosconfig config, String context) {
    return config.context(context).orElseThrow().client().orElseThrow().certificate();
  }
}
