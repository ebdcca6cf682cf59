package io.github.talosforge.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs read of a cluster's health is what the schema in the jar says. */
class HealthSchemaTest {
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(inTheJar("health"));

  private static String inTheJar(String name) {
    String path = "/io/github/talosforge/schema/" + name + ".schema.json";
    try (InputStream file = HealthSchemaTest.class.getResourceAsStream(path)) {
      assertThat(file).as(path).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<ValidationMessage> schemaSays(String json) throws IOException {
    return SCHEMA.validate(new ObjectMapper().readTree(json));
  }

  @ParameterizedTest
  @EnumSource
  void everyResultIsAsTheSchemaSays(CheckResult.State state) throws IOException {
    List<CheckResult> results =
        Stream.of(HealthCheck.values()).map(check -> new CheckResult(check, state, "why")).toList();
    assertThat(schemaSays(HealthJson.render(new HealthReport(results)))).isEmpty();
  }

  @Test
  void anythingElseIsRefused() throws IOException {
    String json = HealthJson.render(new HealthReport(List.of()));
    assertThat(schemaSays(json)).isEmpty();
    assertThat(schemaSays(json.replace("health/1", "health/2"))).isNotEmpty();
    assertThat(schemaSays(json.replace("true", "1"))).isNotEmpty();
    assertThat(schemaSays(json.replace("checks", "tests"))).isNotEmpty();
    assertThat(schemaSays(json.replace("[ ]", "[{\"name\": \"x\"}]"))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster",
        "nodes",
        "plan",
        "status",
        "inventory",
        "result",
        "health",
        "audit",
        "backup",
        "backups"
      })
  void everySchemaIsInTheJar(String name) throws IOException {
    Path committed = Path.of("../docs/schema", name + ".schema.json");
    assertThat(inTheJar(name)).isEqualTo(Files.readString(committed));
  }
}
