package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.ServerText;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The settings of a VM on the calls. */
final class VmSettings {
  private static final String SSH_KEYS = "sshkeys";
  private static final String PASSWORD = "cipassword";

  private VmSettings() {}

  static ApiRequest addTo(ApiRequest request, Map<String, String> settings) {
    ApiRequest complete = request;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      complete = add(complete, setting.getKey(), setting.getValue());
    }
    return complete;
  }

  private static ApiRequest add(ApiRequest request, String key, String value) {
    return switch (key) {
      case PASSWORD -> request.withSecret(key, value);
      // Proxmox VE decodes this one value itself, after the body was decoded.
      case SSH_KEYS -> request.with(key, encode(value));
      default -> request.with(key, value);
    };
  }

  static VmConfig decode(AnswerNode answer) {
    Map<String, String> settings = new TreeMap<>();
    answer
        .fields()
        .forEach(
            (key, value) ->
                value.text().ifPresent(text -> settings.put(key, ServerText.value(key, text))));
    String digest = Optional.ofNullable(settings.remove("digest")).orElse("");
    settings.computeIfPresent(SSH_KEYS, (key, text) -> decode(text));
    return new VmConfig(settings, digest);
  }

  /** Where the first image is copied to when the VM is created. */
  static Optional<String> storageOfImport(Map<String, String> settings) {
    return settings.entrySet().stream()
        .filter(setting -> setting.getValue().contains("import-from="))
        .flatMap(setting -> drive(setting.getKey(), setting.getValue()).stream())
        .flatMap(drive -> drive.volume().storage().stream())
        .findFirst();
  }

  private static Optional<Drive> drive(String key, String text) {
    return VmConfigKey.of(key).bus().map(bus -> Drive.parse(bus, text));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A plus sign is part of a key, not a blank. */
  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Somebody wrote keys by hand that were never encoded.
      return text;
    }
  }
}
