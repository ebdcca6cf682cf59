package io.github.talosforge.machineconfig.diff;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Knows which values of a configuration must not be shown. */
final class SecretPlaces {
  private static final Pattern SECRET_NAME =
      Pattern.compile("token|secret|passw|passphrase|privatekey|presharedkey|credential");

  /** Keys whose values are or may hold secrets, though their names do not say so. */
  private static final Set<String> SECRET_KEYS =
      Set.of("key", "auth", "apiurl", "content", "contents");

  /** Maps and lists of whose values any may be a secret. */
  private static final Set<String> SECRET_SECTIONS =
      Set.of("env", "environment", "variables", "extraManifestHeaders", "credentialProviderConfig");

  private static final Pattern PEM = Pattern.compile("-----BEGIN |LS0tLS1CRUdJTi");

  private SecretPlaces() {}

  static boolean isSecret(List<String> keys, String value) {
    String last = keys.isEmpty() ? "" : keys.get(keys.size() - 1).toLowerCase(Locale.ROOT);
    return SECRET_KEYS.contains(last)
        || SECRET_NAME.matcher(last).find()
        || keys.stream().anyMatch(SECRET_SECTIONS::contains)
        || PEM.matcher(value).find();
  }
}
