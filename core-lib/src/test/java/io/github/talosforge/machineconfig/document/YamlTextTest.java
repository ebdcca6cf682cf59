package io.github.talosforge.machineconfig.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.model.FreeYaml;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTextTest {
  private static final String ALPHABET =
      "ab:#-?!&*|>'\"%@`{}[],=~<\\/ \n\t0019.xo_eENy\u00e9\u0085\u2028\u0001";

  private static String yaml(String text) {
    Fields fields =
        new Fields()
            .put("plain", text)
            .put(text.isEmpty() ? "k" : text, "key")
            .put("list", List.of(text, "x"))
            .put("deep", new Fields().put("er", new Fields().put("est", text)));
    return new ConfigDocuments(List.of(new ConfigDocument(fields.mapping()))).yaml();
  }

  private static void survives(String text) throws IOException {
    String yaml = yaml(text);
    JsonNode read = new YAMLMapper().readTree(yaml);
    assertThat(read.at("/plain").asText()).as(yaml).isEqualTo(text);
    assertThat(read.at("/plain").isTextual()).as(yaml).isTrue();
    assertThat(read.at("/list/0").asText()).as(yaml).isEqualTo(text);
    assertThat(read.at("/deep/er/est").asText()).as(yaml).isEqualTo(text);
    assertThat(read.has(text.isEmpty() ? "k" : text)).as(yaml).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "yes",
        "No",
        "null",
        "~",
        "0x1f",
        "0o644",
        "0644",
        "1e3",
        "1_000",
        "12:30:45",
        "2001-01-01",
        ".inf",
        "=",
        "<<",
        "-",
        "- a",
        "a: b",
        "a #b",
        "#a",
        " lead",
        "trail ",
        "one\ntwo",
        "one\ntwo\n",
        "one\ntwo\n\n",
        "\none",
        " one\ntwo",
        "one \ntwo",
        "\t",
        "'",
        "\"",
        "\\",
        "{}",
        "*a",
        "&a",
        "!a",
        "%a",
        "@a",
        "`a",
        "|",
        ">",
        "bc:24:11:00:01:01",
        "é 😀",
        "192.168.1.1/24",
        "a:",
        ":a",
        "1.2.3",
        "e\u2028f\ng"
      })
  void everyTextIsReadAsItself(String text) throws IOException {
    survives(text);
  }

  @Test
  void randomTextsAreReadAsThemselves() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(9);
      for (int j = 0; j < length; j++) {
        text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
      survives(text.toString());
    }
  }

  @Test
  void emptyMapsAndListsStay() {
    FreeYaml.Mapping map =
        new Fields()
            .put("map", new Fields())
            .put("list", List.of())
            .put("number", 7)
            .put("flag", true)
            .mapping();
    assertThat(new ConfigDocuments(List.of(new ConfigDocument(map))).yaml())
        .isEqualTo("map: {}\nlist: []\nnumber: 7\nflag: true\n");
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    String yaml = yaml("one\ntwo: 3\n");
    assertThat(ConfigDocuments.read("x", yaml).documents().yaml()).isEqualTo(yaml);
  }

  @Test
  void theMainDocumentComesFirstAndEmptyOnesAreLeftOut() {
    ConfigDocuments.Reading read =
        ConfigDocuments.read("x", "---\n---\nkind: A\napiVersion: v1alpha1\n---\nmachine: {}\n");
    assertThat(read.report().findings()).isEmpty();
    assertThat(read.documents().documents())
        .extracting(document -> document.id().toString())
        .containsExactly("v1alpha1", "A");
  }

  @Test
  void nothingOfADocumentIsShownButItsName() {
    assertThat(ConfigDocuments.read("x", "machine: {token: hunter2}\n").documents().toString())
        .isEqualTo("ConfigDocuments[documents=[v1alpha1]]");
  }

  @Test
  void whatIsNoMapIsRefused() {
    assertThat(ConfigDocuments.read("x", "a: 1\n---\n- b\n").report().render())
        .contains("x:3:1 error TF-YAML-ROOT");
  }
}
