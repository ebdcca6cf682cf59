package io.github.talosforge.secrets.sops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlStyle;
import io.github.talosforge.yaml.YamlValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program sops wrote is read to the last value, and nothing that was tampered with. */
class SopsFilesTest {
  private static final String TOKEN = "terraform@pve!tofu=0b4c1f88-0000-4000-8000-a0b1c2d3e4f5";

  private static SecretDocument read(String name) {
    return SecretDocument.parse(name, SopsFixtures.resource(name), SopsFixtures.fixtureKeys());
  }

  @ParameterizedTest
  @CsvSource({
    "token.sops.yaml, proxmox_api_token",
    "token.sops.json, proxmox_api_token",
    "token.sops.env, PROXMOX_API_TOKEN"
  })
  void theProxmoxTokenIsReadOutOfEveryKindOfFile(String name, String key) {
    SecretDocument document = read(name);
    assertThat(document.encrypted()).isTrue();
    assertThat(document.text(key)).contains(TOKEN);
    assertThat(document.toString()).doesNotContain("tofu");
  }

  @ParameterizedTest
  @ValueSource(strings = {"types.sops.yaml", "regex.sops.yaml", "suffix.sops.yaml"})
  void everyTypeOfValueIsReadUnderEveryRule(String name) {
    YamlMap root = read(name).root();
    Map<String, String> texts =
        Map.ofEntries(
            Map.entry("text", "hello"),
            Map.entry("empty", ""),
            Map.entry("multiline", "first\nsecond\n"),
            Map.entry("number", "42"),
            Map.entry("negative", "-7"),
            Map.entry("flag", "true"),
            Map.entry("off", "false"),
            Map.entry("yes_text", "yes"),
            Map.entry("quoted", "42"),
            Map.entry("plain_unencrypted", "open"));
    texts.forEach((key, text) -> assertThat(root.text(key)).as(key).contains(text));
    assertThat(root.text("nothing")).isEmpty();
    assertThat(deep(root)).isEqualTo("true");
    assertThat(root.map("map").orElseThrow().map("inner").orElseThrow().text("key"))
        .contains("value");
  }

  private static String deep(YamlMap root) {
    YamlMap last = (YamlMap) root.list("list").orElseThrow().items().get(2);
    return last.map("nested").orElseThrow().text("deep").orElseThrow();
  }

  @Test
  void numbersKeepTheirTypeAndValue() {
    YamlMap root = read("types.sops.yaml").root();
    assertThat(root.text("hex")).contains("31");
    assertThat(root.text("big")).contains("9007199254740993");
    assertThat(root.text("small")).contains("0.0000001");
    assertThat(root.text("large")).contains("1000000000000000000000");
    assertThat(root.text("tenth")).contains("1.1");
    assertThat(((YamlScalar) root.get("quoted").orElseThrow()).plain()).isFalse();
    assertThat(((YamlScalar) root.get("number").orElseThrow()).plain()).isTrue();
  }

  @Test
  void jsonKeepsNumbersFlagsAndNull() {
    YamlMap root = read("token.sops.json").root();
    assertThat(root.text("port")).contains("8006");
    assertThat(root.text("ratio")).contains("1.5");
    assertThat(root.text("tls")).contains("true");
    assertThat(root.text("none")).isEmpty();
    assertThat(root.list("list").map(YamlList::items).orElse(List.of())).hasSize(3);
    assertThat(root.text("slash")).contains("a/b");
  }

  @Test
  void dotenvKeepsLineBreaksAndEmptyValues() {
    YamlMap root = read("token.sops.env").root();
    assertThat(root.text("LINES")).contains("a\nb");
    assertThat(root.text("EMPTY")).contains("");
  }

  /** A disk that is full or a transfer that breaks off cuts anywhere. */
  @ParameterizedTest
  @ValueSource(strings = {"token.sops.yaml", "token.sops.json", "token.sops.env"})
  void aFileThatWasCutOffIsCalledThat(String name) {
    String text = SopsFixtures.resource(name);
    int begin = text.indexOf("ENC[AES256_GCM,") + 40;
    // Within the version that comes last, whatever is left of it will do.
    int end = name.endsWith(".json") ? text.stripTrailing().length() : text.lastIndexOf("version");
    for (int length = begin; length < end; length += 7) {
      String cut = text.substring(0, length);
      assertThatThrownBy(() -> parse(name, cut))
          .as("the first %d characters", length)
          .isInstanceOf(SopsException.class)
          .hasMessage(
              name
                  + " was encrypted by SOPS, but it is cut off: what SOPS writes at its end is not"
                  + " there. Restore the whole file, from a backup or from Git.");
    }
    assertThat(parse(name, text.stripTrailing()).encrypted()).isTrue();
  }

  @Test
  void aValueThatWasReplacedByAnotherOneIsNoticed() {
    String text = SopsFixtures.resource("types.sops.yaml");
    String moved =
        text.replaceFirst(
            "(?m)^text: .*$", line(text, "multiline").replaceFirst("multiline", "text"));
    assertThatThrownBy(() -> parse("types.sops.yaml", moved))
        .isInstanceOf(SopsException.class)
        .hasMessage(
            "types.sops.yaml:2: the value of 'text' was changed or moved after it was encrypted");
  }

