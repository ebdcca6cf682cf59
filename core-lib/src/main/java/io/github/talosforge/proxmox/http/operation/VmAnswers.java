package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.GuestInterface;
import io.github.talosforge.proxmox.PendingSetting;
import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.VmSnapshot;
import io.github.talosforge.proxmox.VmStatus;
import io.github.talosforge.proxmox.http.ServerText;
import io.github.talosforge.proxmox.property.Disk;
import java.util.List;
import java.util.Optional;

/** Reads what is told about a VM. */
final class VmAnswers {
  /** What the list of snapshots calls the VM itself. */
  static final String PRESENT_STATE = "current";

  private VmAnswers() {}

  static VmStatus status(AnswerNode answer) {
    return new VmStatus(
        answer.requiredText("status"),
        answer.text("qmpstatus"),
        answer.text("name"),
        answer.text("lock"),
        answer.tags("tags"),
        answer.flag("template"),
        answer.flag("agent"),
        answer.at("ha").text("state"),
        answer.number("uptime"),
        answer.text("running-machine"));
  }

  static VmSnapshot snapshot(AnswerNode entry) {
    return new VmSnapshot(
        entry.requiredText("name"),
        entry.text("parent"),
        entry.instant("snaptime"),
        entry.flag("vmstate"));
  }

  /** A deletion is 1, or 2 when it also destroys. */
  static PendingSetting pendingSetting(AnswerNode entry) {
    String key = entry.requiredText("key");
    return new PendingSetting(
        key,
        entry.at("value").text().map(text -> ServerText.value(key, text)),
        entry.at("pending").text().map(text -> ServerText.value(key, text)),
        entry.flag("delete"));
  }

  static GuestInterface guestInterface(AnswerNode entry) {
    List<GuestInterface.Address> addresses =
        entry.at("ip-addresses").isMissing()
            ? List.of()
            : entry.at("ip-addresses").items().stream().map(VmAnswers::address).toList();
    return new GuestInterface(
        entry.requiredText("name"), entry.text("hardware-address"), addresses);
  }

  private static GuestInterface.Address address(AnswerNode entry) {
    return new GuestInterface.Address(
        entry.requiredText("ip-address"),
        entry.text("ip-address-type").orElse(""),
        entry.integer("prefix").orElse(0));
  }

  static Optional<String> storageOfFirstDisk(VmConfig config) {
    return config.drives().values().stream()
        .filter(drive -> drive instanceof Disk)
        .flatMap(drive -> drive.volume().storage().stream())
        .findFirst();
  }
}
