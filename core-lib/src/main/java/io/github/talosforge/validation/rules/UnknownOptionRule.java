package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.regex.Pattern;

/** An option is set that Proxmox VE does not know. */
final class UnknownOptionRule extends NodeRule {
  private static final Pattern KNOWN =
      Pattern.compile(
          "acpi|affinity|agent|allow-ksm|amd-sev|arch|args|audio0|autostart|balloon|bios|boot"
              + "|bootdisk|cdrom|cicustom|cipassword|citype|ciupgrade|ciuser|cores|cpu|cpulimit"
              + "|cpuunits|description|efidisk0|freeze|hookscript|hotplug|hugepages|intel-tdx"
              + "|ivshmem|keephugepages|keyboard|kvm|localtime|machine|memory|migrate_downtime"
              + "|migrate_speed|name|nameserver|numa|onboot|ostype|protection|reboot|rng0|scsihw"
              + "|searchdomain|shares|smbios1|smp|sockets|spice_enhancements|sshkeys|startdate"
              + "|startup|tablet|tags|tdf|tpmstate0|vcpus|vga|vmgenid|vmstatestorage|watchdog"
              + "|(hostpci|ide|ipconfig|net|numa|parallel|sata|scsi|serial|unused|usb|virtio"
              + "|virtiofs)[0-9]{1,3}");

  UnknownOptionRule() {
    super("TF-OPTION-UNKNOWN", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (String key : node.vm().options().keySet()) {
      if (!KNOWN.matcher(key).matches()) {
        complaints.about(
            "vm_options." + key,
            "Neither Proxmox VE 8 nor 9 has an option " + key + ".",
            "Look for its name in Proxmox VE's documentation of VM options.");
      }
    }
  }
}
