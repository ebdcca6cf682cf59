package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.Set;

/** An option is set that only root may set. */
final class RootOnlyOptionRule extends NodeRule {
  private static final Set<String> ROOT_ONLY =
      Set.of(
          "args",
          "lock",
          "hugepages",
          "keephugepages",
          "hookscript",
          "affinity",
          "vmgenid",
          "arch",
          "ivshmem",
          "spice_enhancements",
          "amd-sev",
          "intel-tdx",
          "parent",
          "snaptime",
          "meta");

  RootOnlyOptionRule() {
    super("TF-ROOT-ONLY-OPTION", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    node.vm()
        .options()
        .forEach(
            (key, value) -> {
              if (ROOT_ONLY.contains(key) || isDeviceOfHost(key, value)) {
                complaints.about(
                    "vm_options." + key,
                    "Only root@pam may set the option "
                        + key
                        + "; an API token is refused, whatever its privileges.",
                    "Remove it, or set it by hand as root.");
              }
            });
  }

  private static boolean isDeviceOfHost(String key, String value) {
    return switch (key.replaceFirst("[0-9]+$", "")) {
      case "parallel" -> true;
      case "serial" -> !value.equals("socket");
      case "usb" -> value.startsWith("host=") || value.contains(",host=");
      case "hostpci" -> !value.contains("mapping=") || value.contains("romfile=");
      default -> false;
    };
  }
}
