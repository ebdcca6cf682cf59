package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An option sets a device that Talosforge makes itself. */
final class OptionClashRule extends NodeRule {
  private static final Pattern DEVICE = Pattern.compile("(scsi|net|ipconfig)([0-9]{1,3})");

  OptionClashRule() {
    super("TF-OPTION-CLASH", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    long volumes =
        node.volumes().volumes().stream()
            .filter(volume -> volume.type() == VolumeSpec.Type.DISK)
            .count();
    long disks = 1 + (node.volumes().dataVm() ? 1 : 0) + volumes + node.vm().extraDisks().size();
    for (String key : node.vm().options().keySet()) {
      Matcher device = DEVICE.matcher(key);
      if (device.matches()) {
        int number = Integer.parseInt(device.group(2));
        long own = device.group(1).equals("scsi") ? disks : 1L + node.vm().extraNics().size();
        if (number < own) {
          complaints.about(
              "vm_options." + key,
              "The option " + key + " sets a device that is made from other keys already.",
              "Remove it, or use a number from " + own + " on.");
        }
      }
    }
  }
}
