package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The downloads and templates that the plan needs, each of them once. */
final class ImageLedger {
  private final PlanRequest request;
  private final Map<ChangeId, ImageChange> changes = new LinkedHashMap<>();
  private final Set<VmId> taken = new HashSet<>();

  ImageLedger(PlanRequest request) {
    this.request = request;
    request.observed().guests().stream().map(ObservedGuest::id).forEach(taken::add);
    request.targets().forEach(target -> taken.add(target.assignment().vmId()));
  }

  /** Returns the changes, downloads before what is made from them. */
  List<ImageChange> changes() {
    return List.copyOf(changes.values());
  }

  /** Returns the image of a node. */
  TalosImage image(ImageSpec spec) {
    Optional<SchematicSpec> schematic =
        spec.schematicId().isPresent() ? Optional.empty() : Optional.of(spec.schematic());
    return new TalosImage(
        request.spec().talos().version(),
        spec.schematicId().orElseGet(() -> request.schematics().apply(spec)),
        schematic,
        spec.architecture(),
        spec.secureBoot(),
        spec.factoryUrl(),
        spec.sha256());
  }

  /** Has an image downloaded to where a host can read it. */
  ChangeId fetch(TalosImage image, HostName host, FetchImage.Content content) {
    StorageName storage = request.spec().proxmox().imageStorage();
    String place = request.observed().isShared(storage) ? storage.value() : storage + "@" + host;
    ChangeId id = ChangeId.of("fetch", fileKey(image, content), place);
    changes.putIfAbsent(id, new FetchImage(id, image, host, storage, content, Set.of()));
    return id;
  }

  private static String fileKey(TalosImage image, FetchImage.Content content) {
    String platform = image.architecture().name().toLowerCase(Locale.ROOT);
    return image.version()
        + "-"
        + image.schematicId().value().substring(0, 12)
        + "-"
        + platform
        + (image.secureBoot() ? "-secureboot" : "")
        + "."
        + content.type();
  }

  /** Has a template built that the nodes of a host, or of all hosts, are cloned from. */
  Optional<TemplateRef> build(
      TalosImage image,
      TemplateIdentity identity,
      WantedConfiguration hardware,
      HostName host,
      boolean shared) {
    String place = shared ? "shared" : host.value();
    ChangeId id = ChangeId.of("template", identity.name(), identity.options(), place);
    if (!(changes.get(id) instanceof BuildTemplate)) {
      Optional<VmId> free = nextId();
      if (free.isEmpty()) {
        return Optional.empty();
      }
      ChangeId fetched = fetch(image, host, FetchImage.Content.IMPORT);
      changes.put(id, template(id, image, identity, hardware, host, free.get(), fetched));
    }
    return Optional.ofNullable(changes.get(id))
        .map(BuildTemplate.class::cast)
        .map(
            built ->
                new TemplateRef(
                    identity.name(),
                    built.host(),
                    built.vmId(),
                    Optional.of(id),
                    Optional.empty()));
  }

  private BuildTemplate template(
      ChangeId id,
      TalosImage image,
      TemplateIdentity identity,
      WantedConfiguration hardware,
      HostName host,
      VmId vmId,
      ChangeId fetched) {
    return new BuildTemplate(
        id,
        image,
        identity,
        host,
        vmId,
        request.spec().proxmox().imageStorage(),
        hardware,
        NodeTarget.SYSTEM_DISK,
        request.owned().uid(),
        Set.of(fetched));
  }

  private Optional<VmId> nextId() {
    VmIdRange range = request.spec().allocation().templateIds();
    for (int number = range.first().value(); number <= range.last().value(); number++) {
      VmId id = VmId.of(number);
      if (taken.add(id)) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  ObservedCluster observed() {
    return request.observed();
  }
}
