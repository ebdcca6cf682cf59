package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.DeviceSpec.AgentMode;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.FirmwareSpec.EfiType;
import io.github.talosforge.model.PciAddress;
import java.util.List;

/** Keys of a VM's firmware and small devices. */
public final class FirmwareKeys {
  /** Firmware. */
  public static final Key<Bios> BIOS =
      Key.named("bios", ChoiceType.of("ovmf", Bios.OVMF).or("seabios", Bios.SEABIOS))
          .onNodes()
          .builtIn("ovmf")
          .sets("bios")
          .means("The firmware: UEFI (ovmf) or the old PC BIOS.", "ovmf");

  /** Machine type. */
  public static final Key<String> MACHINE =
      Key.named("machine", Grammars.WORD)
          .onNodes()
          .builtIn("q35")
          .sets("machine")
          .means("The machine type: q35, i440fx, virt (arm64) or a versioned one.", "q35");

  /** EFI variable store. */
  public static final Key<EfiType> EFI_TYPE =
      Key.named("efi_type", ChoiceType.of("4m", EfiType.LARGE).or("2m", EfiType.SMALL))
          .onNodes()
          .builtIn("4m")
          .sets("efidisk0.efitype")
          .means("The size of the EFI variable store; secure boot needs 4m.", "4m");

  /** EFI keys. */
  public static final Key<Boolean> EFI_KEYS =
      Key.named("efi_pre_enrolled_keys", new FlagType())
          .onNodes()
          .builtIn("false")
          .sets("efidisk0.pre-enrolled-keys")
          .means(
              "Whether the distributions' secure boot keys are enrolled; Talos brings its own.",
              "false");

  /** TPM. */
  public static final Key<Boolean> TPM =
      Key.named("tpm", new FlagType())
          .onNodes()
          .builtIn("false")
          .sets("tpmstate0")
          .means("Whether the VM has a TPM 2.0.", "true");

  /** Guest agent. */
  public static final Key<AgentMode> AGENT =
      Key.named(
              "qemu_agent",
              ChoiceType.of("off", AgentMode.OFF)
                  .or("optional", AgentMode.OPTIONAL)
                  .or("required", AgentMode.REQUIRED)
                  .also("true", AgentMode.OPTIONAL)
                  .also("false", AgentMode.OFF))
          .onNodes()
          .builtIn("optional")
          .sets("agent")
          .means(
              "The guest agent: off, optional (used when it answers; true means the same) or"
                  + " required (waited for).",
              "optional");

  /** Serial console. */
  public static final Key<Boolean> SERIAL_CONSOLE =
      Key.named("serial_console", new FlagType())
          .onNodes()
          .builtIn("false")
          .sets("serial0")
          .means("Whether the VM has a serial console.", "true");

  /** Display. */
  public static final Key<String> VGA =
      Key.named(
              "vga",
              TextType.matching(
                  "a display such as std, virtio, serial0 or none, options after ','",
                  "[a-z0-9-]+(,[a-z]+=[a-z0-9]+)*"))
          .onNodes()
          .sets("vga")
          .means("The display.", "serial0");

  /** Randomness. */
  public static final Key<String> RNG =
      Key.named(
              "rng",
              ChoiceType.of("off", "/dev/urandom", "/dev/random", "/dev/hwrng")
                  .also("true", "/dev/urandom")
                  .also("false", "off"))
          .onNodes()
          .builtIn("off")
          .sets("rng0")
          .means("The host's source of randomness that the guest may use.", "/dev/urandom");

  /** Watchdog. */
  public static final Key<String> WATCHDOG =
      Key.named("watchdog", ChoiceType.of("off", "i6300esb", "ib700").also("false", "off"))
          .onNodes()
          .builtIn("off")
          .sets("watchdog.model")
          .means("The watchdog card.", "i6300esb");

  /** Watchdog action. */
  public static final Key<String> WATCHDOG_ACTION =
      Key.named(
              "watchdog_action",
              ChoiceType.of("reset", "shutdown", "poweroff", "pause", "debug", "none"))
          .onNodes()
          .builtIn("reset")
          .sets("watchdog.action")
          .means("What the watchdog does when the guest hangs.", "reset");

  /** GPU by mapping. */
  public static final Key<String> GPU_MAPPING =
      Key.named("gpu_mapping", Grammars.WORD)
          .onNodes()
          .sets("hostpci0", "hostpci0.mapping")
          .means("The resource mapping of the GPU to pass through.", "rtx4000");

  /** GPU by address. */
  public static final Key<PciAddress> GPU_PCI_BDF =
      Key.named("gpu_pci_bdf", new TextType<>("a PCI address such as 0000:01:00.0", PciAddress::of))
          .onNodes()
          .sets("hostpci0.host")
          .means("The PCI address of the GPU to pass through; needs root@pam.", "\"0000:01:00.0\"");

  /** GPU as PCI Express device. */
  public static final Key<Boolean> GPU_PCIE =
      Key.named("gpu_pcie_mode", new FlagType())
          .onNodes()
          .builtIn("true")
          .sets("hostpci0.pcie")
          .means("Whether the GPU is a PCI Express device in the guest.", "true");

  /** GPU ROM. */
  public static final Key<Boolean> GPU_ROMBAR =
      Key.named("gpu_rombar", new FlagType())
          .onNodes()
          .builtIn("true")
          .sets("hostpci0.rombar")
          .means("Whether the guest sees the GPU's ROM.", "true");

  static final List<Key<?>> ALL =
      List.of(
          BIOS,
          MACHINE,
          EFI_TYPE,
          EFI_KEYS,
          TPM,
          AGENT,
          SERIAL_CONSOLE,
          VGA,
          RNG,
          WATCHDOG,
          WATCHDOG_ACTION,
          GPU_MAPPING,
          GPU_PCI_BDF,
          GPU_PCIE,
          GPU_ROMBAR);

  private FirmwareKeys() {}
}
