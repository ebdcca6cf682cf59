package io.github.talosforge.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionValuesTest {
  private static final String SECRET = "6f2c1b1e-aaaa-4bbb-8ccc-0123456789ab";

  @ParameterizedTest
  @CsvSource({
    "pve1, https://pve1:8006",
    "pve1:443, https://pve1:443",
    "https://pve1.example, https://pve1.example:8006",
    "https://pve1:8006/, https://pve1:8006",
    "HTTPS://[2001:db8::1], https://[2001:db8::1]:8006",
    "http://127.0.0.1:80, http://127.0.0.1:80",
    "http://[::1]:80, http://[::1]:80"
  })
  void readsEndpoints(String text, String normal) {
    assertThat(ProxmoxEndpoint.parse(text)).hasToString(normal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "https://", "https://a/api2/json", "https://a?x=1", "a b", "https://a:99999"})
  void refusesWhatIsNoEndpoint(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ProxmoxEndpoint.parse(text));
  }

  @Test
  void neverSendsCredentialsUnencryptedToAnotherMachine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProxmoxEndpoint.parse("http://pve1:8006"))
        .withMessage("'http://pve1': Proxmox VE speaks only https; write https://pve1");
  }

  @Test
  void hidesPasswordsThatWerePutIntoAnEndpoint() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProxmoxEndpoint.parse("https://root:" + SECRET + "@pve1"))
        .withMessageContaining("https://***@pve1")
        .withMessageNotContaining(SECRET);
  }

  @Test
  void readsTokens() {
    ProxmoxCredentials.ApiToken token = ProxmoxCredentials.ApiToken.of("a.b@pve!ci-1", SECRET);
    assertThat(token.user()).isEqualTo("a.b@pve");
    assertThat(token.name()).isEqualTo("ci-1");
    assertThat(token.principal()).isEqualTo("a.b@pve!ci-1");
    assertThat(token.toString()).doesNotContain(SECRET);
  }

  @Test
  void hidesTheSecretOfATokenThatWasPastedWhole() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProxmoxCredentials.ApiToken.of("a@pve!ci=" + SECRET, SECRET))
        .withMessageContaining("'a@pve!ci=***'")
        .withMessageNotContaining(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProxmoxCredentials.ApiToken("a", "ci", SECRET))
        .withMessageNotContaining(SECRET);
  }

  @Test
  void hidesPasswords() {
    assertThat(new ProxmoxCredentials.Password("root@pam", SECRET).toString())
        .doesNotContain(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProxmoxCredentials.Password("root", SECRET))
        .withMessageContaining("<user>@<realm>")
        .withMessageNotContaining(SECRET);
    assertThat(
            ProxmoxConnection.to(new ProxmoxCredentials.Password("root@pam", SECRET), "a")
                .toString())
        .doesNotContain(SECRET);
  }

  @Test
  void bringsFingerprintsIntoOneForm() {
    String hex = "ab".repeat(32);
    String colons = "AB:".repeat(31) + "AB";
    assertThat(Trust.fingerprint(hex)).isEqualTo(Trust.fingerprint(colons));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Trust.fingerprint("AB:CD"))
        .withMessageContaining("32 bytes in hex");
  }

  @Test
  void needsAnEndpoint() {
    ProxmoxCredentials token = ProxmoxCredentials.ApiToken.of("a@pve!ci", SECRET);
    assertThatIllegalArgumentException().isThrownBy(() -> ProxmoxConnection.to(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s\n", "%s\nrest", "\r%s", "%s rest", "%s\u00e9"})
  void aTokenThatNoHeaderTakesIsRefusedInAWordOfOurs(String secret) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProxmoxCredentials.ApiToken.of("a@pve!ci", secret.formatted(SECRET)))
        .withMessageContaining("the secret of token a@pve!ci holds a line break")
        .withMessageNotContaining(SECRET);
  }
}
