package io.github.talosforge.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.secrets.Bundles;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.SecretsYaml;
import io.github.talosforge.secrets.sops.AgeRecipient;
import io.github.talosforge.secrets.sops.CreationRule;
import io.github.talosforge.secrets.sops.SecretDocument;
import io.github.talosforge.secrets.sops.SopsEncryption;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.secrets.sops.SopsFixtures;
import io.github.talosforge.secrets.sops.SopsFormat;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The program {@code sops} opens what we encrypt, and we open what it encrypts. {@code
 * TALOSFORGE_SOPS} names a program that is not the one on the PATH.
 */
@Tag("interop")
class SopsInteropTest {
  private static final SopsFixtures.AgeKey KEY = SopsFixtures.AgeKey.make();
  private static final SopsEnvironment ENVIRONMENT =
      SopsFixtures.environment(Map.of("SOPS_AGE_KEY", KEY.identity()));
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path directory;

  @BeforeEach
  void needsSops() throws IOException, InterruptedException {
    Optional<String> version = sops("--version", "--disable-version-check");
    assumeTrue(version.isPresent(), "sops is not installed");
    System.out.println(version.orElse("").lines().findFirst().orElse(""));
  }

  private Optional<String> sops(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Optional.ofNullable(System.getenv("TALOSFORGE_SOPS")).orElse("sops"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("SOPS_AGE_KEY", KEY.identity());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Test
  void sopsOpensOurSecretsFile() throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve(".sops.yaml"), "creation_rules: [{age: " + KEY.recipient() + "}]");
    SecretsFile.at(directory.resolve("secrets.sops.yaml"), ENVIRONMENT)
        .create(Bundles.bundle(), Instant.now(), RANDOM);
    assertThat(sops("decrypt", "secrets.sops.yaml")).contains(SecretsYaml.write(Bundles.bundle()));
  }

  @ParameterizedTest
  @CsvSource({"a.yaml, YAML", "a.json, JSON", "a.env, DOTENV"})
  void sopsOpensAllOurKindsOfFiles(String name, SopsFormat format)
      throws IOException, InterruptedException {
    YamlMap document =
        format == SopsFormat.DOTENV
            ? YamlMap.ofTexts(Map.of("TOKEN", "a\nb"))
            : YamlMap.ofTexts(Map.of("token", "hush"))
                .with("number", YamlScalar.plain("42"))
                .with("ratio", YamlScalar.plain("1.10"))
                .with("flag", YamlScalar.plain("true"))
                .with("none", YamlScalar.plain("null"))
                .with("open_unencrypted", YamlScalar.text("seen"))
                .with("list", YamlList.ofTexts(List.of("x", "", "multi\nline\n")));
    CreationRule rule = CreationRule.of(List.of(new AgeRecipient(KEY.recipient())));
    Files.writeString(
        directory.resolve(name),
        SopsEncryption.encrypt(document, format, rule, Instant.now(), RANDOM));
    String opened = sops("decrypt", name).orElseThrow();
    YamlMap theirs = SecretDocument.parse(name, opened, ENVIRONMENT).root();
    YamlMap ours = SecretDocument.read(directory.resolve(name), ENVIRONMENT).root();
    assertThat(theirs.entries().keySet()).isEqualTo(ours.entries().keySet());
    for (String key : List.of("token", "TOKEN", "number", "flag", "open_unencrypted", "ratio")) {
      assertThat(theirs.text(key)).as(key).isEqualTo(ours.text(key));
    }
  }

  @ParameterizedTest
  @CsvSource({"a.yaml", "a.json", "a.env"})
  void weOpenWhatSopsEncrypts(String name) throws IOException, InterruptedException {
    String text =
        switch (SopsFormat.of(name)) {
          case YAML -> "proxmox_api_token: \"a@pve!b=c\"\nport: 8006 # a remark\n";
          case JSON -> "{\"proxmox_api_token\": \"a@pve!b=c\", \"port\": 8006}";
          case DOTENV -> "# a remark\nproxmox_api_token=a@pve!b=c\nport=8006\n";
        };
    Files.writeString(directory.resolve(name), text);
    assertThat(sops("encrypt", "--in-place", "--age", KEY.recipient(), name)).isPresent();
    assertThat(directory.resolve(name)).content().doesNotContain("a@pve");
    SecretDocument opened = SecretDocument.read(directory.resolve(name), ENVIRONMENT);
    assertThat(opened.encrypted()).isTrue();
    assertThat(opened.text("proxmox_api_token")).contains("a@pve!b=c");
    assertThat(opened.text("port")).contains("8006");
  }

  @Test
  void sopsEditsOurFileAndWeReadItAgain() throws IOException, InterruptedException {
    CreationRule rule = CreationRule.of(List.of(new AgeRecipient(KEY.recipient())));
    Files.writeString(
        directory.resolve("a.yaml"),
        SopsEncryption.encrypt(
            YamlText.read("a.yaml", "a: 1\nb: two\n"),
            SopsFormat.YAML,
            rule,
            Instant.now(),
            RANDOM));
    assertThat(sops("set", "a.yaml", "[\"b\"]", "\"three\"")).isPresent();
    assertThat(SecretDocument.read(directory.resolve("a.yaml"), ENVIRONMENT).text("b"))
        .contains("three");
  }
}
