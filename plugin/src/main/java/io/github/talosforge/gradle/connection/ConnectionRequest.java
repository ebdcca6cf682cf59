package io.github.talosforge.gradle.connection;

import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.Trust;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a connection of settings, or says everything that is missing or malformed. */
final class ConnectionRequest {
  private static final Set<String> YES = Set.of("1", "true", "yes");
  private static final Pattern PROXY =
      Pattern.compile("(?:http://)?(?:([^:@/]+):([^@/]*)@)?([^:@/]+):([0-9]{1,5})/?");

  private final String cluster;
  private final Path root;
  private final List<SettingSource> sources;
  private final List<String> problems = new ArrayList<>();

  ConnectionRequest(String cluster, Path root, List<SettingSource> sources) {
    this.cluster = cluster;
    this.root = root;
    this.sources = sources;
  }

  ProxmoxConnection make() {
    List<ProxmoxEndpoint> endpoints = endpoints();
    Optional<ProxmoxCredentials> credentials = credentials();
    Trust trust = first(this::trust).orElseGet(Trust::system);
    Optional<HttpProxy> proxy = first(this::proxy);
    if (!problems.isEmpty() || credentials.isEmpty()) {
      throw new ConnectionException(String.join("\n", problems));
    }
    String[] urls = endpoints.stream().map(ProxmoxEndpoint::toString).toArray(String[]::new);
    ProxmoxConnection made = ProxmoxConnection.to(credentials.get(), urls).withTrust(trust);
    ProxmoxConnection direct =
        first(source -> flag(source, SettingName.LOOPBACK_ONLY)).isPresent()
            ? made.withDialer(made.dialer().loopbackOnly())
            : made;
    return proxy.map(direct::withProxy).orElse(direct);
  }

  private List<ProxmoxEndpoint> endpoints() {
    Optional<Setting> written = first(source -> source.find(SettingName.ENDPOINTS));
    if (written.isEmpty()) {
      problems.add(
          "No Proxmox VE endpoint is known. Write proxmox_api_url into the cluster file, or set "
              + SettingName.ENDPOINTS.places(cluster));
    }
    return written.stream()
        .flatMap(
            setting ->
                Arrays.stream(setting.value().split(",", -1))
                    .map(String::strip)
                    .filter(url -> !url.isEmpty())
                    .flatMap(url -> attempt(setting, () -> ProxmoxEndpoint.parse(url)).stream()))
        .toList();
  }

  private Optional<ProxmoxCredentials> credentials() {
    Optional<Credential> found = first(this::credential);
    if (found.isEmpty()) {
      problems.add(
          "No API token for Proxmox VE is known. Set "
              + SettingName.API_TOKEN.places(cluster)
              + ", each as user@realm!name=secret; printRoleCommands shows how to make one");
    }
    return found.flatMap(this::checked);
  }

  /** What one place says, a token before a password; two places are never mixed. */
  private Optional<Credential> credential(SettingSource source) {
    return source
        .find(SettingName.API_TOKEN)
        .map(Credential::token)
        .or(() -> pair(source, SettingName.TOKEN_ID, SettingName.TOKEN_SECRET))
        .or(() -> pair(source, SettingName.USER, SettingName.PASSWORD));
  }

  private static Optional<Credential> pair(
      SettingSource source, SettingName id, SettingName secret) {
    return source
        .find(id)
        .flatMap(
            who ->
                source
                    .find(secret)
                    .map(what -> new Credential(who.value(), what.value(), who.source())));
  }

  private Optional<ProxmoxCredentials> checked(Credential credential) {
    if (credential.secret().isEmpty()) {
      problems.add(
          "The API token from %s is not of the form user@realm!name=secret"
              .formatted(credential.source()));
      return Optional.empty();
    }
    Setting shown = new Setting("", credential.source());
    return attempt(
        shown,
        () ->
            credential.id().contains("!")
                ? ProxmoxCredentials.ApiToken.of(credential.id(), credential.secret())
                : new ProxmoxCredentials.Password(credential.id(), credential.secret()));
  }

  private Optional<Trust> trust(SettingSource source) {
    Optional<Trust> pinned =
        source
            .find(SettingName.FINGERPRINT)
            .flatMap(setting -> attempt(setting, () -> Trust.fingerprint(setting.value())));
    return pinned
        .or(
            () ->
                source
                    .find(SettingName.CA_FILE)
                    .map(setting -> Trust.authorities(root.resolve(setting.value()))))
        .or(() -> flag(source, SettingName.INSECURE).map(setting -> Trust.insecure()));
  }

  private static Optional<Setting> flag(SettingSource source, SettingName name) {
    return source
        .find(name)
        .filter(setting -> YES.contains(setting.value().toLowerCase(Locale.ROOT)));
  }

  private Optional<HttpProxy> proxy(SettingSource source) {
    return source
        .find(SettingName.PROXY)
        .flatMap(setting -> attempt(setting, () -> proxy(setting.value())));
  }

  static HttpProxy proxy(String text) {
    Matcher matcher = PROXY.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "this is not a proxy: expected [http://][user:password@]host:port");
    }
    return new HttpProxy(
        matcher.group(3), Integer.parseInt(matcher.group(4)), matcher.group(1), matcher.group(2));
  }

  private <T> Optional<T> first(Function<SettingSource, Optional<T>> question) {
    return sources.stream().flatMap(source -> question.apply(source).stream()).findFirst();
  }

  private <T> Optional<T> attempt(Setting setting, Supplier<T> parser) {
    try {
      return Optional.of(parser.get());
    } catch (IllegalArgumentException e) {
      problems.add(setting.source() + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Who logs in with what; the secret is empty where a token has none. */
  private record Credential(String id, String secret, String source) {
    static Credential token(Setting setting) {
      int equals = setting.value().indexOf('=');
      return equals < 0
          ? new Credential("", "", setting.source())
          : new Credential(
              setting.value().substring(0, equals).strip(),
              setting.value().substring(equals + 1).strip(),
              setting.source());
    }

    @Override
    public String toString() {
      return "Credential from " + source;
    }
  }
}
