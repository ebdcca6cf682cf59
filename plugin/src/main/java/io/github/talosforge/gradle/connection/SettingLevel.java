package io.github.talosforge.gradle.connection;

import io.github.talosforge.gradle.dsl.ProxmoxConnectionSpec;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Provider;
import org.gradle.api.provider.ProviderFactory;

/**
 * One place that settings are looked for. Holds providers that nobody has asked yet, so that
 * neither the configuration cache nor a task's fields ever contain what they will give.
 */
final class SettingLevel implements SettingSource {
  // Mutable types on purpose: the configuration cache restores these as they are.
  private final Map<SettingName, List<Provider<Setting>>> settings = new HashMap<>();

  private SettingLevel() {}

  static SettingLevel buildScript(String block, ProxmoxConnectionSpec spec) {
    SettingLevel level = new SettingLevel();
    Function<SettingName, String> source =
        name -> block + "." + name.key() + " of the build script";
    Provider<String> endpoints =
        spec.getEndpoints().map(list -> list.isEmpty() ? null : String.join(",", list));
    level.add(SettingName.ENDPOINTS, spec.getEndpoint(), source);
    level.add(SettingName.ENDPOINTS, endpoints, source);
    level.add(SettingName.API_TOKEN, spec.getApiToken(), source);
    level.add(SettingName.USER, spec.getUser(), source);
    level.add(SettingName.PASSWORD, spec.getPassword(), source);
    level.add(SettingName.CREDENTIALS_FILE, path(spec.getCredentialsFile()), source);
    level.add(SettingName.CA_FILE, path(spec.getCaFile()), source);
    level.add(SettingName.FINGERPRINT, spec.getFingerprint(), source);
    level.add(SettingName.INSECURE, spec.getInsecure().map(Object::toString), source);
    level.add(SettingName.PROXY, spec.getProxy(), source);
    level.add(SettingName.LOOPBACK_ONLY, spec.getLoopbackOnly().map(Object::toString), source);
    return level;
  }

  static SettingLevel gradleProperties(String cluster, ProviderFactory providers) {
    SettingLevel level = new SettingLevel();
    for (SettingName name : SettingName.values()) {
      for (String property : name.properties(cluster)) {
        level.add(
            name, providers.gradleProperty(property), unused -> "Gradle property " + property);
      }
    }
    return level;
  }

  static SettingLevel environment(ProviderFactory providers) {
    SettingLevel level = new SettingLevel();
    for (SettingName name : SettingName.values()) {
      for (String variable : name.variables()) {
        level.add(
            name,
            providers.environmentVariable(variable),
            unused -> "environment variable " + variable);
      }
    }
    return level;
  }

  private static Provider<String> path(RegularFileProperty file) {
    return file.getAsFile().map(File::getPath);
  }

  private void add(
      SettingName name, Provider<String> value, Function<SettingName, String> sourceOf) {
    String source = sourceOf.apply(name);
    settings
        .computeIfAbsent(name, unused -> new ArrayList<>())
        .add(value.map(text -> new Setting(text, source)));
  }

  /** Asks the providers; an empty text is no value, as shells cannot say it otherwise. */
  @Override
  public Optional<Setting> find(SettingName name) {
    return settings.getOrDefault(name, List.of()).stream()
        .map(Provider::getOrNull)
        .filter(Objects::nonNull)
        .filter(setting -> !setting.value().isBlank())
        .findFirst();
  }
}
