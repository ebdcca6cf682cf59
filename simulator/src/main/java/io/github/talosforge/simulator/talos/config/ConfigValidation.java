package io.github.talosforge.simulator.talos.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.talos.pki.Keys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Finds in a decoded config what Talos finds before it takes it. */
public final class ConfigValidation {
  private final MachineConfig config;
  private final int minor;
  private final boolean requiresInstall;
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private ConfigValidation(MachineConfig config, int minor, boolean requiresInstall) {
    this.config = config;
    this.minor = minor;
    this.requiresInstall = requiresInstall;
  }

  /**
   * Validates a config.
   *
   * @param config the config
   * @param minor the minor version of Talos
   * @param requiresInstall whether the node has yet to be installed, on a platform where that is
   *     needed
   * @return warnings
   * @throws ConfigRefused when there are problems
   */
  public static List<String> check(MachineConfig config, int minor, boolean requiresInstall) {
    ConfigValidation validation = new ConfigValidation(config, minor, requiresInstall);
    if (config.isComplete()) {
      validation.checkCertificates();
      validation.checkMachine();
    }
    validation.checkDocuments();
    if (!validation.problems.isEmpty()) {
      throw ConfigRefused.invalid(validation.problems);
    }
    return List.copyOf(validation.warnings);
  }

  private void checkMachine() {
    if (config.at("/machine").isMissingNode() || config.at("/machine").isNull()) {
      problems.add("machine instructions are required");
      return;
    }
    checkCluster();
    if (requiresInstall) {
      checkInstall();
    }
    checkInstallImage();
    boolean hasCa = config.at("/machine/ca").isObject();
    if (!hasCa && config.at("/machine/acceptedCAs").isEmpty()) {
      problems.add(
          "issuing CA or some accepted CAs are required (.machine.ca, machine.acceptedCAs)");
    }
    switch (config.type()) {
      case "init", "controlplane" -> checkControlPlane(hasCa);
      case "worker", "join" -> checkWorker();
      default ->
          problems.add("unknown machine type \"" + config.type().toLowerCase(Locale.ROOT) + "\"");
    }
    checkInterfaces();
    if (!config.at("/persist").asBoolean(true)) {
      problems.add(".persist should be enabled");
    }
  }

  private void checkInstall() {
    JsonNode install = config.at("/machine/install");
    if (!install.isObject()) {
      problems.add("install instructions are required in \"metal\" mode");
      return;
    }
    if (config.installDisk().isEmpty() && config.installSelector().isEmpty()) {
      problems.add("either install disk or diskSelector should be defined");
    }
    if (!install.path("extraKernelArgs").isEmpty()
        && install.path("grubUseUKICmdline").asBoolean(false)) {
      problems.add("install.extraKernelArgs and install.grubUseUKICmdline can't be used together");
    }
  }

  private void checkInstallImage() {
    String image = config.installImage();
    String name = image.substring(image.lastIndexOf('/') + 1);
    if (minor >= 11 && !image.isEmpty() && !name.contains(":") && !name.contains("@")) {
      problems.add("install image \"" + image + "\" should have a tag");
    }
  }

  private void checkCluster() {
    JsonNode cluster = config.at("/cluster");
    if (!cluster.isObject()) {
      problems.add("cluster instructions are required");
      return;
    }
    if (config.endpoint().isEmpty()) {
      problems.add("cluster controlplane endpoint is required");
      return;
    }
    checkEndpoint(config.endpoint());
    if (!config.isControlPlane() && cluster.path("etcd").isObject()) {
      problems.add("etcd config is only allowed on control plane machines");
    }
    if (!config.isControlPlane() && !config.kubernetesCaKey().isEmpty()) {
      problems.add("cluster CA key is not allowed on non-controlplane nodes (.cluster.ca)");
    }
    if (cluster.at("/discovery/enabled").asBoolean(false)
        && !cluster.at("/discovery/registries/service/disabled").asBoolean(false)) {
      if (config.clusterId().isEmpty()) {
        problems.add("cluster discovery service requires .cluster.id");
      }
      if (cluster.path("secret").asText("").isEmpty()) {
        problems.add("cluster discovery service requires .cluster.secret");
      }
    }
  }

