package io.github.talosforge.gradle.connection;

import java.util.List;
import java.util.stream.Stream;

/** The values that make a connection, with their names in Gradle properties and environment. */
enum SettingName {
  ENDPOINTS("endpoints", "PROXMOX_VE_ENDPOINT PROXMOX_HOST TF_VAR_proxmox_endpoint"),
  API_TOKEN("apiToken", "PROXMOX_VE_API_TOKEN TF_VAR_proxmox_api_token"),
  TOKEN_ID("tokenId", "PROXMOX_TOKEN_ID"),
  TOKEN_SECRET("tokenSecret", "PROXMOX_TOKEN_SECRET"),
  USER("user", "PROXMOX_VE_USERNAME"),
  PASSWORD("password", "PROXMOX_VE_PASSWORD"),
  CREDENTIALS_FILE("credentialsFile", "TALOSFORGE_CREDENTIALS_FILE"),
  CA_FILE("caFile", "PROXMOX_VE_CA_FILE"),
  FINGERPRINT("fingerprint", "PROXMOX_VE_FINGERPRINT"),
  INSECURE("insecure", "PROXMOX_VE_INSECURE"),
  PROXY("proxy", "PROXMOX_VE_PROXY"),
  LOOPBACK_ONLY("loopbackOnly", "");

  private final String key;
  private final String variables;

  SettingName(String key, String variables) {
    this.key = key;
    this.variables = variables;
  }

  /** Returns the name in the build script. */
  String key() {
    return key;
  }

  /** Returns the names of Gradle properties, the cluster's own first. */
  List<String> properties(String cluster) {
    Stream<String> own =
        cluster.isEmpty() ? Stream.of() : Stream.of("talosforge." + cluster + ".proxmox." + key);
    return Stream.concat(own, Stream.of("talosforge.proxmox." + key)).toList();
  }

  /** Tells where the value can be written. */
  String places(String cluster) {
    String script = cluster.isEmpty() ? "talosforge" : "talosforge.clusters." + cluster;
    return "%s.proxmox.%s in the build script, the Gradle property %s, the environment variable %s"
        .formatted(
            script,
            key,
            String.join(" or ", properties(cluster)),
            String.join(" or ", variables()));
  }

  /** Returns the names in the credentials file: the environment's, and those of OpenTofu files. */
  List<String> keysOfFiles() {
    String snake = key.replaceAll("([A-Z])", "_$1");
    return Stream.concat(
            variables().stream(),
            Stream.of("proxmox_" + snake, "proxmox_" + snake.replaceFirst("s$", "")).distinct())
        .toList();
  }

  /** Returns the names of environment variables. */
  List<String> variables() {
    return variables.isEmpty() ? List.of() : List.of(variables.split(" ", -1));
  }
}
