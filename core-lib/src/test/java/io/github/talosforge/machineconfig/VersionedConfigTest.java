package io.github.talosforge.machineconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.model.TalosVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What differs from one version of Talos to the next. */
class VersionedConfigTest {
  private static String yaml(String version, String cluster, String node) {
    String[] files = ExampleClusters.of(version).get(cluster);
    return Generated.yaml(files[0], files[1], node);
  }

  private static List<String> documents(String yaml) {
    return Generated.documents(yaml).stream()
        .map(document -> (document.path("kind").asText() + " " + document.path("name").asText()))
        .map(String::strip)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1.8.0, V1_9",
    "1.9.5, V1_9",
    "1.10.0, V1_10",
    "1.12.7, V1_12",
    "1.14.0, V1_13",
    "2.0.0, V1_13"
  })
  void aVersionHasTheContractOfItsMinor(String version, VersionContract contract) {
    assertThat(VersionContract.of(TalosVersion.of(version))).isEqualTo(contract);
  }

  @Test
  void before12NamesAndMirrorsAreKeysOfTheMachine() {
    String old = yaml("1.11.6", "everything", "cp-1");
    assertThat(documents(old)).containsExactly("");
    JsonNode main = Generated.main(old);
    assertThat(main.at("/machine/network/hostname").asText()).isEqualTo("cp-1");
    assertThat(main.at("/machine/features/stableHostname").asBoolean()).isTrue();
    assertThat(main.at("/machine/features/rbac").asBoolean()).isTrue();
    assertThat(main.at("/machine/registries/mirrors/docker.io/endpoints/1").asText())
        .isEqualTo("https://other.example.org/v2");
    assertThat(main.at("/machine/install/grubUseUKICmdline").isMissingNode()).isTrue();
    assertThat(main.at("/cluster/apiServer/certSANs").toString())
        .isEqualTo("[\"k8s.example.org\",\"192.168.22.100\",\"10.0.0.1\"]");
  }

  @Test
  void since12TheyAreDocuments() {
    String yaml = yaml("1.12.7", "everything", "cp-1");
    assertThat(documents(yaml))
        .containsExactly(
            "", "RegistryMirrorConfig *", "RegistryMirrorConfig docker.io", "HostnameConfig");
    assertThat(Generated.document(yaml, "HostnameConfig", "").path("hostname").asText())
        .isEqualTo("cp-1");
    JsonNode main = Generated.main(yaml);
    assertThat(main.at("/machine/network/hostname").isMissingNode()).isTrue();
    assertThat(main.at("/machine/registries").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1.10.6, false", "1.11.6, true"})
  void since11VolumesAreEncryptedByDocuments(String version, boolean byDocument) {
    String yaml = yaml(version, "encrypted-kms", "worker-1");
    JsonNode old = Generated.main(yaml).at("/machine/systemDiskEncryption/state");
    JsonNode document = Generated.document(yaml, "VolumeConfig", "STATE").path("encryption");
    assertThat((byDocument ? document : old).toString())
        .isEqualTo(
            "{\"provider\":\"luks2\",\"keys\":"
                + "[{\"kms\":{\"endpoint\":\"https://kms.example.org\"},\"slot\":0}]}");
    assertThat((byDocument ? old : document).isMissingNode()).isTrue();
  }

  @Test
  void aKeyIsSealedBySecureBootOnlyWhereThatIsOn() {
    assertThat(yaml("1.12.7", "encrypted-tpm", "worker-1"))
        .doesNotContain("checkSecurebootStatusOnEnroll");
    assertThat(yaml("1.12.7", "encrypted-tpm", "worker-2"))
        .contains("checkSecurebootStatusOnEnroll: true");
  }

  @Test
  void partitionsLeaveEphemeralTheRest() {
    String yaml = yaml("1.12.7", "partitions", "worker-1");
    assertThat(provisioning(yaml, "VolumeConfig", "EPHEMERAL"))
        .isEqualTo("{\"maxSize\":\"89GiB\"}");
    assertThat(provisioning(yaml, "UserVolumeConfig", "p"))
        .isEqualTo(
            "{\"diskSelector\":{\"match\":\"system_disk\"},"
                + "\"minSize\":\"7GiB\",\"maxSize\":\"7GiB\"}");
    assertThat(provisioning(yaml("1.12.7", "partitions", "worker-2"), "VolumeConfig", "EPHEMERAL"))
        .isEqualTo("{\"maxSize\":\"50GiB\"}");
  }

  @Test
  void disksAreFoundByTheirWorldWideNames() {
    String yaml = yaml("1.12.7", "data-vm", "worker-1");
    assertThat(provisioning(yaml, "VolumeConfig", "EPHEMERAL"))
        .matches(
            "\\{\"diskSelector\":\\{\"match\":\"disk.wwid == \\\\\"naa.5[0-9a-f]{15}\\\\\"\"},"
                + "\"grow\":true}");
    assertThat(Generated.document(yaml, "UserVolumeConfig", "data").toString())
        .contains("\"volumeType\":\"disk\"")
        .contains("disk.wwid == ")
        .contains("\"filesystem\":{\"type\":\"ext4\"}");
    assertThat(Generated.document(yaml, "UserVolumeConfig", "shared").toString())
        .isEqualTo(
            "{\"apiVersion\":\"v1alpha1\",\"kind\":\"UserVolumeConfig\",\"name\":\"shared\","
                + "\"volumeType\":\"directory\"}");
  }

  private static String provisioning(String yaml, String kind, String name) {
    return Generated.document(yaml, kind, name).path("provisioning").toString();
  }

  @Test
  void theInstallDiskIsADeviceASerialNumberOrAWorldWideName() {
    assertThat(install("cp-1")).contains("\"disk\":\"/dev/sda\"");
    assertThat(install("cp-2")).contains("\"disk\":\"/dev/vda\"");
    assertThat(install("worker-1")).contains("\"diskSelector\":{\"serial\":\"QM00013\"}");
    assertThat(install("worker-2"))
        .contains("\"diskSelector\":{\"wwid\":\"naa.5000c50015ea71aa\"}");
  }

  private static String install(String node) {
    return Generated.main(yaml("1.12.7", "everything", node)).at("/machine/install").toString();
  }

  @Test
  void kubernetesIsAsTheFilesWantIt() {
    JsonNode main = Generated.main(yaml("1.12.7", "everything", "cp-1"));
    assertThat(main.at("/cluster/network/cni/name").asText()).isEqualTo("none");
    assertThat(main.at("/cluster/proxy/disabled").asBoolean()).isTrue();
    assertThat(main.at("/cluster/allowSchedulingOnControlPlanes").asBoolean()).isTrue();
    assertThat(main.at("/cluster/externalCloudProvider").toString())
        .isEqualTo("{\"enabled\":true,\"manifests\":[\"https://example.org/ccm.yaml\"]}");
    assertThat(main.at("/cluster/inlineManifests/1/contents").asText())
        .contains("name: \"it's: one # two\"");
    assertThat(main.at("/machine/kubelet/extraArgs/max-pods").isTextual()).isTrue();
    assertThat(main.at("/machine/kubelet/extraConfig/serializeImagePulls").isBoolean()).isTrue();
    JsonNode worker = Generated.main(yaml("1.12.7", "everything", "worker-1"));
    assertThat(worker.at("/cluster/externalCloudProvider").toString())
        .isEqualTo("{\"enabled\":true}");
    assertThat(worker.path("cluster").has("inlineManifests")).isFalse();
  }
}
