package io.github.talosforge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.talosforge.credentials.ClientRequest;
import io.github.talosforge.credentials.Kubeconfig;
import io.github.talosforge.credentials.KubernetesAccess;
import io.github.talosforge.credentials.Talosconfig;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.TalosRole;
import io.github.talosforge.secrets.Bundles;
import io.github.talosforge.secrets.ClusterId;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsYaml;
import io.github.talosforge.yaml.YamlText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Talos' own code reads our secrets and talosconfig and verifies our certificates, and we its. */
@Tag("interop")
class TalosCredentialsTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final SecretsBundle BUNDLE =
      SecretsBundle.generate(Bundles.UID, Instant.parse("2026-01-01T00:00:00Z"), RANDOM);
  static final List<String> VERSIONS = Machinery.VERSIONS;

  @TempDir Path directory;

  private static ClientRequest request() {
    return new ClientRequest(Duration.ofDays(365), Instant.now(), RANDOM);
  }

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void talosReadsAndVerifiesOurs(String version) throws IOException {
    Set<TalosRole> roles = Set.of(TalosRole.ADMIN, TalosRole.READER);
    Files.writeString(directory.resolve("secrets.yaml"), SecretsYaml.write(BUNDLE));
    Files.writeString(
        directory.resolve("talosconfig"),
        Talosconfig.empty()
            .with("demo", List.of("10.0.0.1"), BUNDLE.certificates().os(), roles, request())
            .config()
            .text());
    KubernetesAccess access =
        new KubernetesAccess(
            "demo",
            URI.create("https://10.0.0.10:6443"),
            BUNDLE.certificates().kubernetes(),
            List.of(),
            Optional.empty());
    Files.writeString(
        directory.resolve("kubeconfig"),
        Kubeconfig.empty().with(access, request()).config().text());
    Machinery.of(version).ask("credentials", directory);
    JsonNode found = new JsonMapper().readTree(directory.resolve("credentials.json").toFile());
    System.out.println(version + ": " + found);
    assertThat(found.path("clusterId").asText()).isEqualTo(BUNDLE.clusterId().value());
    assertThat(found.path("sameBytes").asBoolean()).isTrue();
    assertThat(found.path("serviceAccount").asText()).isEqualTo("RSA PRIVATE KEY");
    assertThat(found.path("context").asText()).isEqualTo("demo");
    assertThat(found.path("sameAuthority").asBoolean()).isTrue();
    assertClients(found);
  }

  /** Ours looks like the one that Talos makes with the same authority. */
  private static void assertClients(JsonNode found) {
    JsonNode ours = found.path("talosClient");
    JsonNode theirs = found.path("talosMade");
    assertThat(ours.path("roles").toString()).isEqualTo("[\"os:admin\",\"os:reader\"]");
    assertThat(ours.path("unknownRoles")).isEmpty();
    assertThat(ours.path("onlyClient").asBoolean()).isTrue();
    for (String trait :
        List.of(
            "commonName", "keyUsage", "isCA", "constraints", "algorithm", "keyType", "lifetime")) {
      assertThat(ours.path(trait)).as(trait).isEqualTo(theirs.path(trait));
    }
    JsonNode admin = found.path("kubernetesClient");
    assertThat(admin.path("commonName").asText()).isEqualTo("admin");
    assertThat(admin.path("organizations").toString()).isEqualTo("[\"system:masters\"]");
    assertThat(admin.path("onlyClient").asBoolean()).isTrue();
    assertThat(admin.path("keyType").asText()).isEqualTo("EC PRIVATE KEY");
  }

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void weReadWhatTalosMakes(String version) throws IOException {
    Machinery.of(version).ask("newsecrets", directory);
    String text = Files.readString(directory.resolve("secrets.yaml"));
    SecretsBundle theirs = SecretsYaml.read("secrets.yaml", YamlText.read("secrets.yaml", text));
    assertThat(SecretsYaml.write(theirs)).isEqualTo(text);
    assertThat(theirs.clusterId().belonging(Bundles.UID)).isEqualTo(ClusterId.Belonging.UNKNOWN);
    String config = Files.readString(directory.resolve("talosconfig"));
    Talosconfig talosconfig = Talosconfig.parse("talosconfig", config);
    assertThat(talosconfig.context("theirs").orElseThrow().client().orElseThrow())
        .satisfies(
            client -> {
              assertThat(client.certificate().organizations())
                  .containsExactlyInAnyOrder("os:admin", "os:reader");
              assertThat(
                      CertificateAuthority.of(theirs.certificates().os())
                          .signed(client.certificate()))
                  .isTrue();
            });
    Talosconfig.Updated kept =
        talosconfig.with(
            "theirs",
            List.of("10.0.0.1"),
            theirs.certificates().os(),
            Set.of(TalosRole.ADMIN, TalosRole.READER),
            request());
    assertThat(kept.config().text()).isEqualTo(config);
  }
}
