package io.github.talosforge.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** YAML of other programs is read with its types, and what is written is read back the same. */
class YamlTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text | TEXT",
        "yes | TEXT",
        "off | TEXT",
        "true | FLAG",
        "False | FLAG",
        "tRue | TEXT",
        "42 | INTEGER",
        "-1 | INTEGER",
        "0x1F | INTEGER",
        "0o17 | INTEGER",
        "0b11 | INTEGER",
        "1_000 | INTEGER",
        "_1 | TEXT",
        "1.5 | FLOAT",
        ".5 | FLOAT",
        "1e3 | FLOAT",
        ".inf | FLOAT",
        "-.INF | FLOAT",
        ".NaN | FLOAT",
        "~ | NULL",
        "null | NULL",
        "2026-11-16 | TIMESTAMP",
        "2026-1-6T7:0:0Z | TIMESTAMP",
        "2026-11 | TEXT",
        "1.2.3 | TEXT",
        "'42' | TEXT",
        "!!str 42 | TEXT"
      })
  void typesAreThoseOfGo(String written, ScalarType type) {
    YamlMap map = YamlText.read("a.yaml", "k: " + written + "\n");
    assertThat(((YamlScalar) map.get("k").orElseThrow()).type()).isEqualTo(type);
  }

  @ParameterizedTest
  @EnumSource(YamlStyle.class)
  void randomTextsComeBackUnchanged(YamlStyle style) {
    String letters = "ab 0.:-#'\"\n\t{}[]&*!|>%@`~äyesno\\=?,";
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      YamlMap map =
          YamlMap.ofTexts(Map.of("k", text.toString()))
              .with("l", YamlList.ofTexts(List.of(text.toString())));
      YamlMap read = YamlText.read("a.yaml", style.write(map));
      assertThat(read.text("k")).as("seed %d", seed).contains(text.toString());
      assertThat(((YamlScalar) read.get("k").orElseThrow()).type()).isEqualTo(ScalarType.TEXT);
      assertThat(((YamlScalar) read.list("l").orElseThrow().items().get(0)).text())
          .isEqualTo(text.toString());
    }
  }

  @Test
  void layoutsAreThoseOfTalosAndKubernetes() {
    YamlMap map =
        YamlMap.of(
            Map.of(
                "a",
                YamlMap.of(
                    Map.of(
                        "list",
                        YamlList.of(
                            List.of(
                                YamlMap.ofTexts(Map.of("x", "y"))
                                    .with("n", YamlScalar.text("12"))))))));
    assertThat(YamlStyle.TALOS.write(map))
        .isEqualTo("a:\n    list:\n        - x: y\n          n: \"12\"\n");
    assertThat(YamlStyle.KUBERNETES.write(map)).isEqualTo("a:\n  list:\n  - x: y\n    n: \"12\"\n");
    assertThat(YamlStyle.TALOS.write(YamlMap.of(Map.of("e", YamlMap.of(Map.of())))))
        .isEqualTo("e: {}\n");
  }

  @ParameterizedTest
  @CsvSource({"-yig_A=, -yig_A=", "--a, --a", "---a, '\"---a\"'", "-1, '\"-1\"'", "-, '\"-\"'"})
  void textsThatBeginWithADashAreBareWhereGoLeavesThemBare(String text, String written) {
    assertThat(YamlStyle.TALOS.write(YamlMap.ofTexts(Map.of("k", text))))
        .isEqualTo("k: " + written + "\n");
  }

  @Test
  void longTextsStayOnOneLine() {
    String longText = "word ".repeat(200).strip();
    assertThat(YamlStyle.TALOS.write(YamlMap.ofTexts(Map.of("k", longText))))
        .isEqualTo("k: " + longText + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: [ | a.yaml:1: This is not YAML: expected the node content, but found '<stream end>'.",
        "- a | a.yaml:1: The document does not consist of 'key: value' lines.",
        "a: 1\\na: 2 | a.yaml:2: The key 'a' stands here a second time.",
        "? [a]\\n: b | a.yaml:1: A key is a map or a list; only texts are read as keys.",
        "a: 1\\n---\\nb: 2 | a.yaml:1: A file with one YAML document of 'key: value' lines is"
            + " expected; it has 2.",
        "'' | a.yaml:1: A file with one YAML document of 'key: value' lines is expected; it is"
            + " empty."
      })
  void whatCannotBeReadIsNamedWithItsPlace(String text, String sentence) {
    assertThatThrownBy(() -> YamlText.read("a.yaml", text.replace("\\n", "\n")))
        .isInstanceOf(UnreadableYamlException.class)
        .hasMessageStartingWith(sentence);
  }

  @Test
  void aliasesThatRepeatWithoutEndAreRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      String last = "*a" + (i - 1);
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, (last + ", ").repeat(8) + last));
    }
    assertThatThrownBy(() -> YamlText.read("a.yaml", bomb.toString()))
        .isInstanceOf(UnreadableYamlException.class);
    assertThatThrownBy(() -> YamlText.read("a.yaml", "a: &a\n  b: *a\n"))
        .isInstanceOf(UnreadableYamlException.class);
  }

  @Test
  void valuesAreNeverShown() {
    assertThat(YamlText.read("a.yaml", "k: hush\n").toString()).doesNotContain("hush");
  }
}
