package io.github.talosforge.secrets.sops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlStyle;
import io.github.talosforge.yaml.YamlValue;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is encrypted here is opened again here; {@code SopsInteropTest} opens it with sops. */
class SopsEncryptionTest {
  private static final Instant NOW = Instant.parse("2026-11-16T07:00:00.123Z");
  private static final SopsFixtures.AgeKey KEY = SopsFixtures.AgeKey.make();
  private static final CreationRule RULE =
      CreationRule.of(List.of(new AgeRecipient(KEY.recipient())));
  private static final SopsEnvironment ENVIRONMENT =
      SopsFixtures.environment(Map.of("SOPS_AGE_KEY", KEY.identity()));

  private final SecureRandom random = new SecureRandom();

  @ParameterizedTest
  @EnumSource(SopsFormat.class)
  void opensWhatItSealed(SopsFormat format) {
    YamlMap document = YamlMap.ofTexts(Map.of("token", "s3cret\nline", "empty", ""));
    String text = SopsEncryption.encrypt(document, format, RULE, NOW, random);
    assertThat(text).contains("ENC[AES256_GCM").contains("2026-11-16T07:00:00Z");
    assertThat(text).doesNotContain("s3cret");
    String name = "a." + (format == SopsFormat.DOTENV ? "env" : format.name());
    SecretDocument opened = SecretDocument.parse(name, text, ENVIRONMENT);
    assertThat(opened.text("token")).contains("s3cret\nline");
    assertThat(opened.text("empty")).contains("");
  }

  @Test
  void randomDocumentsComeBackUnchanged() {
    for (int seed = 0; seed < 60; seed++) {
      YamlMap document = map(new Random(seed), 3);
      String text = SopsEncryption.encrypt(document, SopsFormat.YAML, RULE, NOW, random);
      YamlMap opened = SecretDocument.parse("a.yaml", text, ENVIRONMENT).root();
      assertThat(YamlStyle.TALOS.write(opened))
          .as("seed %d", seed)
          .isEqualTo(YamlStyle.TALOS.write(document));
    }
  }

  private static YamlMap map(Random random, int depth) {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    int size = 1 + random.nextInt(5);
    for (int i = 0; i < size; i++) {
      String suffix = random.nextInt(4) == 0 ? "_unencrypted" : "";
      entries.put("k" + i + suffix, value(random, depth));
    }
    return YamlMap.of(entries);
  }

  private static YamlValue value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 8)) {
      case 0 -> YamlScalar.plain(String.valueOf(random.nextLong()));
      case 1 -> YamlScalar.plain(random.nextBoolean() ? "true" : "false");
      case 2 -> YamlScalar.plain("null");
      case 3 -> YamlScalar.text(String.valueOf(random.nextInt(100)));
      case 4 -> YamlScalar.text("ä: '\"#\n- " + random.nextInt());
      case 5 -> YamlScalar.text("");
      case 6 -> map(random, depth - 1);
      default -> {
        List<YamlValue> items = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          items.add(value(random, depth - 1));
        }
        yield YamlList.of(items);
      }
    };
  }

  @Test
  void everyRecipientCanOpen() {
    SopsFixtures.AgeKey other = SopsFixtures.AgeKey.make();
    CreationRule both =
        CreationRule.of(
            List.of(new AgeRecipient(other.recipient()), new AgeRecipient(KEY.recipient())));
    String text =
        SopsEncryption.encrypt(
            YamlMap.ofTexts(Map.of("a", "b")), SopsFormat.YAML, both, NOW, random);
    for (SopsFixtures.AgeKey who : List.of(KEY, other)) {
      SopsEnvironment environment =
          SopsFixtures.environment(Map.of("SOPS_AGE_KEY", who.identity()));
      assertThat(SecretDocument.parse("a.yaml", text, environment).text("a")).contains("b");
    }
  }

  @Test
  void sealingTwiceGivesOtherBytes() {
    YamlMap document = YamlMap.ofTexts(Map.of("a", "b"));
    assertThat(SopsEncryption.encrypt(document, SopsFormat.YAML, RULE, NOW, random))
        .isNotEqualTo(SopsEncryption.encrypt(document, SopsFormat.YAML, RULE, NOW, random));
  }

  @Test
  void aDocumentWithAKeySopsIsRefused() {
    YamlMap document = YamlMap.ofTexts(Map.of("sops", "b"));
    assertThatThrownBy(() -> SopsEncryption.encrypt(document, SopsFormat.YAML, RULE, NOW, random))
        .hasMessage("A document that has a key 'sops' cannot be encrypted with SOPS");
  }

  @Test
  void recipientsThatCannotBeServedAreRefused() {
    for (String text : List.of("age1", "ssh-ed25519 AAAA", "age1pq1qqq", "", KEY.identity())) {
      assertThatThrownBy(() -> new AgeRecipient(text))
          .as(text)
          .isInstanceOf(SopsException.class)
          .hasMessageContaining("is not an age recipient that can be encrypted for here");
    }
  }
}