  private void checkEndpoint(String endpoint) {
    try {
      URI uri = URI.create(endpoint);
      if (uri.getScheme() == null || uri.getHost() == null) {
        problems.add("invalid controlplane endpoint: scheme and host are required");
      }
    } catch (IllegalArgumentException e) {
      problems.add("invalid controlplane endpoint: " + e.getMessage());
    }
  }

  private void checkControlPlane(boolean hasCa) {
    String cni = config.at("/cluster/network/cni/name").asText("flannel");
    if (!List.of("flannel", "custom", "none").contains(cni)) {
      problems.add("cni name should be one of [\"flannel\", \"custom\", \"none\"]");
    }
    if (!hasCa) {
      problems.add("issuing CA is required (.machine.ca)");
    } else if (config.machineCaKey().isEmpty()) {
      problems.add("issuing CA key is required for controlplane nodes (.machine.ca.key)");
    }
  }

  private void checkWorker() {
    if (config.vip().isPresent()) {
      problems.add("virtual (shared) IP is not allowed on non-controlplane nodes");
    }
    if (!config.machineCaKey().isEmpty()) {
      problems.add(
          "issuing Talos API CA key is not allowed on non-controlplane nodes (.machine.ca)");
    }
    if (!config.kubernetesCaKey().isEmpty()) {
      problems.add(
          "issuing Kubernetes API CA key is not allowed on non-controlplane nodes (.cluster.ca)");
    }
  }

  private void checkInterfaces() {
    config
        .interfaces()
        .forEach(
            device -> {
              boolean name = !device.path("interface").asText("").isEmpty();
              boolean selector = device.path("deviceSelector").isObject();
              if (name == selector) {
                problems.add(
                    "[networking.os.device.interface], [networking.os.device.deviceSelector]: "
                        + (name
                            ? "config sections are mutually exclusive"
                            : "required config section"));
              }
            });
  }

  private void checkDocuments() {
    config.documents("HostnameConfig").forEach(document -> checkHostname(document.content()));
    config
        .documents("VolumeConfig")
        .filter(document -> document.name().equals("STATE"))
        .filter(document -> document.content().path("provisioning").isObject())
        .forEach(
            document ->
                problems.add("provisioning config is not allowed for the \"STATE\" volume"));
  }

  private void checkHostname(JsonNode document) {
    String hostname = document.path("hostname").asText("");
    String auto = document.path("auto").asText("");
    if (!hostname.isEmpty() && !auto.isEmpty() && !auto.equals("off")) {
      problems.add("'auto' and 'hostname' cannot be set at the same time");
    }
    if (hostname.isEmpty() && auto.isEmpty()) {
      problems.add("either 'auto' or 'hostname' must be set");
    }
    if (!config.at("/machine/network/hostname").asText("").isEmpty() && !hostname.isEmpty()) {
      problems.add("static hostname is already set in v1alpha1 config");
    }
    if (config.at("/machine/features/stableHostname").asBoolean(false) && auto.equals("stable")) {
      problems.add("stable hostname is already set in v1alpha1 config");
    }
  }

  private void checkCertificates() {
    checkPair("/machine/ca", "machine.ca");
    checkPair("/cluster/ca", "cluster.ca");
    checkPair("/cluster/etcd/ca", "cluster.etcd.ca");
  }

  private void checkPair(String pointer, String name) {
    String certificate = config.at(pointer + "/crt").asText("");
    String key = config.at(pointer + "/key").asText("");
    try {
      if (!certificate.isEmpty()) {
        Keys.certificate(pem(certificate)).getSubjectX500Principal();
      }
      if (!key.isEmpty()) {
        Keys.read(pem(key)).getAlgorithm();
      }
    } catch (IllegalArgumentException e) {
      problems.add(name + ": " + e.getMessage());
    }
  }

  private static String pem(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
