package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** How the VM of a node is made. */
final class Creation {
  /**
   * A create call must not carry tags: newer releases check them without the pool's rights. Nor
   * does it carry the UUID: a VM that has one without the other is one whose tags were taken away.
   */
  static final Set<String> NOT_AT_ONCE = Set.of("tags", "smbios1", "name", "description");

  private final PlanRequest request;
  private final ImageLedger ledger;
  private final TemplateChoice templates;

  Creation(PlanRequest request, ImageLedger ledger, Draft draft) {
    this.request = request;
    this.ledger = ledger;
    this.templates = new TemplateChoice(request, ledger, draft);
  }

  /** Returns the change that makes a VM; empty when that is impossible, which is reported. */
  Optional<CreateVm> make(NodeTarget target, NodeVm vm, Set<ChangeId> before) {
    return source(target, vm.host()).map(source -> change(target, vm, source, before));
  }

  /** Returns the change that finishes a VM whose making was interrupted. */
  CreateVm finish(NodeTarget target, NodeVm vm, Set<ChangeId> before) {
    return change(target, vm, new CreateVm.Source.Made(), before);
  }

  private Optional<CreateVm.Source> source(NodeTarget target, HostName host) {
    StorageName storage = request.spec().proxmox().imageStorage();
    return switch (target.spec().image().provision()) {
      case CLONE -> templates.source(target, host);
      case IMPORT -> {
        TalosImage image = ledger.image(target.spec().image());
        ChangeId fetched = ledger.fetch(image, host, FetchImage.Content.IMPORT);
        yield Optional.of(
            new CreateVm.Source.Import(image, storage, fetched, NodeTarget.SYSTEM_DISK));
      }
      case ISO -> {
        TalosImage image = ledger.image(target.spec().image());
        ChangeId fetched = ledger.fetch(image, host, FetchImage.Content.ISO);
        yield Optional.of(new CreateVm.Source.Iso(image, storage, fetched, NodeTarget.CD_DRIVE));
      }
    };
  }

  private static CreateVm change(
      NodeTarget target, NodeVm vm, CreateVm.Source source, Set<ChangeId> earlier) {
    WantedConfiguration wanted = Marks.onNew(target, vm);
    boolean created =
        source instanceof CreateVm.Source.Import || source instanceof CreateVm.Source.Iso;
    return new CreateVm(
        ChangeId.of("create", vm.node()),
        vm,
        source,
        wanted.values().getOrDefault("description", ""),
        created ? wanted.without(NOT_AT_ONCE) : WantedConfiguration.nothing(),
        wanted,
        target.sizes(),
        target.spec().vm().marks().pool(),
        target.spec().image().delivery() == Delivery.API,
        dependencies(source, earlier));
  }

  private static Set<ChangeId> dependencies(CreateVm.Source source, Set<ChangeId> earlier) {
    Set<ChangeId> before = new LinkedHashSet<>(earlier);
    source.accept(new Preparation()).ifPresent(before::add);
    return before;
  }

  /** The change that prepares what a VM is made from. */
  private static final class Preparation implements CreateVm.Source.Visitor<Optional<ChangeId>> {
    @Override
    public Optional<ChangeId> visit(CreateVm.Source.Clone clone) {
      return clone.template().builtBy();
    }

    @Override
    public Optional<ChangeId> visit(CreateVm.Source.Import disk) {
      return Optional.of(disk.fetchedBy());
    }

    @Override
    public Optional<ChangeId> visit(CreateVm.Source.Iso iso) {
      return Optional.of(iso.fetchedBy());
    }

    @Override
    public Optional<ChangeId> visit(CreateVm.Source.Nothing nothing) {
      return Optional.empty();
    }

    @Override
    public Optional<ChangeId> visit(CreateVm.Source.Made made) {
      return Optional.empty();
    }
  }
}
