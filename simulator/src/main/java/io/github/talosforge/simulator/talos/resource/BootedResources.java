package io.github.talosforge.simulator.talos.resource;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.TalosImage;
import java.util.ArrayList;
import java.util.List;

/** What a node booted: its image, how its firmware started it, and which start this is. */
final class BootedResources {
  /** From this minor version on, disk images for UEFI are started as one signed file. */
  private static final int UKI = 10;

  private final Talos talos;

  BootedResources(Talos talos) {
    this.talos = talos;
  }

  List<NodeResource> list(Machine machine, ResourceType type) {
    return switch (type) {
      case EXTENSION_STATUS -> extensions(machine);
      case PLATFORM_METADATA -> List.of(platform(machine));
      case SECURITY_STATE -> List.of(security(machine));
      case BOOTED_ENTRY -> startsUki(machine) ? List.of(entry(machine)) : List.of();
      case BOOT_ID ->
          List.of(resource(type, "boot-id", new Spec().text(1, "bootID", machine.bootId())));
      case KERNEL_CMDLINE ->
          List.of(
              resource(
                  type,
                  "cmdline",
                  new Spec()
                      .text(
                          1,
                          "cmdline",
                          "talos.platform="
                              + machine.image().platform()
                              + " console=tty1 init_on_alloc=1 slab_nomerge pti=on"
                              + " net.ifnames=0")));
      default -> List.of();
    };
  }

  private static NodeResource resource(ResourceType type, String id, Spec spec) {
    return NodeResources.resource(type, id, spec);
  }

  /** Without UEFI, and from images of before, a boot loader of the old kind starts the kernel. */
  private static boolean startsUki(Machine machine) {
    return isUefi(machine) && machine.image().version().minor() >= UKI;
  }

  private static boolean isUefi(Machine machine) {
    return "ovmf".equals(machine.vm().config().get("bios"));
  }

  private static NodeResource entry(Machine machine) {
    String file = "Talos-" + machine.image().version().tag() + ".efi";
    return resource(
        ResourceType.BOOTED_ENTRY, "bootedentry", new Spec().text(1, "bootedEntry", file));
  }

  private static NodeResource security(Machine machine) {
    return resource(
        ResourceType.SECURITY_STATE,
        "securitystate",
        new Spec()
            .flag(1, "secureBoot", isUefi(machine) && machine.image().secureBoot())
            .text(2, "ukiSigningKeyFingerprint", "")
            .text(3, "pcrSigningKeyFingerprint", "")
            .choice(4, "selinuxState", "enabled, permissive", 1)
            .flag(5, "bootedWithUKI", startsUki(machine)));
  }

  private NodeResource platform(Machine machine) {
    return resource(
        ResourceType.PLATFORM_METADATA,
        "platformmetadata",
        new Spec()
            .text(1, "platform", machine.image().platform())
            .text(2, "hostname", talos.network().hostname(machine)));
  }

  /** The factory adds an extension to each image that tells what the image was built from. */
  private List<NodeResource> extensions(Machine machine) {
    TalosImage image = machine.image();
    List<NodeResource> all = new ArrayList<>();
    for (String name : talos.extensions(image)) {
      String own = name.substring(name.indexOf('/') + 1);
      Spec said = metadata(own, "1.0.0", "Sidero Labs", "The system extension " + own + ".");
      all.add(extension(all.size(), own + ".sqsh", said));
    }
    String about =
        "Virtual extension which specifies the schematic of the image built with Image Factory.";
    Spec schematic = metadata("schematic", image.schematic(), "Image Factory", about);
    all.add(extension(all.size(), "", schematic));
    return all;
  }

  private static Spec metadata(String name, String version, String author, String description) {
    return new Spec()
        .text(1, "name", name)
        .text(2, "version", version)
        .text(3, "author", author)
        .text(4, "description", description);
  }

  private static NodeResource extension(int number, String image, Spec metadata) {
    return resource(
        ResourceType.EXTENSION_STATUS,
        Integer.toString(number),
        new Spec().text(1, "image", image).nested(2, "metadata", metadata));
  }
}
