package io.github.talosforge.secrets.sops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Identities are looked up where sops looks, and the sentence about a closed file says where. */
class AgeIdentitiesTest {
  @TempDir Path home;

  private static SecretDocument open(SopsEnvironment environment) {
    return SecretDocument.parse(
        "token.sops.yaml", SopsFixtures.resource("token.sops.yaml"), environment);
  }

  private static String keys() {
    return SopsFixtures.resource("age-keys.txt");
  }

  @Test
  void oneOfSeveralKeysInTheVariable() {
    String other = SopsFixtures.AgeKey.make().identity();
    String identity = SopsFixtures.identity(keys());
    for (String separator : new String[] {"\n", " "}) {
      SopsEnvironment environment =
          SopsFixtures.environment(Map.of("SOPS_AGE_KEY", other + separator + identity));
      assertThat(open(environment).text("proxmox_endpoint")).contains("https://192.168.22.10:8006");
    }
  }

  @Test
  void theFileThatTheVariableNames() throws IOException {
    Path file = Files.writeString(home.resolve("my-keys"), keys());
    SopsEnvironment environment =
        SopsFixtures.environment(Map.of("SOPS_AGE_KEY_FILE", file.toString()));
    assertThat(open(environment).encrypted()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, .config",
    "Mac OS X, Library/Application Support",
    "Windows 11, AppData/Roaming"
  })
  void theUsualFileOfEachSystem(String system, String directory) throws IOException {
    Path file = home.resolve(directory).resolve("sops/age/keys.txt");
    Files.createDirectories(file.getParent());
    Files.writeString(file, keys());
    assertThat(open(new SopsEnvironment(Map.of(), home, system)).encrypted()).isTrue();
  }

  @Test
  void theConfigurationDirectoryCanBeMoved() throws IOException {
    Path file = home.resolve("elsewhere/sops/age/keys.txt");
    Files.createDirectories(file.getParent());
    Files.writeString(file, keys());
    Map<String, String> moved = Map.of("XDG_CONFIG_HOME", home.resolve("elsewhere").toString());
    assertThat(open(new SopsEnvironment(moved, home, "Linux")).encrypted()).isTrue();
  }

  @Test
  void aClosedFileSaysForWhomItIsAndWhereKeysWereLookedFor() throws IOException {
    Path file =
        Files.writeString(
            home.resolve("keys"),
            SopsFixtures.AgeKey.make().identity()
                + "\nAGE-PLUGIN-YUBIKEY-1QXYZ\nAGE-SECRET-KEY-1DAMAGED\nwhat\n");
    SopsEnvironment environment =
        new SopsEnvironment(
            Map.of("SOPS_AGE_KEY_FILE", file.toString(), "SOPS_AGE_KEY_CMD", "pass age"),
            Path.of("/nobody"),
            "Linux");
    assertThatThrownBy(() -> open(environment))
        .isInstanceOf(SopsException.class)
        .hasMessageStartingWith(
            "token.sops.yaml is encrypted for"
                + " age1hkv39wexp8epq8d3wjvt4jv5fudjcslha5l3j4sapfnew4ytxf5qruunjm, age1")
        .hasMessageEndingWith(
            ", and no age identity that fits was found. Looked in SOPS_AGE_KEY (not set);"
                + " SOPS_AGE_KEY_FILE ("
                + file
                + ") (1 identity, AGE-PLUGIN-YUBIKEY- is not supported, a damaged key, a line that"
                + " is no AGE-SECRET-KEY-1… key); /nobody/.config/sops/age/keys.txt (no such"
                + " file); SOPS_AGE_KEY_CMD (set, but not used here).");
  }

  @Test
  void keysAreNeverShown() {
    SopsEnvironment environment = SopsFixtures.fixtureKeys();
    assertThat(environment.toString()).doesNotContain("SECRET");
    assertThat(AgeIdentities.lookUp(environment).looked().toString())
        .contains("1 identity")
        .doesNotContain("AGE-SECRET-KEY-1DS4");
  }
}
