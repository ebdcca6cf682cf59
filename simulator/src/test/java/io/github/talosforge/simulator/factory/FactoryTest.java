package io.github.talosforge.simulator.factory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.RemoteImage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactoryTest {
  private static final String AGENT =
      "ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515";

  private final Simulator simulator = Simulator.builder().start();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    simulator.close();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(simulator.connection().factory() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba",
        "customization: {systemExtensions: {officialExtensions: [siderolabs/qemu-guest-agent]}} |"
            + " ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515",
        "customization: {extraKernelArgs: [noapic, nolapic]} | 9cba8e32 a06c",
        "customization: {meta: [{key: 10, value: foo}]} | d308a2a5 9a7f",
        "customization: {secureboot: {includeWellKnownCertificates: true}} | fa8e05f1 f3e6",
        "customization: {diskImage: {sectorSize: 4096}} | 92833e9d d1ea",
      })
  void idsAreThoseOfTheRealFactory(String yaml, String id) {
    String computed = Schematic.parse(yaml).id();
    String[] ends = id.split(" ", 2);
    assertThat(computed).startsWith(ends[0]).endsWith(ends[ends.length - 1]);
  }

  @Test
  void schematicIsMadeOnceAndShownAgain() throws Exception {
    String yaml = "customization:\n  extraKernelArgs: [noapic, nolapic]\n";
    HttpResponse<String> made = send("POST", "/schematics", yaml);
    assertThat(made.statusCode()).isEqualTo(201);
    JsonNode answer = new ObjectMapper().readTree(made.body());
    assertThat(answer.path("id").asText()).startsWith("9cba8e32").endsWith("a06c");
    assertThat(answer.path("schematic").asText())
        .isEqualTo("customization:\n    extraKernelArgs:\n        - noapic\n        - nolapic\n");
    assertThat(send("GET", "/schematics/" + answer.path("id").asText(), "").body())
        .isEqualTo(answer.path("schematic").asText());
  }

  @Test
  void unknownFieldIsRefused() throws Exception {
    HttpResponse<String> refused = send("POST", "/schematics", "customization: {colour: red}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("field colour not found in customization");
  }

  @Test
  void versionsAndExtensionsAreListed() throws Exception {
    assertThat(send("GET", "/versions", "").body()).contains("\"v1.13.0\"", "\"v1.9.6\"");
    assertThat(send("GET", "/version/v1.12.0/extensions/official", "").body())
        .contains("\"name\":\"siderolabs/qemu-guest-agent\"");
    assertThat(send("GET", "/version/v9.9.9/extensions/official", "").statusCode()).isEqualTo(404);
  }

  @Test
  void imageDeclaresItsSizeAndCarriesItsIdentity(@TempDir Path folder) throws Exception {
    String path = "/image/" + AGENT + "/v1.12.0/nocloud-amd64.qcow2";
    HttpResponse<String> head = send("HEAD", path, "");
    long declared = head.headers().firstValueAsLong("content-length").orElse(0);
    assertThat(declared).isGreaterThan(100_000_000);
    assertThat(head.headers().map()).doesNotContainKeys("etag", "last-modified");
    Path file = folder.resolve("image");
    try (InputStream in =
        URI.create(simulator.connection().factory() + path).toURL().openStream()) {
      Files.copy(in, file);
    }
    RemoteImage image = ImageFile.describe(file);
    assertThat(image.size()).isEqualTo(declared);
    assertThat(image.identity()).isEqualTo(AGENT + "/v1.12.0/nocloud-amd64.qcow2");
    assertThat(
            simulator.factory().find("https://factory.talos.dev" + path).orElseThrow().checksums())
        .isEqualTo(image.checksums());
  }

  @Test
  void checksumsAreForPayingUsers() throws Exception {
    String path = "/image/" + AGENT + "/v1.12.0/nocloud-amd64.qcow2";
    assertThat(send("GET", path + ".sha256", "").statusCode()).isEqualTo(402);
    assertThat(simulator.factory().find("https://factory.talos.dev" + path + ".sha256")).isEmpty();
  }

  @Test
  void imagesNeedAKnownSchematicVersionAndExtension() throws Exception {
    String unknown = "/image/" + "0".repeat(64) + "/v1.12.0/nocloud-amd64.qcow2";
    assertThat(send("HEAD", unknown, "").statusCode()).isEqualTo(404);
    assertThat(send("HEAD", "/image/" + AGENT + "/v0.1.0/nocloud-amd64.qcow2", "").statusCode())
        .isEqualTo(404);
    String made =
        send(
                "POST",
                "/schematics",
                "customization: {systemExtensions: {officialExtensions: [siderolabs/nonsense]}}")
            .body();
    String id = new ObjectMapper().readTree(made).path("id").asText();
    assertThat(send("GET", "/image/" + id + "/v1.12.0/nocloud-amd64.qcow2", "").statusCode())
        .isEqualTo(400);
  }
}
