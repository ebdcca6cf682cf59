package io.github.talosforge.journal;

import io.github.talosforge.observe.NodePart;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FieldChange;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.KeepApart;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.PreferHost;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.RemoveHaEntry;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the page says of a change beside its values. */
final class EntryWords {
  private EntryWords() {}

  /** Returns what a change is about, beside its name. */
  static String details(Change change) {
    if (change instanceof VmChange onVm) {
      NodeVm vm = onVm.vm();
      String address = vm.address().map(ip -> " · " + ip).orElse("");
      return role(vm) + " · " + vm.label() + address;
    }
    if (change instanceof BuildTemplate template) {
      return template.identity().name() + " · on " + template.host();
    }
    if (change instanceof KeepApart rule) {
      return "keeps the VMs " + joined(rule.vms()) + " on different hosts";
    }
    if (change instanceof PreferHost group) {
      return "its VMs prefer " + group.host() + " and may run on all other hosts";
    }
    return change instanceof RemoveHaEntry
        ? "is removed"
        : ChangeWords.of(change).replaceFirst("^[^:]*: ", "");
  }

  private static String joined(Collection<?> things) {
    return things.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static String role(NodeVm vm) {
    return vm.identity().part() == NodePart.DATA ? "data of " + vm.node() : vm.role().label();
  }

  /** Returns lines about a change. */
  static List<String> notes(Change change) {
    if (change instanceof ImageChange image) {
      return List.of("Talos " + image.image().version());
    }
    if (change instanceof ConfigureMachine machine) {
      return configuration(machine);
    }
    return change instanceof VmChange vm ? vmNotes(vm) : List.of();
  }

  private static List<String> vmNotes(VmChange change) {
    if (change instanceof CreateVm create) {
      return create.sizes().isEmpty()
          ? List.of(source(create))
          : List.of(source(create), hardware(create));
    }
    if (change instanceof StopStartVm restart) {
      return List.of(
          "is stopped and started, so that these take effect: "
              + restart.fields().stream().map(FieldChange::name).collect(Collectors.joining(", ")));
    }
    if (change instanceof DetachDisk detach) {
      return List.of(detach.key() + " is detached; its data stays on " + detach.volume());
    }
    if (change instanceof AddVolumes add) {
      return add.volumes().stream()
          .map(volume -> volume.name() + " " + volume.size() + " on " + volume.storage())
          .toList();
    }
    if (change instanceof ReleaseDisks release) {
      return Stream.concat(
              release.running() ? Stream.of("is shut down") : Stream.empty(),
              release.disks().values().stream().map(volume -> volume + " is detached and stays"))
          .toList();
    }
    return change instanceof DestroyVm destroy
        ? Stream.concat(Stream.of("is destroyed, with"), destroy.volumes().stream()).toList()
        : oneLine(change);
  }

  private static List<String> oneLine(VmChange change) {
    if (change instanceof StartVm) {
      return List.of("is started");
    }
    if (change instanceof FreeVolume free) {
      return List.of(free.volume() + " is removed for ever; nothing is attached to it");
    }
    if (change instanceof AdoptVm) {
      return List.of("becomes a node of this cluster; only its marks are written");
    }
    if (change instanceof ManageHa ha) {
      return List.of("high availability looks after it: " + ha.attempts());
    }
    return change instanceof ReleaseHa
        ? List.of("high availability no longer looks after it")
        : List.of();
  }

  private static List<String> configuration(ConfigureMachine machine) {
    String way =
        switch (machine.way()) {
          case FIRST -> "gets its first machine configuration";
          case BY_DISC -> "gets its first machine configuration on a CD, and is started";
          case AT_ONCE -> "gets another machine configuration, without a reboot";
          case WITH_REBOOT -> "gets another machine configuration, which needs a reboot";
        };
    return Stream.concat(Stream.of(way), machine.differences().stream()).toList();
  }

  private static String source(CreateVm create) {
    CreateVm.Source source = create.source();
    if (source instanceof CreateVm.Source.Clone clone) {
      return clone.storage().map(to -> "copied to " + to + " from ").orElse("linked clone of ")
          + clone.template().label();
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
        .collect(Collectors.joining(" · "));
  }
}
