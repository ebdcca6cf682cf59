package io.github.talosforge.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.redaction.Redaction;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The objects about changes. */
final class ChangeJson {
  private ChangeJson() {}

  static void write(Change change, ObjectNode json) {
    json.put("id", change.id().value());
    json.put("kind", kind(change));
    json.put("disruptive", change.disruptive());
    ArrayNode before = json.putArray("dependsOn");
    change.dependencies().stream().sorted().forEach(id -> before.add(id.value()));
    if (change instanceof TalosChange talos) {
      talos(talos, json);
    } else if (change instanceof VmChange onVm) {
      vm(onVm.vm(), json);
      details(onVm, json);
    } else if (change instanceof ImageChange image) {
      image(image, json);
    } else if (change instanceof CleaningChange cleaning) {
      cleaning(cleaning, json);
    } else if (change instanceof HaChange ha) {
      ha(ha, json);
    }
  }

  private static void cleaning(CleaningChange change, ObjectNode json) {
    json.put("host", change.host().value());
    if (change instanceof RemoveTemplate template) {
      json.put("vmId", template.vmId().value());
      json.put("name", template.marks().name());
      json.put("finished", template.begun().isEmpty());
    } else if (change instanceof RemoveImage image) {
      json.put("imageStorage", image.storage().value());
      json.put("volume", image.volume());
    } else if (change instanceof RemoveDisc disc) {
      json.put("imageStorage", disc.storage().value());
      json.put("volume", disc.volume());
    }
  }

  private static void ha(HaChange change, ObjectNode json) {
    json.put("name", change.name());
    if (change instanceof KeepApart rule) {
      json.put("role", rule.role().label());
      ArrayNode vms = json.putArray("vmIds");
      rule.vms().forEach(vm -> vms.add(vm.value()));
    } else if (change instanceof PreferHost group) {
      ObjectNode hosts = json.putObject("hosts");
      group.hosts().forEach((host, priority) -> hosts.put(host.value(), priority));
    }
  }

  private static String kind(Change change) {
    String verb = change.id().value();
    return verb.substring(0, verb.indexOf('/'));
  }

  private static void talos(TalosChange change, ObjectNode json) {
    json.put("node", change.node().value());
    if (change instanceof ConfigureMachine configure) {
      json.put("way", configure.way().label());
      ArrayNode differences = json.putArray("differences");
      configure.differences().forEach(differences::add);
    } else if (change instanceof WithdrawDisc withdraw) {
      json.put("volume", withdraw.volume());
    }
  }

  static void vm(NodeVm vm, ObjectNode json) {
    json.put("node", vm.node().value());
    if (vm.identity().part() == NodePart.DATA) {
      json.put("part", "data");
    }
    vm.role().ifPresent(role -> json.put("role", role.label()));
    json.put("vmId", vm.vmId().value());
    json.put("host", vm.host().value());
    vm.address().ifPresent(address -> json.put("address", address.toString()));
    json.put("startupOrder", vm.startupOrder());
  }

  private static void image(ImageChange change, ObjectNode json) {
    json.put("host", change.host().value());
    json.put("imageStorage", change.imageStorage().value());
    image(change.image(), json.putObject("image"));
    if (change instanceof BuildTemplate build) {
      json.put("vmId", build.vmId().value());
      json.put("name", build.identity().name());
      ArrayNode tags = json.putArray("tags");
      build.identity().tags().stream().sorted().forEach(tag -> tags.add(tag.value()));
      configuration(build.configuration().values(), json.putObject("configuration"));
    } else if (change instanceof FetchImage fetch) {
      json.put("content", fetch.content().type());
    }
  }

  private static void image(TalosImage image, ObjectNode json) {
    SchematicId schematic = image.schematicId();
    json.put("version", image.version().toString());
    json.put("schematic", schematic.value());
    json.put("architecture", image.architecture().name().toLowerCase(Locale.ROOT));
    json.put("secureBoot", image.secureBoot());
  }

