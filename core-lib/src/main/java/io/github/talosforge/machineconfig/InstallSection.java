package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.VmSpec;

/** Writes what Talos installs itself from and to, also on upgrades. */
final class InstallSection {
  private static final String FIRST_DISK = "/dev/sda";

  private InstallSection() {}

  static Fields of(NodeInput input) {
    Fields install = new Fields();
    disk(input.node().vm(), install);
    return install
        .put("image", image(input))
        .put("wipe", false)
        .putIf("grubUseUKICmdline", input.contract().takesKernelArgsOfImage());
  }

  /** What is no device is a serial number. */
  private static void disk(VmSpec vm, Fields install) {
    String device = vm.installDisk().orElse("");
    if (!device.isEmpty() && !device.startsWith("/dev/")) {
      install.put("diskSelector", new Fields().put("serial", device));
    } else if (device.isEmpty() && vm.systemDisk().wwn().isPresent()) {
      String wwid = vm.systemDisk().wwn().get().talosWwid();
      install.put("diskSelector", new Fields().put("wwid", wwid));
    } else {
      install.put("disk", device.isEmpty() ? FIRST_DISK : device);
    }
  }

  /** The installer of another platform would take the network settings of the VM away. */
  static String image(NodeInput input) {
    ImageSpec image = input.node().image();
    return image.factoryUrl().getRawAuthority()
        + (input.contract().hasPlatformInstallers() ? "/nocloud-installer" : "/installer")
        + (image.secureBoot() ? "-secureboot/" : "/")
        + input.schematic()
        + ":"
        + input.talos();
  }
}
