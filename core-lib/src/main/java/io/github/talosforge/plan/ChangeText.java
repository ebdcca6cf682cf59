package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.plan.TextPage.Ink;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lines about changes. */
final class ChangeText {
  private static final int INDENT = 4;
  private static final int REASONS = 40;

  private final TextPage page;

  ChangeText(TextPage page) {
    this.page = page;
  }

  void image(ImageChange change) {
    page.blank();
    TalosImage image = change.image();
    String what = "Talos " + image.version() + ", schematic " + shortId(image);
    if (change instanceof BuildTemplate build) {
      page.line(
          Ink.GREEN,
          0,
          "+ template "
              + build.identity().name()
              + " (VM "
              + build.vmId()
              + ") on "
              + build.host());
      page.line(Ink.PLAIN, INDENT, what + ", imported from " + build.imageStorage());
    } else if (change instanceof FetchImage fetch) {
      String kind = fetch.content() == FetchImage.Content.ISO ? "CD image" : "disk image";
      page.line(Ink.GREEN, 0, "+ " + kind + " in " + fetch.imageStorage() + " on " + fetch.host());
      page.line(Ink.PLAIN, INDENT, what + ", downloaded unless it is there");
    }
  }

  void cleaning(CleaningChange change) {
    page.blank();
    if (change instanceof RemoveTemplate template) {
      page.line(
          Ink.RED,
          0,
          "- template "
              + template.marks().name()
              + " (VM "
              + template.vmId()
              + ") on "
              + template.host());
      page.line(Ink.PLAIN, INDENT, "nothing uses it; it is removed with its disks");
    } else if (change instanceof RemoveImage image) {
      page.line(Ink.RED, 0, "- image in " + image.storage() + " on " + image.host());
      page.line(Ink.PLAIN, INDENT, image.file().toString());
    } else if (change instanceof RemoveDisc disc) {
      page.line(
          Ink.RED, 0, "- CD with a configuration in " + disc.storage() + " on " + disc.host());
      page.line(Ink.PLAIN, INDENT, disc.file().toString());
    }
  }

  private static String shortId(TalosImage image) {
    return image.schematicId().value().substring(0, 12);
  }

  void vm(String name, List<VmChange> changes) {
    page.blank();
    NodeVm vm = changes.get(0).vm();
    boolean made = changes.stream().anyMatch(CreateVm.class::isInstance);
    boolean gone = changes.stream().anyMatch(DestroyVm.class::isInstance);
    boolean anew = made && gone;
    String sign = anew ? "~ " : made ? "+ " : gone ? "- " : "~ ";
    String address = vm.address().map(ip -> ", " + ip).orElse("");
    page.line(
        anew ? Ink.YELLOW : made ? Ink.GREEN : gone ? Ink.RED : Ink.YELLOW,
        0,
        sign + name + "  " + role(vm) + ", " + vm.label() + address);
    changes.forEach(this::change);
  }

  private static String role(NodeVm vm) {
    return vm.identity().part() == NodePart.DATA ? "data of " + vm.node() : vm.role().label();
  }

  private void change(VmChange change) {
    if (change instanceof CreateVm create) {
      create(create);
    } else if (change instanceof ChangeConfiguration configure) {
      configure.fields().forEach(this::field);
    } else if (change instanceof GrowDisk grow) {
      row(grow.key() + ".size", grow.from() + " → " + grow.to(), grow.origin(), Effect.AT_ONCE);
    } else if (change instanceof AddDisk add) {
      String size = add.size().map(DiskSize::toString).orElse("added");
      row(add.key(), "(none) → " + size, add.origin(), add.effect());
    } else if (change instanceof DetachDisk detach) {
      String size = detach.size().map(DiskSize::toString).orElse("disk");
      row(detach.key(), size + " → (none)", Optional.empty(), detach.effect());
      page.line(Ink.RED, INDENT, "is detached; its data stays on " + detach.volume());
    } else if (change instanceof AddVolumes add) {
      add.volumes()
          .forEach(
              volume ->
                  page.line(
                      Ink.PLAIN,
                      INDENT,
                      volume.name() + " " + volume.size() + " on " + volume.storage()));
    } else if (change instanceof ReleaseDisks release) {
      release(release);
    } else if (change instanceof StartVm start) {
      page.line(Ink.PLAIN, INDENT, "is started (order " + start.vm().startupOrder() + ")");
    } else if (change instanceof FreeVolume free) {
      page.line(Ink.RED, INDENT, free.volume() + " is removed for ever; nothing is attached to it");
    } else if (change instanceof AdoptVm adopt) {
      page.line(Ink.PLAIN, INDENT, "becomes a node of this cluster; only its marks are written");
      adopt.fields().forEach(this::field);
    } else if (change instanceof ManageHa ha) {
      new HaText(page).managed(ha);
    } else if (change instanceof ReleaseHa) {
      new HaText(page).released();
    } else if (change instanceof DestroyVm destroy) {
      destroy(destroy);
    }
  }

