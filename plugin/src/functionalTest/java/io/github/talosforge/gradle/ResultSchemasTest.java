package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs read is what the schemas say. */
class ResultSchemasTest {
  private static final List<String> RESULTS = List.of("plan", "status", "inventory", "result");

  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
  }

  @AfterEach
  void stop() {
    build.run("stopSimulator");
  }

  private void resultsAreAsTheSchemasSay(List<String> names) throws IOException {
    for (String name : names) {
      JsonNode result =
          new ObjectMapper().readTree(build.read("build/talosforge/main/" + name + ".json"));
      assertThat(schema(name).validate(result)).as(name).isEmpty();
    }
  }

  private static JsonSchema schema(String name) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(TestBuild.repositoryFile("docs/schema/" + name + ".schema.json"));
  }

  @Test
  void resultsOfWholeRunsAreAsTheSchemasSay() throws IOException {
    build.run("planCluster");
    resultsAreAsTheSchemasSay(List.of("plan", "result"));
    build.run("provisionNodes");
    resultsAreAsTheSchemasSay(RESULTS);
    build.change("nodes.yaml", "vm_memory: 16384", "vm_memory: 32768");
    build.run("planCluster", "statusCluster");
    resultsAreAsTheSchemasSay(RESULTS);
    build.run("destroyCluster", "--confirm=sample");
    resultsAreAsTheSchemasSay(List.of("plan", "result"));
  }

  @Test
  void anythingElseIsRefused() throws IOException {
    for (String name : RESULTS) {
      assertThat(schema(name).validate(new ObjectMapper().readTree("{\"schema\": \"other/1\"}")))
          .as(name)
          .isNotEmpty();
    }
  }
}
