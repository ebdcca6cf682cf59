package io.github.talosforge.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.model.Tag;
import java.util.Collection;
import java.util.Locale;

/** The object about a change; every method adds what its kind has of its own. */
final class ChangeJson implements Change.Visitor<ObjectNode> {
  private static final String VOLUME = "volume";

  private final ObjectNode json;

  private ChangeJson(ObjectNode json) {
    this.json = json;
  }

  static void write(Change change, ObjectNode json) {
    json.put("id", change.id().value());
    json.put("kind", kind(change));
    json.put("disruptive", change.disruptive());
    ArrayNode before = json.putArray("dependsOn");
    change.dependencies().stream().sorted().forEach(id -> before.add(id.value()));
    change.accept(new ChangeJson(json));
  }

  private static String kind(Change change) {
    String verb = change.id().value();
    return verb.substring(0, verb.indexOf('/'));
  }

  private ObjectNode texts(String name, Collection<String> texts) {
    ArrayNode array = json.putArray(name);
    texts.forEach(array::add);
    return json;
  }

  private ObjectNode fields(Collection<FieldChange> fields) {
    JsonParts.fields(fields, json.putArray("fields"));
    return json;
  }

  private ObjectNode image(ImageChange change) {
    json.put("host", change.host().value());
    json.put("imageStorage", change.imageStorage().value());
    JsonParts.image(change.image(), json.putObject("image"));
    return json;
  }

  @Override
  public ObjectNode visit(BuildTemplate build) {
    image(build).put("vmId", build.vmId().value());
    json.put("name", build.identity().name());
    texts("tags", build.identity().tags().stream().sorted().map(Tag::value).toList());
    JsonParts.configuration(build.configuration().values(), json.putObject("configuration"));
    return json;
  }

  @Override
  public ObjectNode visit(FetchImage fetch) {
    return image(fetch).put("content", fetch.content().type());
  }

  private ObjectNode vm(VmChange change) {
    JsonParts.vm(change.vm(), json);
    return json;
  }

  @Override
  public ObjectNode visit(CreateVm create) {
    vm(create).put("resumeAt", create.resumeAt().name().toLowerCase(Locale.ROOT));
    json.set("source", create.source().accept(new SourceJson(json.objectNode())));
    JsonParts.configuration(create.configuration().values(), json.putObject("configuration"));
    ObjectNode sizes = json.putObject("sizes");
    create.sizes().forEach((disk, size) -> sizes.put(disk, size.toString()));
    create.pool().ifPresent(pool -> json.put("pool", pool.value()));
    return json.put("start", create.start());
  }

  @Override
  public ObjectNode visit(ChangeConfiguration configure) {
    vm(configure).put("digest", configure.digest());
    return fields(configure.fields());
  }

  @Override
  public ObjectNode visit(GrowDisk grow) {
    vm(grow).put("disk", grow.key());
    json.put("from", grow.from().toString());
    json.put("to", grow.to().toString());
    JsonParts.origin(grow.origin(), json);
    return json;
  }

  @Override
  public ObjectNode visit(MoveDisk move) {
    vm(move).put("disk", move.key());
    json.put(VOLUME, move.volume());
    json.put("storage", move.storage().value());
    JsonParts.origin(move.origin(), json);
    return json;
  }

  @Override
  public ObjectNode visit(AddDisk add) {
    vm(add).put("disk", add.key());
    json.put("value", add.value());
    json.put("effect", JsonParts.word(add.effect()));
    JsonParts.origin(add.origin(), json);
    return json;
  }

  @Override
  public ObjectNode visit(AddVolumes add) {
    vm(add);
    return texts("volumes", add.volumes().stream().map(AddVolumes.NewVolume::volume).toList());
  }

  @Override
  public ObjectNode visit(ReleaseDisks release) {
    vm(release).put("running", release.running());
    json.put("protected", release.protectedNow());
    release.disks().forEach(json.putObject("disks")::put);
    return json;
  }

  @Override
  public ObjectNode visit(DetachDisk detach) {
    vm(detach).put("disk", detach.key());
    json.put(VOLUME, detach.volume());
    return json.put("effect", JsonParts.word(Effect.AT_ONCE));
  }

  @Override
  public ObjectNode visit(StartVm start) {
    return vm(start);
  }

