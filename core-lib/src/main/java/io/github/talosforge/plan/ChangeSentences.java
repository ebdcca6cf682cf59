package io.github.talosforge.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a change does beside giving values, in sentences that have its VM or rule as their subject.
 * The plan on the terminal and the report say the same.
 */
public final class ChangeSentences {
  /**
   * A sentence.
   *
   * @param text the words, without a subject
   * @param drastic whether something stands still or is gone then
   */
  public record Sentence(String text, boolean drastic) {
    private static Sentence plain(String text) {
      return new Sentence(text, false);
    }

    private static Sentence drastic(String text) {
      return new Sentence(text, true);
    }
  }

  private ChangeSentences() {}

  /**
   * Says what a change does.
   *
   * @param change the change
   * @return the sentences; empty if its values say everything
   */
  public static List<Sentence> of(Change change) {
    if (change instanceof CreateVm create) {
      return create(create);
    }
    if (change instanceof DestroyVm destroy) {
      return destroy(destroy);
    }
    if (change instanceof ReleaseDisks release) {
      return release(release);
    }
    if (change instanceof AddVolumes add) {
      return add.volumes().stream()
          .map(volume -> volume.name() + " " + volume.size() + " on " + volume.storage())
          .map(Sentence::plain)
          .toList();
    }
    return Stream.concat(power(change), Stream.concat(disk(change), availability(change))).toList();
  }

  private static Stream<Sentence> power(Change change) {
    if (change instanceof StartVm start) {
      return Stream.of(Sentence.plain("is started (order " + start.vm().startupOrder() + ")"));
    }
    if (change instanceof AdoptVm) {
      return Stream.of(
          Sentence.plain("becomes a node of this cluster; only its marks are written"));
    }
    return change instanceof StopStartVm restart
        ? Stream.of(
            Sentence.drastic(
                "is stopped and started, so that these take effect: " + names(restart)))
        : Stream.empty();
  }

  private static String names(StopStartVm restart) {
    return restart.fields().stream().map(FieldChange::name).collect(Collectors.joining(", "));
  }

  private static Stream<Sentence> disk(Change change) {
    if (change instanceof DetachDisk detach) {
      return Stream.of(
          Sentence.drastic(detach.key() + " is detached; its data stays on " + detach.volume()));
    }
    if (change instanceof DestroyVolume destroy) {
      return Stream.of(
          Sentence.drastic(destroy.volume() + " is destroyed for ever with its data"),
          Sentence.plain("nothing has it attached; the VM is protected again afterwards"));
    }
    return change instanceof FreeVolume free
        ? Stream.of(
            Sentence.drastic(free.volume() + " is removed for ever; nothing is attached to it"))
        : Stream.empty();
  }

  private static Stream<Sentence> availability(Change change) {
    if (change instanceof ManageHa ha) {
      String group = ha.group().map(name -> ", in group " + name).orElse("");
      return Stream.of(
          Sentence.plain("high availability looks after it: " + ha.attempts() + group));
    }
    if (change instanceof ReleaseHa) {
      return Stream.of(Sentence.plain("high availability no longer looks after it"));
    }
    if (change instanceof KeepApart rule) {
      return Stream.of(
          Sentence.plain("keeps the VMs " + joined(rule.vms()) + " on different hosts"));
    }
    return change instanceof PreferHost group
        ? Stream.of(
            Sentence.plain("its VMs prefer " + group.host() + " and may run on all other hosts"))
        : Stream.empty();
  }

  private static String joined(Collection<?> things) {
    return things.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static List<Sentence> create(CreateVm create) {
    if (create.sizes().isEmpty()) {
      return List.of(Sentence.plain(source(create)));
    }
    String start =
        create.start()
            ? "then started (order " + create.vm().startupOrder() + ")"
            : "started later, with its configuration on a CD";
    String pool = create.pool().map(name -> ", in pool " + name).orElse("");
    return Stream.of(source(create), hardware(create), start + pool).map(Sentence::plain).toList();
  }

  private static String source(CreateVm create) {
    CreateVm.Source source = create.source();
    if (source instanceof CreateVm.Source.Clone clone) {
      String mode = clone.storage().map(to -> "copied to " + to).orElse("linked");
      return "clone of " + clone.template().label() + ", " + mode;
    }
    if (source instanceof CreateVm.Source.Import disk) {
      return "made from the disk image of Talos " + disk.image().version();
    }
    if (source instanceof CreateVm.Source.Iso iso) {
      return "boots the installer of Talos " + iso.image().version();
    }
    return source instanceof CreateVm.Source.Nothing
        ? "keeps data disks, is protected and never started"
        : "finished: an earlier run made the VM but did not configure it";
  }

  private static String hardware(CreateVm create) {
    Map<String, String> wanted = create.configuration().values();
    Stream<String> disks =
        create.sizes().entrySet().stream().map(disk -> disk.getKey() + " " + disk.getValue());
    return Stream.concat(
            Stream.of(
                wanted.getOrDefault("cores", "1") + " cores",
                wanted.getOrDefault("memory", "512") + " MiB"),
            disks)
        .collect(Collectors.joining(", "));
  }

  private static List<Sentence> destroy(DestroyVm destroy) {
    Stream<String> before =
        destroy.protectedNow() ? Stream.of("its protection is lifted") : Stream.empty();
    String end = destroy.running() ? "is stopped and destroyed" : "is destroyed";
    Stream<String> volumes = destroy.volumes().stream().map(volume -> "with " + volume);
    return Stream.concat(before, Stream.concat(Stream.of(end), volumes))
        .map(Sentence::drastic)
        .toList();
  }

  private static List<Sentence> release(ReleaseDisks release) {
    Stream<String> lifted =
        release.protectedNow() ? Stream.of("its protection is lifted") : Stream.empty();
    Stream<String> off = release.running() ? Stream.of("is shut down") : Stream.empty();
    return Stream.concat(
            Stream.concat(lifted, off).map(Sentence::drastic),
            release.disks().values().stream()
                .map(volume -> Sentence.plain(volume + " is detached and stays")))
        .toList();
  }
}
