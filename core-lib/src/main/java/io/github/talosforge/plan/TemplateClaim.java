package io.github.talosforge.plan;

import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether what shows the marks of a template was made here: the one judgement for whoever clones
 * it, finishes it or removes it. A copy has all marks of its original but not its id, which the
 * builder's mark names; and nobody loses a disk that he added.
 *
 * @param marks what it shows
 * @param builder who began it, and as which VM; empty if it does not say so
 * @param finished whether it is a template already
 * @param doubt why nothing proves that it was made here; empty if it was
 */
public record TemplateClaim(
    TemplateMarks marks, Optional<BuilderMark> builder, boolean finished, Optional<String> doubt) {
  private static final Set<String> NEVER_MADE = Set.of("efidisk", "tpmstate", "unused");

  /**
   * Judges a guest; empty if it does not show the marks of a template, finished or begun.
   *
   * @param guest the guest, with its configuration
   */
  public static Optional<TemplateClaim> of(ObservedGuest guest) {
    return guest.configuration().flatMap(live -> of(guest.id(), live));
  }

  /**
   * Judges a VM or template; empty if it does not show the marks of one, finished or begun.
   *
   * @param id its id
   * @param live its configuration
   */
  public static Optional<TemplateClaim> of(VmId id, GuestConfiguration live) {
    boolean finished = live.get("template").filter("1"::equals).isPresent();
    Optional<BuilderMark> builder = live.get("description").flatMap(BuilderMark::in);
    return (finished ? TemplateMarks.of(live) : TemplateMarks.begun(live))
        .map(
            marks ->
                new TemplateClaim(
                    marks, builder, finished, doubt(id, builder).or(() -> strangeDisks(id, live))));
  }

  private static Optional<String> doubt(VmId id, Optional<BuilderMark> builder) {
    if (builder.isEmpty()) {
      return Optional.of("its notes do not say in their second line as which VM it was begun");
    }
    return builder
        .map(BuilderMark::vm)
        .filter(begun -> !begun.equals(id))
        .map(begun -> "its notes say that it was begun as VM " + begun + ", so it is a copy");
  }

  private static Optional<String> strangeDisks(VmId id, GuestConfiguration live) {
    Set<String> strange = new TreeSet<>();
    Stream.of(live.current(), live.pending())
        .flatMap(values -> values.entrySet().stream())
        .filter(entry -> isStrange(id, entry))
        .map(Map.Entry::getKey)
        .forEach(strange::add);
    return strange.isEmpty()
        ? Optional.empty()
        : Optional.of("somebody gave it disks (" + String.join(", ", strange) + ")");
  }

  /** A build makes one disk. */
  private static boolean isStrange(VmId id, Map.Entry<String, String> entry) {
    VmConfigKey key = VmConfigKey.of(entry.getKey());
    if (key.bus().isEmpty()) {
      return NEVER_MADE.contains(key.family());
    }
    try {
      return Drive.parse(key.bus().get(), entry.getValue()) instanceof Disk disk
          && !(entry.getKey().equals(NodeTarget.SYSTEM_DISK)
              && disk.volume().owner().equals(OptionalInt.of(id.value())));
    } catch (PropertyFormatException unreadable) {
      return true;
    }
  }

  /** Tells whether it was provably made here. */
  public boolean isProven() {
    return doubt.isEmpty();
  }
}