  private void release(ReleaseDisks release) {
    if (release.running()) {
      page.line(Ink.RED, INDENT, "is shut down");
    }
    release
        .disks()
        .values()
        .forEach(volume -> page.line(Ink.PLAIN, INDENT, volume + " is detached and stays"));
  }

  private void create(CreateVm create) {
    page.line(Ink.PLAIN, INDENT, source(create));
    if (create.sizes().isEmpty()) {
      return;
    }
    page.line(Ink.PLAIN, INDENT, hardware(create));
    String pool = create.pool().map(name -> ", in pool " + name).orElse("");
    String start =
        create.start()
            ? "then started (order " + create.vm().startupOrder() + ")"
            : "started later, with its configuration on a CD";
    page.line(Ink.PLAIN, INDENT, start + pool);
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
    if (source instanceof CreateVm.Source.Nothing) {
      return "keeps data disks, is protected and never started";
    }
    return "finished: an earlier run made the VM but did not configure it";
  }

  private static String hardware(CreateVm create) {
    Map<String, String> wanted = create.configuration().values();
    String disks =
        create.sizes().entrySet().stream()
            .map(disk -> disk.getKey() + " " + disk.getValue())
            .collect(Collectors.joining(", "));
    return wanted.getOrDefault("cores", "1")
        + " cores, "
        + wanted.getOrDefault("memory", "512")
        + " MiB, "
        + disks;
  }

  private void destroy(DestroyVm destroy) {
    if (destroy.protectedNow()) {
      page.line(Ink.RED, INDENT, "its protection is lifted");
    }
    page.line(Ink.RED, INDENT, destroy.running() ? "is stopped and destroyed" : "is destroyed");
    destroy.volumes().forEach(volume -> page.line(Ink.RED, INDENT, "with " + volume));
  }

  void restart(StopStartVm change) {
    page.blank();
    page.line(
        Ink.RED,
        0,
        "! " + change.vm().node() + " (" + change.vm().label() + ") is stopped and started");
    String fields =
        change.fields().stream().map(FieldChange::name).collect(Collectors.joining(", "));
    page.line(Ink.PLAIN, INDENT, "so that these take effect: " + fields);
  }

  void field(FieldChange field) {
    row(field.name(), values(field), field.origin(), field.effect());
  }

  /** Writes a value that waits, without saying again that it does. */
  void waiting(FieldChange field) {
    String place = field.origin().map(ChangeText::place).orElse("");
    page.row(Ink.PLAIN, INDENT, named(field.name(), values(field)), REASONS, place);
  }

  private static String values(FieldChange field) {
    return field.oldValue().orElse("(none)") + " → " + field.newValue().orElse("(none)");
  }

  private void row(String name, String values, Optional<Origin> origin, Effect effect) {
    String place = origin.map(ChangeText::place).map(where -> where + ", ").orElse("");
    page.row(Ink.PLAIN, INDENT, named(name, values), REASONS, place + effect.label());
  }

  private static String named(String name, String values) {
    return String.format(Locale.ROOT, "%-14s %s", name, values);
  }

  private static String place(Origin origin) {
    return origin
        .location()
        .map(where -> where.file() + ":" + where.line())
        .orElse(origin.layer().label());
  }
}
