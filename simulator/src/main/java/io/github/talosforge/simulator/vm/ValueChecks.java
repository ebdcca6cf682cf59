package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.storage.Storages;
import io.github.talosforge.simulator.storage.VolumeName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** What is checked of values before anyone asks for rights, root's among them. */
final class ValueChecks {
  private static final Pattern KEY =
      Pattern.compile(
          "(?:[^#]*\\s)?(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-\\S+ [A-Za-z0-9+/]{16,}=*(?:\\s.*)?");

  private final Storages storages;

  ValueChecks(Storages storages) {
    this.storages = storages;
  }

  void check(Map<String, String> values, String host) {
    String script = values.get("hookscript");
    if (script != null) {
      checkScript(script, host);
    }
    String keys = values.get("sshkeys");
    if (keys != null) {
      checkKeys(URLDecoder.decode(keys.replace("+", "%2B"), StandardCharsets.UTF_8));
    }
  }

  private void checkScript(String script, String host) {
    VolumeName.Id id = VolumeName.Id.require(script);
    boolean snippet = storages.name(script).content().equals("snippets");
    if (!snippet || storages.find(id.storage() + ":" + id.name(), host) == null) {
      throw ApiFailure.parameter("hookscript", "script '" + script + "' does not exist\n");
    }
  }

  private static void checkKeys(String keys) {
    boolean fine = keys.lines().map(String::strip).allMatch(ValueChecks::isKeyOrEmpty);
    if (!fine) {
      throw ApiFailure.died("SSH public key validation error");
    }
  }

  private static boolean isKeyOrEmpty(String line) {
    return line.isEmpty() || KEY.matcher(line).matches();
  }
}
