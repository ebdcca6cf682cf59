package io.github.talosforge.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Checks;
import io.github.talosforge.config.catalogue.DecimalType;
import io.github.talosforge.config.catalogue.IntegerType;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.yaml.YamlFile;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.model.Layer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of every key of both files, wherever it stands: what is right is right for the schema and for the
 * model, and what is wrong is wrong for both. Only how a number is spelled is hidden from a schema.
 */
class SchemaAgreementTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /**
   * One of the two files.
   *
   * @param section its keys
   * @param text its schema
   * @param schema the same, ready for use
   * @param atLeast how many places for keys it has at least
   */
  record UserFile(SectionType section, String text, JsonSchema schema, int atLeast) {
    static UserFile of(SectionType section, String text, int atLeast) {
      JsonSchemaFactory schemas = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
      return new UserFile(section, text, schemas.getSchema(text), atLeast);
    }

    List<KeySpot> spots() {
      return KeySpot.of(section);
    }

    boolean schemaAccepts(String yaml) throws IOException {
      return schema.validate(YAML.readTree(yaml)).isEmpty();
    }

    boolean modelAccepts(String yaml) {
      YamlFile read = YamlReader.read("x.yaml", yaml.getBytes(StandardCharsets.UTF_8));
      Checks checks = new Checks();
      read.root().ifPresent(root -> section.check("", root, checks));
      return read.root().isPresent() && !read.report().merge(checks.report()).hasErrors();
    }
  }

  static Stream<UserFile> files() {
    return Stream.of(
        UserFile.of(Catalogue.CLUSTER_FILE, FileSchema.cluster(), 500),
        UserFile.of(Catalogue.NODES_FILE, FileSchema.nodes(), 200));
  }

  @ParameterizedTest
  @MethodSource("files")
  void bothAcceptTheExampleOfEveryKey(UserFile file) throws IOException {
    assertThat(file.spots()).hasSizeGreaterThan(file.atLeast());
    for (KeySpot spot : file.spots()) {
      String yaml = spot.file(spot.key().example());
      assertThat(file.modelAccepts(yaml)).as("the model: " + yaml).isTrue();
      assertThat(file.schemaAccepts(yaml)).as("the schema: " + yaml).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void bothRefuseWhatIsWrongForAKey(UserFile file) throws IOException {
    for (KeySpot spot : file.spots()) {
      for (String value : WrongValues.of(spot.key())) {
        refused(file, spot.file(value));
      }
      refused(file, spot.beside("no_such_key"));
      if (spot.key().required()) {
        refused(file, spot.without());
        refused(file, spot.file("~"));
      }
    }
  }

  private static void refused(UserFile file, String yaml) throws IOException {
    assertThat(file.modelAccepts(yaml)).as("the model: " + yaml).isFalse();
    assertThat(file.schemaAccepts(yaml)).as("the schema: " + yaml).isFalse();
  }

  @ParameterizedTest
  @MethodSource("files")
  void bothKnowTheBoundsOfNumbersInQuotesToo(UserFile file) throws IOException {
    for (KeySpot spot : file.spots()) {
      for (int bound : bounds(spot.key())) {
        for (String value : List.of("" + bound, "\"" + bound + "\"")) {
          assertThat(file.modelAccepts(spot.file(value))).as(spot.file(value)).isTrue();
          assertThat(file.schemaAccepts(spot.file(value))).as(spot.file(value)).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyKeyTellsWhatItMeansWithAnExampleItsDefaultAndItsBounds(UserFile file)
      throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.text());
    for (KeySpot spot : file.spots()) {
      JsonNode told = root;
      for (String name : spot.path().split("[.]", -1)) {
        told = defined(root, keys(root, told).path(name));
      }
      Key<?> key = spot.key();
      assertThat(told.path("description").asText())
          .as(spot.path())
          .matches("[A-Z0-9].*[.]")
          .startsWith(key.description())
          .contains(key.type() instanceof SectionType ? "" : key.type().expected());
      assertThat(told.path("examples")).as(spot.path()).containsExactly(typed(key.example()));
      assertThat(told.path("default"))
          .as(spot.path())
          .isEqualTo(
              key.defaultIn(Layer.BUILT_IN)
                  .map(SchemaAgreementTest::typed)
                  .orElse(MissingNode.getInstance()));
      List<Integer> bounds = bounds(key);
      assertThat(told.has("minimum")).as(spot.path()).isEqualTo(!bounds.isEmpty());
      if (!bounds.isEmpty()) {
        assertThat(List.of(told.get("minimum").asInt(), told.get("maximum").asInt()))
            .as(spot.path())
            .isEqualTo(bounds);
      }
    }
  }

  /** Returns what YAML takes a text for. */
  private static JsonNode typed(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /** Returns the least and the most that a number can be; nothing for all else. */
  private static List<Integer> bounds(Key<?> key) {
    if (key.type() instanceof IntegerType number) {
      return List.of(number.min(), number.max());
    }
    return key.type() instanceof DecimalType number
        ? List.of(number.min(), number.max())
        : List.of();
  }

  /** Returns the keys of what stands in a value: in a section, a list of them or a map of them. */
  private static JsonNode keys(JsonNode root, JsonNode value) {
    JsonNode here = defined(root, value);
    for (String way : List.of("/anyOf/0", "/items", "/additionalProperties")) {
      if (!here.has("properties") && here.at(way).isObject()) {
        return keys(root, here.at(way));
      }
    }
    return here.path("properties");
  }

  private static JsonNode defined(JsonNode root, JsonNode value) {
    return value.has("$ref") ? root.at(value.get("$ref").asText().substring(1)) : value;
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0,9", "1,512", "5,5", "17,1999", "90,110", "100,2999", "0,4094", "999,1000"})
  void aFormOfNumbersTakesThoseWithinItsBounds(int min, int max) {
    Pattern whole = Pattern.compile(NumberForm.whole(min, max));
    Pattern decimal = Pattern.compile(NumberForm.decimal(min, max));
    for (int number = 0; number < 5000; number++) {
      boolean within = number >= min && number <= max;
      assertThat(whole.matcher("" + number).find()).as("" + number).isEqualTo(within);
      assertThat(decimal.matcher("" + number).find()).as("" + number).isEqualTo(within);
      assertThat(decimal.matcher(number + ".5").find())
          .as(number + ".5")
          .isEqualTo(within && number < max);
    }
  }

  @Test
  void theLargestNumbersHaveAFormToo() {
    Pattern all = Pattern.compile(NumberForm.whole(0, Integer.MAX_VALUE));
    assertThat(all.matcher("2147483647").find()).isTrue();
    assertThat(all.matcher("2147483648").find()).isFalse();
    assertThat(all.matcher("10000000000").find()).isFalse();
  }
}
