package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which template a node is cloned from: the one that the user names, else one of ours that fits,
 * else one that is built.
 */
final class TemplateChoice {
  private static final Set<String> HARDWARE =
      Set.of("agent", "bios", "machine", "ostype", "scsihw", "serial0", "vga");

  private final PlanRequest request;
  private final ObservedCluster observed;
  private final ImageLedger ledger;
  private final TemplateReport report;

  TemplateChoice(PlanRequest request, ImageLedger ledger, Draft draft) {
    this.request = request;
    this.observed = request.observed();
    this.ledger = ledger;
    this.report = new TemplateReport(observed, draft);
  }

  /** Returns how a node is cloned on its host; empty when that is impossible, which is reported. */
  Optional<CreateVm.Source> source(NodeTarget target, HostName host) {
    ImageSpec image = target.spec().image();
    Optional<Template> template =
        image.template().isPresent()
            ? named(target, image.template().get(), host)
            : own(target, host);
    return template.flatMap(found -> source(target, found));
  }

  /**
   * A template with the storages that its disks are on.
   *
   * @param ref the template
   * @param storages the storages; empty when they are not known
   */
  private record Template(TemplateRef ref, Set<StorageName> storages) {}

  private Optional<CreateVm.Source> source(NodeTarget target, Template template) {
    StorageName wanted = target.spec().vm().systemDisk().storage();
    if (target.spec().image().cloneMode() == CloneMode.FULL) {
      return Optional.of(
          new CreateVm.Source.Clone(template.ref(), CloneMode.FULL, Optional.of(wanted)));
    }
    if (!template.storages().isEmpty() && !template.storages().contains(wanted)) {
      report.linkedElsewhere(target, template.ref(), template.storages(), wanted);
      return Optional.empty();
    }
    return Optional.of(
        new CreateVm.Source.Clone(template.ref(), CloneMode.LINKED, Optional.empty()));
  }

  private Optional<Template> named(NodeTarget target, String name, HostName host) {
    List<ObservedGuest> found =
        observed.guests().stream().filter(guest -> isCalled(guest, name)).toList();
    List<ObservedGuest> templates = found.stream().filter(TemplateChoice::isTemplate).toList();
    if (templates.isEmpty()) {
      report.notFound(target, name, found);
      return Optional.empty();
    }
    List<ObservedGuest> near = templates.stream().filter(t -> t.host().equals(host)).toList();
    if (near.size() > 1) {
      report.ambiguous(target, name, near);
      return Optional.empty();
    }
    Optional<ObservedGuest> usable =
        near.stream().findFirst().or(() -> templates.stream().filter(this::isShared).findFirst());
    if (usable.isEmpty()) {
      report.onOtherHost(target, templates, host);
    }
    TalosVersion version = request.spec().talos().version();
    usable.ifPresent(
        guest ->
            TemplateMarks.tagged(guest.tags())
                .filter(tagged -> !tagged.equals(version))
                .ifPresent(tagged -> report.ofAnotherVersion(target, guest, tagged, version)));
    return usable.map(guest -> new Template(existing(guest), TemplateDisks.storages(guest)));
  }

  private static boolean isCalled(ObservedGuest guest, String name) {
    return name.matches("\\d+")
        ? guest.id().toString().equals(name)
        : guest.currentName().equals(name);
  }

  private static boolean isTemplate(ObservedGuest guest) {
    return guest.kind() == ObservedGuest.Kind.TEMPLATE;
  }

  private boolean isShared(ObservedGuest template) {
    Set<StorageName> storages = TemplateDisks.storages(template);
    return !storages.isEmpty() && storages.stream().allMatch(observed::isShared);
  }

  private static TemplateRef existing(ObservedGuest guest) {
    return new TemplateRef(
        guest.currentName(),
        guest.host(),
        guest.id(),
        Optional.empty(),
        guest.configuration().map(GuestConfiguration::digest));
  }

  private Optional<Template> own(NodeTarget target, HostName host) {
    StorageName storage = request.spec().proxmox().templateStorage();
    boolean shared = observed.isShared(storage);
    TalosImage image = ledger.image(target.spec().image());
    WantedConfiguration hardware = hardware(target, storage);
    TemplateIdentity identity = identity(request, ledger, target);
    Optional<TemplateRef> ref =
        observed.guests().stream()
            .filter(guest -> observed.isOnline(guest.host()))
            .filter(guest -> shared || guest.host().equals(host))
            .filter(guest -> isProven(guest, identity))
            .findFirst()
            .map(TemplateChoice::existing)
            .or(() -> ledger.build(image, identity, hardware, host, shared));
    if (ref.isEmpty()) {
      report.noIdLeft(target, request.spec().allocation().templateIds());
    }
    return ref.map(found -> new Template(found, Set.of(storage)));
  }

  private boolean isProven(ObservedGuest guest, TemplateIdentity identity) {
    Optional<TemplateClaim> claim = identity.claim(guest);
    claim.ifPresent(found -> report.unlessProven(guest, found));
    return claim.filter(TemplateClaim::isProven).isPresent();
  }

  /** Returns the template that a node would be cloned from, were it built here. */
  static TemplateIdentity identity(PlanRequest request, ImageLedger ledger, NodeTarget target) {
    StorageName storage = request.spec().proxmox().templateStorage();
    return TemplateIdentity.of(
        ledger.image(target.spec().image()), hardware(target, storage).values());
  }

  /** What all nodes of a kind share, so that one template serves them all. */
  private static WantedConfiguration hardware(NodeTarget target, StorageName storage) {
    Map<String, String> hardware = new TreeMap<>(target.configuration().values());
    hardware.keySet().retainAll(HARDWARE);
    hardware.put(
        NodeTarget.SYSTEM_DISK, Disk.on(DriveBus.SCSI, Volume.allocate(storage.value(), 0)).text());
    hardware.put("boot", "order=" + NodeTarget.SYSTEM_DISK);
    return new WantedConfiguration(hardware);
  }
}
