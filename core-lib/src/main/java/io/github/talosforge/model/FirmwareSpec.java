package io.github.talosforge.model;

/**
 * What starts a VM.
 *
 * @param bios the firmware
 * @param machine the machine type
 * @param efiStorage where the EFI and TPM disks are
 * @param efiType the size of the EFI variable store
 * @param preEnrolledKeys whether the distributions' and Microsoft's keys are in it
 * @param tpm whether the VM has a TPM 2.0
 */
public record FirmwareSpec(
    Bios bios,
    String machine,
    StorageName efiStorage,
    EfiType efiType,
    boolean preEnrolledKeys,
    boolean tpm) {

  /** A firmware. */
  public enum Bios {
    /** UEFI. */
    OVMF,
    /** The old PC BIOS. */
    SEABIOS
  }

  /** The size of the EFI variable store; secure boot needs the larger one. */
  public enum EfiType {
    /** 4 MiB. */
    LARGE,
    /** 2 MiB. */
    SMALL
  }
}
