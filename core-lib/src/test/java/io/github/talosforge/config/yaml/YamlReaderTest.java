package io.github.talosforge.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.FreeYaml.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.10",
        "1.0",
        "52:54:00:12:34:56",
        "12:30:45",
        "no",
        "No",
        "yes",
        "on",
        "OFF",
        "True",
        "FALSE",
        "010",
        "0o14",
        "0x1F",
        "0b101",
        "1_000",
        "1e3",
        "6.02E23",
        ".inf",
        "2026-11-16",
        "+12",
        "-0",
        "null_",
        "a b  c",
        "==",
      })
  void aScalarStaysWhatTheUserTyped(String typed) {
    assertThat(scalar(read("key: " + typed), "key").text()).isEqualTo(typed);
    assertThat(scalar(read("key: \"" + typed + "\""), "key").text()).isEqualTo(typed);
    assertThat(scalar(read("key: '" + typed + "'"), "key").text()).isEqualTo(typed);
  }

  @ParameterizedTest
  @CsvSource({
    "1.10, NUMBER",
    "8192, NUMBER",
    "true, FLAG",
    "True, FLAG",
    "no, FLAG",
    "off, FLAG",
    "none, TEXT",
    "'\"true\"', TEXT",
    "'\"12\"', TEXT",
    "~, NULL",
    "null, NULL",
    "'', NULL",
  })
  void aScalarKnowsWhatItStandsFor(String typed, Kind kind) {
    assertThat(scalar(read("key: " + typed), "key").kind()).isEqualTo(kind);
  }

  @Test
  void everyKeyAndValueKnowsItsPlace() {
    YamlNode.Mapping root = read("a: 1\nb:\n  c: [x,  y]\n  'd': \"é😀\"\ne:   z\n");
    YamlNode.Mapping b = (YamlNode.Mapping) root.get("b");
    YamlNode.Sequence c = (YamlNode.Sequence) b.get("c");

    assertThat(root.get("a").location()).isEqualTo(at(1, 4));
    assertThat(root.entries().get("b").keyLocation()).isEqualTo(at(2, 1));
    assertThat(b.entries().get("c").keyLocation()).isEqualTo(at(3, 3));
    assertThat(c.items().get(1).location()).isEqualTo(at(3, 11));
    assertThat(b.get("d").location()).isEqualTo(at(4, 8));
    assertThat(root.get("e").location()).isEqualTo(at(5, 6));
  }

  @Test
  void windowsLineEndsAndByteOrderMarkMoveNothing() {
    assertThat(read("\uFEFFa: 1\r\nb: 2\r\n").get("b").location()).isEqualTo(at(2, 4));
    assertThat(scalar(read("\uFEFFa: 1\r\nb: 2\r\n"), "b").text()).isEqualTo("2");
  }

  @Test
  void aliasesAndMergeKeysAreFollowed() {
    YamlNode.Mapping root =
        read(
            """
            base: &base {cores: 4, memory: 8192}
            more: &more {memory: 1, disk: 5}
            one:
              <<: *base
              memory: 16384
            two:
              <<: [*base, *more]
            list: &list [a, b]
            same: *list
            """);

    assertThat(root.get("one").render(List.of())).isEqualTo("{memory: 16384, cores: 4}");
    assertThat(root.get("two").render(List.of())).isEqualTo("{cores: 4, memory: 8192, disk: 5}");
    assertThat(root.get("same").render(List.of())).isEqualTo("[a, b]");
    assertThat(((YamlNode.Mapping) root.get("one")).get("cores").location()).isEqualTo(at(1, 21));
  }

  @Test
  void anAliasBombIsRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append(("*a" + (i - 1) + ", ").repeat(9)).append("*a").append(i - 1).append("]\n");
    }

    assertRefused(bomb.toString(), "TF-YAML-ALIASES", 5);
  }

  @Test
  void aValueThatContainsItselfIsRefused() {
    assertRefused("a: &a [*a]", "TF-YAML-ALIASES", 1);
    assertRefused("a: &a {b: *a}", "TF-YAML-ALIASES", 1);
    assertRefused("a: 1\nb: *nobody", "TF-YAML-ALIASES", 2);
  }

  @Test
  void duplicateKeysAreAllReported() {
    YamlFile file = file("a: 1\nb: 2\na: 3\nc:\n  d: 1\n  d: 2\n");

    assertThat(file.report().withCode("TF-YAML-DUPLICATE-KEY"))
        .extracting(Finding::location)
        .containsExactly(at(3, 1), at(6, 3));
    assertThat(file.report().findings().get(0).message())
        .isEqualTo("The key 'a' stands here a second time; line 1 has it already.");
  }

  @Test
  void filesThatAreTooLargeAreRefused() {
    byte[] fits = ("a: " + "x".repeat((1 << 20) - 3)).getBytes(StandardCharsets.UTF_8);
    byte[] tooLarge = ("a: " + "x".repeat((1 << 20) - 2)).getBytes(StandardCharsets.UTF_8);

    assertThat(YamlReader.read("f", fits).root()).isPresent();
    assertThat(YamlReader.read("f", tooLarge).report().findings())
        .extracting(Finding::code)
        .containsExactly("TF-FILE-TOO-LARGE");
  }

  @Test
  void otherEncodingsAreRefusedWithTheFirstWrongByte() {
    byte[] latin = "a: 1\nb: é\n".getBytes(StandardCharsets.ISO_8859_1);
    byte[] wide = "a: 1".getBytes(StandardCharsets.UTF_16);

    Finding finding = YamlReader.read("f", latin).report().findings().get(0);

    assertThat(finding.code()).isEqualTo("TF-FILE-ENCODING");
    assertThat(finding.location()).isEqualTo(new SourceLocation("f", 2, 4));
    assertThat(YamlReader.read("f", wide).report().findings())
        .extracting(Finding::code)
        .containsExactly("TF-FILE-ENCODING");
  }

  @Test
  void aSecondDocumentIsRefused() {
    assertRefused("a: 1\n---\nb: 2\n", "TF-YAML-DOCUMENTS", 3);
    assertThat(read("---\na: 1\n...\n").get("a")).isNotNull();
  }

  @Test
  void deepNestingIsRefused() {
    assertRefused("a: " + "[".repeat(65) + "]".repeat(65), "TF-YAML-DEPTH", 1);
    assertRefused("a: " + "[".repeat(100_000), "TF-YAML-DEPTH", 1);
    assertThat(read("a: " + "[".repeat(60) + "]".repeat(60)).get("a")).isNotNull();
  }

  @Test
  void tagsAreRefusedExceptForText() {
    assertRefused("a: !Ref x", "TF-YAML-TAG", 1);
    assertRefused("a: !!binary aGVsbG8=", "TF-YAML-TAG", 1);
    assertRefused("a: !!java.net.URL [x]", "TF-YAML-TAG", 1);
    assertThat(scalar(read("a: !!str 12"), "a").text()).isEqualTo("12");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [1, 2",
        "a: \"x",
        "a: b: c",
        "\ta: 1",
        "a: @x",
        "a: {b: 1",
        "- a\nb: c",
        "? [a]\n: b",
        "a: 1\n b: 2",
        "%YAML 9.9\n---\na: 1",
        "a: \u0000",
        "a: \u0007",
        "a: \"\\q\"",
        "a: &",
        "a: *",
        "*x : y",
      })
  void brokenYamlIsOneSentenceWithAPlace(String text) {
    YamlFile file = file(text);

    assertThat(file.root()).isEmpty();
    assertThat(file.report().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.location()).isNotNull();
              assertThat(finding.message()).doesNotContain("\n").endsWith(".");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "'a: 1|>b: 2', 2, 1",
    "'a:|>b: 2', 2, 1",
    "'a: 1|||>b: 2', 4, 1",
    "'a:|  b: 1|>c: 2|d: 3', 3, 1",
    "'nodes:|  - name: x|>  controller: true', 3, 1",
    "'a:>b', 1, 3",
    "'a: b # c|  d: e', 2, 3",
    "'a: [1,|b: 2', 1, 4",
    "'a: 1|b: \"x|c: 2', 2, 4",
    "'a: 1|b: [1, 2|', 2, 4",
  })
  void whatIsNotYamlIsShownWhereItStands(String text, int line, int column) {
    YamlFile file = file(text.replace('|', '\n').replace('>', '\t'));

    assertThat(file.report().findings())
        .singleElement()
        .extracting(Finding::location)
        .isEqualTo(at(line, column));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   \n# nothing\n", "---\n", "- a\n", "just text", "12", "[]"})
  void aFileWithoutKeysIsRefused(String text) {
    assertRefused(text, "TF-YAML-ROOT", 1);
  }

  private static void assertRefused(String text, String code, int line) {
    YamlFile file = file(text);

    assertThat(file.root()).isEmpty();
    assertThat(file.report().findings()).extracting(Finding::code).isEqualTo(List.of(code));
    assertThat(file.report().findings().get(0).location().line()).isEqualTo(line);
  }

  private static YamlFile file(String text) {
    return YamlReader.read("file.yaml", text.getBytes(StandardCharsets.UTF_8));
  }

  private static YamlNode.Mapping read(String text) {
    YamlFile file = file(text);
    assertThat(file.report().findings()).isEmpty();
    return file.root().orElseThrow();
  }

  private static YamlNode.Scalar scalar(YamlNode.Mapping root, String key) {
    return (YamlNode.Scalar) root.get(key);
  }

  private static SourceLocation at(int line, int column) {
    return new SourceLocation("file.yaml", line, column);
  }
}