  @Test
  void anOpenValueThatWasChangedIsNoticed() {
    String changed =
        SopsFixtures.resource("types.sops.yaml")
            .replace("plain_unencrypted: open", "plain_unencrypted: shut");
    assertThatThrownBy(() -> parse("types.sops.yaml", changed))
        .isInstanceOf(SopsException.class)
        .hasMessage(
            "types.sops.yaml was changed after it was encrypted: its checksum (MAC) does not fit."
                + " Restore it, or edit it only with 'sops types.sops.yaml'.");
  }

  @Test
  void aValueThatWasRemovedIsNoticed() {
    String text = SopsFixtures.resource("types.sops.yaml");
    String changed = text.replace(line(text, "number") + "\n", "");
    assertThatThrownBy(() -> parse("types.sops.yaml", changed)).hasMessageContaining("MAC");
  }

  @Test
  void aValueInClearWhereItShouldBeEncryptedIsNoticed() {
    String changed =
        SopsFixtures.resource("types.sops.yaml").replaceFirst("(?m)^text: .*$", "text: hello");
    assertThatThrownBy(() -> parse("types.sops.yaml", changed))
        .hasMessage(
            "types.sops.yaml:2: the value of 'text' is not encrypted, although the file's rules"
                + " say so");
  }

  @Test
  void aChangedTimeIsNoticed() {
    String changed =
        SopsFixtures.resource("types.sops.yaml")
            .replaceFirst("lastmodified: \"2026", "lastmodified: \"2027");
    assertThatThrownBy(() -> parse("types.sops.yaml", changed))
        .hasMessageContaining("'lastmodified' was changed");
  }

  @Test
  void openValuesMayChangeWhereTheChecksumLeavesThemOut() {
    String changed = SopsFixtures.resource("suffix.sops.yaml").replace("number: 42", "number: 43");
    assertThat(parse("suffix.sops.yaml", changed).text("number")).contains("43");
  }

  private static SecretDocument parse(String name, String text) {
    return SecretDocument.parse(name, text, SopsFixtures.fixtureKeys());
  }

  private static String line(String text, String key) {
    return text.lines().filter(line -> line.startsWith(key + ":")).findFirst().orElseThrow();
  }

  @Test
  void aFileInClearIsReadAsItIs() {
    SecretDocument document =
        SecretDocument.parse("a.yaml", "proxmox_api_token: x\n", SopsFixtures.fixtureKeys());
    assertThat(document.encrypted()).isFalse();
    assertThat(document.text("proxmox_api_token")).contains("x");
  }

  @ParameterizedTest
  @CsvSource({
    "pgp, PGP",
    "kms, AWS KMS",
    "gcp_kms, Google Cloud KMS",
    "azure_kv, Azure Key Vault",
    "hc_vault, HashiCorp Vault",
    "hckms, Huawei Cloud KMS"
  })
  void filesThatOnlyOthersCanOpenAreRefusedByName(String key, String name) {
    YamlMap sops =
        YamlMap.ofTexts(Map.of("lastmodified", "2026-11-16T07:00:00Z"))
            .with("mac", YamlScalar.text("x"))
            .with(key, YamlList.of(List.of(YamlMap.ofTexts(Map.of("enc", "x")))));
    assertThatThrownBy(() -> parse("a.sops.yaml", file(sops)))
        .isInstanceOf(SopsException.class)
        .hasMessage(
            "a.sops.yaml is encrypted with "
                + name
                + "; only age is supported here. Add an age recipient to it: sops rotate -i"
                + " --add-age <age1…> a.sops.yaml");
  }

  @Test
  void keyGroupsAreRefused() {
    YamlValue group = YamlMap.of(Map.of("age", YamlList.of(List.of())));
    YamlMap sops = YamlMap.of(Map.of("key_groups", YamlList.of(List.of(group, group))));
    assertThatThrownBy(() -> parse("a.sops.yaml", file(sops)))
        .hasMessageStartingWith(
            "a.sops.yaml is encrypted for 2 key groups together (Shamir's secret sharing)");
  }

  @Test
  void choosingByCommentsIsRefused() {
    YamlMap sops =
        YamlMap.ofTexts(
            Map.of("lastmodified", "x", "mac", "x", "encrypted_comment_regex", "secret"));
    assertThatThrownBy(() -> parse("a.sops.yaml", file(sops)))
        .hasMessageContaining("by comments (encrypted_comment_regex)");
  }

  private static String file(YamlMap sops) {
    return YamlStyle.TALOS.write(YamlMap.ofTexts(Map.of("a", "b")).with("sops", sops));
  }

  @Test
  void filesOfOtherKindsAreRefused() {
    assertThatThrownBy(() -> parse("secrets.ini", ""))
        .hasMessage(
            "secrets.ini: the name of a file with secrets ends in .yaml, .yml, .json or .env");
  }
}