  @Override
  public ObjectNode visit(StopStartVm restart) {
    vm(restart);
    return fields(restart.fields());
  }

  @Override
  public ObjectNode visit(FreeVolume free) {
    return vm(free).put("disk", free.key()).put(VOLUME, free.volume());
  }

  @Override
  public ObjectNode visit(DestroyVolume destroy) {
    vm(destroy).put("disk", destroy.key());
    json.put("name", destroy.name());
    return json.put(VOLUME, destroy.volume());
  }

  @Override
  public ObjectNode visit(AdoptVm adopt) {
    vm(adopt).put("digest", adopt.digest());
    return fields(adopt.fields());
  }

  @Override
  public ObjectNode visit(ManageHa ha) {
    vm(ha).put("maxRestart", ha.maxRestart());
    json.put("maxRelocate", ha.maxRelocate());
    ha.group().ifPresent(group -> json.put("group", group));
    return json;
  }

  @Override
  public ObjectNode visit(ReleaseHa ha) {
    return vm(ha);
  }

  @Override
  public ObjectNode visit(DestroyVm destroy) {
    vm(destroy).put("running", destroy.running());
    json.put("protected", destroy.protectedNow());
    return texts("volumes", destroy.volumes());
  }

  @Override
  public ObjectNode visit(RemoveTemplate template) {
    host(template).put("vmId", template.vmId().value());
    json.put("name", template.marks().name());
    return json.put("finished", template.begun().isEmpty());
  }

  @Override
  public ObjectNode visit(RemoveImage image) {
    host(image).put("imageStorage", image.storage().value());
    return json.put(VOLUME, image.volume());
  }

  @Override
  public ObjectNode visit(RemoveDisc disc) {
    host(disc).put("imageStorage", disc.storage().value());
    return json.put(VOLUME, disc.volume());
  }

  private ObjectNode host(CleaningChange change) {
    return json.put("host", change.host().value());
  }

  @Override
  public ObjectNode visit(KeepApart rule) {
    name(rule).put("role", rule.role().label());
    ArrayNode vms = json.putArray("vmIds");
    rule.vms().forEach(vm -> vms.add(vm.value()));
    return json;
  }

  @Override
  public ObjectNode visit(PreferHost group) {
    ObjectNode hosts = name(group).putObject("hosts");
    group.hosts().forEach((host, priority) -> hosts.put(host.value(), priority));
    return json;
  }

  @Override
  public ObjectNode visit(RemoveHaEntry entry) {
    return name(entry);
  }

  private ObjectNode name(HaChange change) {
    return json.put("name", change.name());
  }

  @Override
  public ObjectNode visit(ConfigureMachine configure) {
    node(configure).put("way", configure.way().label());
    return texts("differences", configure.differences());
  }

  @Override
  public ObjectNode visit(BeginEtcd begin) {
    return node(begin);
  }

  @Override
  public ObjectNode visit(WithdrawDisc withdraw) {
    return node(withdraw).put(VOLUME, withdraw.volume());
  }

  private ObjectNode node(TalosChange change) {
    return json.put("node", change.node().value());
  }

  /** The object about what a VM is made from. */
  private record SourceJson(ObjectNode json) implements CreateVm.Source.Visitor<ObjectNode> {
    private ObjectNode kind(String kind) {
      return json.put("kind", kind);
    }

    private ObjectNode image(String kind, TalosImage image) {
      JsonParts.image(image, kind(kind).putObject("image"));
      return json;
    }

    @Override
    public ObjectNode visit(CreateVm.Source.Clone clone) {
      kind("clone").put("mode", clone.mode().name().toLowerCase(Locale.ROOT));
      json.put("template", clone.template().name());
      json.put("templateId", clone.template().vmId().value());
      json.put("templateHost", clone.template().host().value());
      clone.storage().ifPresent(storage -> json.put("storage", storage.value()));
      return json;
    }

    @Override
    public ObjectNode visit(CreateVm.Source.Import disk) {
      return image("import", disk.image());
    }

    @Override
    public ObjectNode visit(CreateVm.Source.Iso iso) {
      return image("iso", iso.image());
    }

    @Override
    public ObjectNode visit(CreateVm.Source.Nothing nothing) {
      return kind("nothing");
    }

    @Override
    public ObjectNode visit(CreateVm.Source.Made made) {
      return kind("made");
    }
  }
}
