package io.github.talosforge.gradle.connection;

import io.github.talosforge.gradle.dsl.ProxmoxConnectionSpec;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.secrets.Exposure;
import io.github.talosforge.secrets.sops.SecretDocument;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gradle.api.provider.ProviderFactory;

/**
 * Where one cluster's connection is looked for: build script, Gradle properties, environment,
 * credentials file. Nothing is looked at before a task asks.
 */
public final class ConnectionSettings {
  private final String cluster;
  private final File root;
  private final List<SettingSource> written;
  private final SettingSource environment;

  ConnectionSettings(
      String cluster, File root, SettingSource environment, SettingSource... written) {
    this.cluster = cluster;
    this.root = root;
    this.environment = environment;
    // An ArrayList on purpose: the configuration cache restores it as it is.
    this.written = new ArrayList<>(Arrays.asList(written));
  }

  /**
   * Describes the connection that holds where no cluster is registered.
   *
   * @param root the folder that relative paths start from
   * @param providers gives properties and environment
   * @param spec the connection of the {@code talosforge} block
   * @return the settings
   */
  public static ConnectionSettings of(
      File root, ProviderFactory providers, ProxmoxConnectionSpec spec) {
    return new ConnectionSettings(
        "",
        root,
        SettingLevel.environment(providers),
        SettingLevel.buildScript("talosforge.proxmox", spec),
        SettingLevel.gradleProperties("", providers));
  }

  /**
   * Describes the connection of a registered cluster.
   *
   * @param root the folder that relative paths start from
   * @param providers gives properties and environment
   * @param cluster the name of the cluster
   * @param own the connection of the cluster
   * @param all the connection of the {@code talosforge} block
   * @return the settings
   */
  public static ConnectionSettings of(
      File root,
      ProviderFactory providers,
      String cluster,
      ProxmoxConnectionSpec own,
      ProxmoxConnectionSpec all) {
    return new ConnectionSettings(
        cluster,
        root,
        SettingLevel.environment(providers),
        SettingLevel.buildScript("talosforge.clusters." + cluster + ".proxmox", own),
        SettingLevel.buildScript("talosforge.proxmox", all),
        SettingLevel.gradleProperties(cluster, providers));
  }

  /**
   * Asks all places, strongest first, and makes a connection of what they say.
   *
   * @param urls what the cluster file says; stronger than the environment, which is often meant for
   *     another cluster
   * @return the connection
   * @throws ConnectionException if something is missing or malformed
   */
  public ProxmoxConnection resolve(List<String> urls) {
    return resolve(urls, SopsEnvironment.ofProcess());
  }

  ProxmoxConnection resolve(List<String> urls, SopsEnvironment keys) {
    List<SettingSource> sources = new ArrayList<>(written);
    if (!urls.isEmpty()) {
      sources.add(name -> inClusterFile(name, urls));
    }
    sources.add(environment);
    credentialsFile()
        .map(setting -> CredentialsFile.read(absolute(setting.value()), setting.source(), keys))
        .ifPresent(sources::add);
    return new ConnectionRequest(cluster, root.toPath(), sources).make();
  }

  /**
   * Explains why Proxmox VE could not be asked, and where to write what was missing.
   *
   * @param problem what the library says, which does not know about build scripts
   * @return the sentences
   */
  public String explain(ProxmoxException problem) {
    return problem.kind() == ErrorKind.TRUST
        ? "%s\nA fingerprint goes into %s; a CA file into %s."
            .formatted(
                problem.getMessage(),
                SettingName.FINGERPRINT.places(cluster),
                SettingName.CA_FILE.places(cluster))
        : String.valueOf(problem.getMessage());
  }

  private static Optional<Setting> inClusterFile(SettingName name, List<String> urls) {
    return name == SettingName.ENDPOINTS
        ? Optional.of(new Setting(String.join(",", urls), "proxmox_api_url of the cluster file"))
        : Optional.empty();
  }

  /**
   * Warns of keys that open the credentials file and that others can read.
   *
   * @return sentences for the user
   */
  public List<String> warnings() {
    return credentialsFile()
        .map(setting -> absolute(setting.value()))
        .filter(SecretDocument::isEncrypted)
        .map(unused -> Exposure.ofKeys(SopsEnvironment.ofProcess()))
        .orElse(List.of());
  }

  private Optional<Setting> credentialsFile() {
    return Stream.concat(written.stream(), Stream.of(environment))
        .flatMap(level -> level.find(SettingName.CREDENTIALS_FILE).stream())
        .findFirst();
  }

  private Path absolute(String path) {
    return root.toPath().resolve(path);
  }
}