  private static void details(VmChange change, ObjectNode json) {
    if (change instanceof CreateVm create) {
      create(create, json);
    } else if (change instanceof ChangeConfiguration configure) {
      json.put("digest", configure.digest());
      fields(configure.fields(), json.putArray("fields"));
    } else if (change instanceof GrowDisk grow) {
      json.put("disk", grow.key());
      json.put("from", grow.from().toString());
      json.put("to", grow.to().toString());
      origin(grow.origin(), json);
    } else if (change instanceof AddDisk add) {
      json.put("disk", add.key());
      json.put("value", add.value());
      json.put("effect", word(add.effect()));
      origin(add.origin(), json);
    } else if (change instanceof AddVolumes add) {
      ArrayNode volumes = json.putArray("volumes");
      add.volumes().forEach(volume -> volumes.add(volume.volume()));
    } else if (change instanceof ReleaseDisks release) {
      json.put("running", release.running());
      json.put("protected", release.protectedNow());
      release.disks().forEach(json.putObject("disks")::put);
    } else if (change instanceof DetachDisk detach) {
      json.put("disk", detach.key());
      json.put("volume", detach.volume());
      json.put("effect", word(Effect.AT_ONCE));
    } else if (change instanceof StopStartVm restart) {
      fields(restart.fields(), json.putArray("fields"));
    } else if (change instanceof FreeVolume free) {
      json.put("disk", free.key());
      json.put("volume", free.volume());
    } else if (change instanceof DestroyVolume destroy) {
      json.put("disk", destroy.key());
      json.put("name", destroy.name());
      json.put("volume", destroy.volume());
    } else if (change instanceof AdoptVm adopt) {
      json.put("digest", adopt.digest());
      fields(adopt.fields(), json.putArray("fields"));
    } else if (change instanceof ManageHa ha) {
      json.put("maxRestart", ha.maxRestart());
      json.put("maxRelocate", ha.maxRelocate());
      ha.group().ifPresent(group -> json.put("group", group));
    } else if (change instanceof DestroyVm destroy) {
      json.put("running", destroy.running());
      json.put("protected", destroy.protectedNow());
      ArrayNode volumes = json.putArray("volumes");
      destroy.volumes().forEach(volumes::add);
    }
  }

  private static void create(CreateVm create, ObjectNode json) {
    json.put("resumeAt", create.resumeAt().name().toLowerCase(Locale.ROOT));
    source(create.source(), json.putObject("source"));
    configuration(create.configuration().values(), json.putObject("configuration"));
    ObjectNode sizes = json.putObject("sizes");
    create.sizes().forEach((disk, size) -> sizes.put(disk, size.toString()));
    create.pool().ifPresent(pool -> json.put("pool", pool.value()));
    json.put("start", create.start());
  }

  private static void source(CreateVm.Source source, ObjectNode json) {
    if (source instanceof CreateVm.Source.Clone clone) {
      json.put("kind", "clone");
      json.put("mode", clone.mode().name().toLowerCase(Locale.ROOT));
      json.put("template", clone.template().name());
      json.put("templateId", clone.template().vmId().value());
      json.put("templateHost", clone.template().host().value());
      clone.storage().ifPresent(storage -> json.put("storage", storage.value()));
    } else if (source instanceof CreateVm.Source.Import disk) {
      json.put("kind", "import");
      image(disk.image(), json.putObject("image"));
    } else if (source instanceof CreateVm.Source.Iso iso) {
      json.put("kind", "iso");
      image(iso.image(), json.putObject("image"));
    } else {
      json.put("kind", source instanceof CreateVm.Source.Nothing ? "nothing" : "made");
    }
  }

  private static void configuration(Map<String, String> values, ObjectNode json) {
    values.forEach((key, value) -> json.put(key, Redaction.valueByForm(List.of(key), value)));
  }

  static void fields(List<FieldChange> fields, ArrayNode json) {
    for (FieldChange field : fields) {
      ObjectNode item = json.addObject();
      item.put("key", field.key());
      field.part().ifPresent(part -> item.put("part", part));
      field.shownOld().ifPresent(value -> item.put("old", value));
      field.shownNew().ifPresent(value -> item.put("new", value));
      item.put("effect", word(field.effect()));
      origin(field.origin(), item);
    }
  }

  private static void origin(Optional<Origin> origin, ObjectNode json) {
    origin.ifPresent(
        who -> {
          ObjectNode item = json.putObject("origin");
          item.put("layer", who.layer().label());
          who.location()
              .ifPresent(
                  where -> {
                    item.put("file", where.file());
                    item.put("line", where.line());
                  });
        });
  }

  private static String word(Effect effect) {
    return effect == Effect.AT_ONCE ? "at-once" : "after-stop-start";
  }
}
