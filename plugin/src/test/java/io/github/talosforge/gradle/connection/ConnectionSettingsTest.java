package io.github.talosforge.gradle.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.gradle.dsl.ProxmoxConnectionSpec;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.ProxmoxCredentials.Password;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.secrets.sops.AgeRecipient;
import io.github.talosforge.secrets.sops.CreationRule;
import io.github.talosforge.secrets.sops.SopsEncryption;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.secrets.sops.SopsFormat;
import io.github.talosforge.yaml.YamlMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionSettingsTest {
  private static final String SECRET = "0f1e2d3c-aaaa-bbbb-cccc-0123456789ab";
  private static final String TOKEN = "ci@pve!forge=" + SECRET;

  private static final String IDENTITY =
      "AGE-SECRET-KEY-1DS4MA4E8Q34ZQUQFW8FE0FMZ3AVUE3AYFT0CEMR43ZF58V58KXVQW6FRPP";
  private static final String RECIPIENT =
      "age1hkv39wexp8epq8d3wjvt4jv5fudjcslha5l3j4sapfnew4ytxf5qruunjm";

  @TempDir Path folder;
  private final Project project = ProjectBuilder.builder().build();
  private final ProxmoxConnectionSpec all = spec();
  private final ProxmoxConnectionSpec own = spec();
  private final Map<String, String> environment = new HashMap<>();
  private Map<String, String> sops = Map.of();

  @Test
  void theBuildScriptIsStrongest() {
    own.getEndpoints().add("https://own:8006");
    all.getEndpoints().add("https://all:8006");
    all.getApiToken().set(TOKEN);
    environment.put("PROXMOX_VE_API_TOKEN", "other@pve!x=y");

    ProxmoxConnection connection = resolve("https://file:8006");

    assertThat(connection.endpoints()).hasToString("[https://own:8006]");
    assertThat(connection.credentials()).isEqualTo(new ApiToken("ci@pve", "forge", SECRET));
  }

  @Test
  void theClusterFilesAddressIsStrongerThanTheEnvironments() {
    environment.put("PROXMOX_VE_ENDPOINT", "https://another:8006");
    environment.put("PROXMOX_VE_API_TOKEN", TOKEN);

    assertThat(resolve("https://file:8006").endpoints()).hasToString("[https://file:8006]");
    assertThat(resolve().endpoints()).hasToString("[https://another:8006]");
  }

  @Test
  void ansiblesAndTerraformsNamesAreRead() {
    environment.put("PROXMOX_HOST", "pve1.lan");
    environment.put("PROXMOX_TOKEN_ID", "ci@pve!forge");
    environment.put("PROXMOX_TOKEN_SECRET", SECRET);
    assertThat(resolve().endpoints()).hasToString("[https://pve1.lan:8006]");
    assertThat(resolve().credentials()).isEqualTo(new ApiToken("ci@pve", "forge", SECRET));

    environment.clear();
    environment.put("TF_VAR_proxmox_endpoint", "https://pve2:8006/");
    environment.put("TF_VAR_proxmox_api_token", TOKEN);
    assertThat(resolve().endpoints()).hasToString("[https://pve2:8006]");
    assertThat(resolve().credentials()).isInstanceOf(ApiToken.class);
  }

  @Test
  void idAndSecretOfTwoPlacesAreNeverMixed() throws IOException {
    environment.put("PROXMOX_HOST", "pve1");
    environment.put("PROXMOX_TOKEN_ID", "half@pve!here");
    environment.put("TALOSFORGE_CREDENTIALS_FILE", "credentials");
    write(
        "credentials",
        "PROXMOX_TOKEN_ID=ci@pve!forge\nPROXMOX_TOKEN_SECRET=" + SECRET,
        "rw-------");

    assertThat(resolve().credentials().principal()).isEqualTo("ci@pve!forge");
  }

  @Test
  void aPasswordServesWhereThereIsNoToken() {
    environment.put("PROXMOX_HOST", "pve1");
    environment.put("PROXMOX_VE_USERNAME", "ci@pam");
    environment.put("PROXMOX_VE_PASSWORD", SECRET);

    assertThat(resolve().credentials()).isEqualTo(new Password("ci@pam", SECRET));
  }

  @Test
  void trustIsTheSystemsUnlessSaid() {
    sound();
    assertThat(resolve().trust()).isEqualTo(Trust.system());

    environment.put("PROXMOX_VE_INSECURE", "true");
    assertThat(resolve().trust()).isEqualTo(Trust.insecure());

    all.getFingerprint().set("AB".repeat(32));
    assertThat(resolve().trust()).isEqualTo(Trust.fingerprint("AB".repeat(32)));
  }

  @Test
  void relativePathsStartAtTheRootOfTheBuild() {
    sound();
    environment.put("PROXMOX_VE_CA_FILE", "certs/ca.pem");

    assertThat(resolve().trust()).isEqualTo(Trust.authorities(folder.resolve("certs/ca.pem")));
  }

  @Test
  void aProxyMayAskForAPassword() {
    assertThat(ConnectionRequest.proxy("http://me:" + SECRET + "@proxy:3128"))
        .isEqualTo(new HttpProxy("proxy", 3128, "me", SECRET));
    assertThat(ConnectionRequest.proxy("proxy:3128")).isEqualTo(HttpProxy.of("proxy", 3128));
    assertThatThrownBy(() -> ConnectionRequest.proxy("socks5://" + SECRET))
        .hasMessage("this is not a proxy: expected [http://][user:password@]host:port");
  }

  @Test
  void everythingThatIsMissingIsSaidAtOnceWithWhereToSetIt() {
    assertThatThrownBy(this::resolve)
        .isInstanceOf(ConnectionException.class)
        .hasMessage(
            """
            No Proxmox VE endpoint is known. Write proxmox_api_url into the cluster file, or set \
            talosforge.clusters.prod.proxmox.endpoints in the build script, the Gradle property \
            talosforge.prod.proxmox.endpoints or talosforge.proxmox.endpoints, the environment \
            variable PROXMOX_VE_ENDPOINT or PROXMOX_HOST or TF_VAR_proxmox_endpoint
            No API token for Proxmox VE is known. Set \
            talosforge.clusters.prod.proxmox.apiToken in the build script, the Gradle property \
            talosforge.prod.proxmox.apiToken or talosforge.proxmox.apiToken, the environment \
            variable PROXMOX_VE_API_TOKEN or TF_VAR_proxmox_api_token, each as \
            user@realm!name=secret; printRoleCommands shows how to make one\
            """);
  }

  @Test
  void whatIsMalformedIsNamedByItsPlaceAndNeverShowsASecret() {
    environment.put("PROXMOX_VE_ENDPOINT", "https://pve1/api2/json");
    environment.put("PROXMOX_VE_API_TOKEN", SECRET);
    own.getFingerprint().set("12:34");

    assertThatThrownBy(this::resolve)
        .hasMessageContaining(
            "environment variable PROXMOX_VE_ENDPOINT: 'https://pve1/api2/json' is not a Proxmox"
                + " endpoint")
        .hasMessageContaining(
            "The API token from environment variable PROXMOX_VE_API_TOKEN is not of the form"
                + " user@realm!name=secret")
        .hasMessageContaining("talosforge.clusters.prod.proxmox.fingerprint of the build script")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aTokenWithALineBreakIsNamedByItsPlace() {
    sound();
    environment.put("PROXMOX_VE_API_TOKEN", TOKEN + "\nX-Header: 1");

    assertThatThrownBy(this::resolve)
        .hasMessageContaining("environment variable PROXMOX_VE_API_TOKEN: the secret of token")
        .hasMessageContaining("holds a line break")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aCredentialsFileThatOthersCanReadIsRefused() throws IOException {
    sound();
    environment.put("TALOSFORGE_CREDENTIALS_FILE", "credentials");
    Path file = write("credentials", "PROXMOX_VE_API_TOKEN=" + TOKEN, "rw-r-----");

    assertThatThrownBy(this::resolve)
        .hasMessage(
            "The credentials file %1$s can be read by others than its owner; run: chmod 600 %1$s"
                .formatted(file));
  }

  @Test
  void aMissingCredentialsFileIsNamedWithWhoNamedIt() {
    sound();
    environment.put("TALOSFORGE_CREDENTIALS_FILE", "nowhere");

    assertThatThrownBy(this::resolve)
        .hasMessage(
            "The credentials file %s, named by environment variable TALOSFORGE_CREDENTIALS_FILE,"
                    .formatted(folder.resolve("nowhere"))
                + " does not exist; correct the name, or write one with a line such as"
                + " PROXMOX_VE_API_TOKEN=user@realm!name=secret");
  }

  /** The file that guides to Proxmox VE and SOPS recommend, and the same in its other two forms. */
  @ParameterizedTest
  @ValueSource(strings = {"secrets.sops.yaml", "secrets.sops.json", "token.sops.env"})
  void aTokenEncryptedWithSopsIsDecryptedHere(String name) throws IOException {
    environment.put("TALOSFORGE_CREDENTIALS_FILE", name);
    YamlMap document =
        YamlMap.ofTexts(
            Map.of("proxmox_api_token", TOKEN, "proxmox_endpoint", "https://pve7:8006"));
    String text =
        SopsEncryption.encrypt(
            document,
            SopsFormat.of(name),
            CreationRule.of(List.of(new AgeRecipient(RECIPIENT))),
            Instant.EPOCH,
            new SecureRandom());
    assertThat(text).doesNotContain(SECRET);
    write(name, text, "rw-r--r--");

    sops = Map.of("SOPS_AGE_KEY", IDENTITY);
    ProxmoxConnection connection = resolve();
    assertThat(connection.credentials()).isEqualTo(new ApiToken("ci@pve", "forge", SECRET));
    assertThat(connection.endpoints()).hasToString("[https://pve7:8006]");
    environment.put("PROXMOX_VE_API_TOKEN", "root@pam!strong=stronger-1");
    assertThat(resolve().credentials()).isEqualTo(new ApiToken("root@pam", "strong", "stronger-1"));

    sops = Map.of();
    assertThatThrownBy(this::resolve)
        .hasMessageStartingWith(
            "The credentials file %s, named by environment variable TALOSFORGE_CREDENTIALS_FILE,"
                    .formatted(folder.resolve(name))
                + " cannot be read: ")
        .hasMessageContaining("no age identity that fits was found")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void whatIsWrongInAFileOfSopsIsSaidWithItsPlace() throws IOException {
    environment.put("PROXMOX_VE_ENDPOINT", "https://pve1:8006");
    environment.put("TALOSFORGE_CREDENTIALS_FILE", "token.yaml");
    Path file = write("token.yaml", "proxmox_api_token: " + SECRET + "\n", "rw-------");
    assertThatThrownBy(this::resolve)
        .hasMessage(
            "The API token from proxmox_api_token of credentials file %s is not of the form"
                    .formatted(file)
                + " user@realm!name=secret");

    write("token.yaml", "a: b\nproxmox_api_token: [" + SECRET + "\n", "rw-------");
    assertThatThrownBy(this::resolve)
        .hasMessageContaining(file + ":")
        .hasMessageNotContaining(SECRET);

    write("token.yaml", "proxmox_api_token: " + TOKEN + "\n", "rw-r--r--");
    assertThatThrownBy(this::resolve).hasMessageContaining("run: chmod 600");
  }

  private void sound() {
    environment.put("PROXMOX_VE_ENDPOINT", "https://pve1:8006");
    environment.put("PROXMOX_VE_API_TOKEN", TOKEN);
  }

  private ProxmoxConnection resolve(String... urls) {
    return new ConnectionSettings(
            "prod",
            folder.toFile(),
            this::inEnvironment,
            SettingLevel.buildScript("talosforge.clusters.prod.proxmox", own),
            SettingLevel.buildScript("talosforge.proxmox", all))
        .resolve(List.of(urls), new SopsEnvironment(sops, folder, "Linux"));
  }

  private Optional<Setting> inEnvironment(SettingName name) {
    return name.variables().stream()
        .filter(environment::containsKey)
        .map(key -> new Setting(environment.get(key), "environment variable " + key))
        .findFirst();
  }

  private Path write(String name, String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private ProxmoxConnectionSpec spec() {
    return project.getObjects().newInstance(ProxmoxConnectionSpec.class);
  }
}
