package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.proxmox.property.ProxmoxOption;
import io.github.talosforge.proxmox.property.VmConfigKey;

/** An option is set that only root may set. */
final class RootOnlyOptionRule extends NodeRule {
  RootOnlyOptionRule() {
    super("TF-ROOT-ONLY-OPTION", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    node.vm().hugePages().ifPresent(pages -> complain("hugepages", "hugepages", complaints));
    node.vm()
        .options()
        .forEach(
            (key, value) -> {
              if (isRootOnly(key) || isDeviceOfHost(key, value)) {
                complain("vm_options." + key, key, complaints);
              }
            });
  }

  private static void complain(String where, String option, Complaints complaints) {
    complaints.about(
        where,
        "Only root@pam may set the option "
            + option
            + "; an API token is refused, whatever its privileges.",
        "Remove it, or set it by hand as root.");
  }

  private static boolean isRootOnly(String key) {
    return VmConfigKey.of(key).option().filter(ProxmoxOption::isRootOnly).isPresent();
  }

  private static boolean isDeviceOfHost(String key, String value) {
    return switch (key.replaceFirst("[0-9]+$", "")) {
      case "serial" -> !value.equals("socket");
      case "usb" -> value.startsWith("host=") || value.contains(",host=");
      case "hostpci" -> !value.contains("mapping=") || value.contains("romfile=");
      default -> false;
    };
  }
}
