package io.github.talosforge.apply;

import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.CreateVm.Source;
import io.github.talosforge.plan.FetchImage.Content;
import io.github.talosforge.plan.TalosImage;
import io.github.talosforge.plan.TemplateClaim;
import io.github.talosforge.plan.TemplateRef;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.NewVm;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.property.Volume;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the VM of a node: the clone or create call, and whatever it takes to know how that ended.
 */
final class VmMaking {
  private static final int ATTEMPTS = 3;

  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;
  private final Map<ChangeId, VmId> built;
  private final Set<PoolName> pools = new HashSet<>();

  /**
   * Prepares to make VMs.
   *
   * @param built the ids that templates of this run really got
   */
  VmMaking(ProxmoxClient client, Tasks tasks, VmGuard guard, Map<ChangeId, VmId> built) {
    this.client = client;
    this.tasks = tasks;
    this.guard = guard;
    this.built = built;
  }

  /** Makes the VM unless it is there already, and waits until it is whole. */
  void make(CreateVm change) {
    if (change.source() instanceof Source.Nothing nothing) {
      refuseFoundVolumes(change, nothing);
    }
    change.pool().ifPresent(this::ensure);
    for (int attempt = 1; !made(change, attempt == ATTEMPTS); attempt++) {
      // Nothing happened, so the call is repeated.
    }
  }

  /**
   * Refuses to make a data VM around volumes that are there before it. While the plan was made
   * there were none; if the VM is there meanwhile, another run made it and them.
   */
  private void refuseFoundVolumes(CreateVm change, Source.Nothing source) {
    NodeVm node = change.vm();
    List<String> there =
        source.storages().stream()
            .map(storage -> client.storage(node.host().value(), storage.value()))
            .flatMap(storage -> storage.contentOf(node.vmId().value()).stream())
            .map(StoredVolume::id)
            .toList();
    if (!there.isEmpty() && guard.read(node.host().value(), node).isEmpty()) {
      throw new ChangeFailedException(
          "Volumes with the id "
              + node.vmId()
              + " of "
              + node.subject()
              + " came to be meanwhile, so it was not made: "
              + String.join(", ", there)
              + "\nPlan again.");
    }
  }

  /** Tells whether the VM is there; false says that the call certainly did nothing. */
  private boolean made(CreateVm change, boolean last) {
    try {
      tasks.run(change, () -> call(change));
      return true;
    } catch (ProxmoxException e) {
      boolean perhapsOurs =
          e.kind() == ErrorKind.ALREADY_EXISTS
              || e.kind() == ErrorKind.TASK_LOST
              || e.outcomeUnknown();
      if (!perhapsOurs) {
        throw e;
      }
      if (settled(change)) {
        return true;
      }
      if (last || e.kind() == ErrorKind.ALREADY_EXISTS) {
        throw taken(change.vm(), e);
      }
      return false;
    }
  }

  private TaskHandle call(CreateVm change) {
    return change.source().accept(new Call(change));
  }

  /** The call that makes a VM. */
  private final class Call implements Source.Visitor<TaskHandle> {
    private final CreateVm change;

    Call(CreateVm change) {
      this.change = change;
    }

    @Override
    public TaskHandle visit(Source.Clone clone) {
      Vm template = client.vm(clone.template().host().value(), template(clone).value());
      refuseAnother(clone.template(), template);
      return template.cloneTo(cloneOf(change, clone));
    }

    @Override
    public TaskHandle visit(Source.Import disk) {
      return from(file(disk.image(), Content.IMPORT, disk.imageStorage()));
    }

    @Override
    public TaskHandle visit(Source.Iso iso) {
      return from(file(iso.image(), Content.ISO, iso.imageStorage()));
    }

    private TaskHandle from(Volume file) {
      return create(change, change.creationFrom(file));
    }

    @Override
    public TaskHandle visit(Source.Nothing nothing) {
      return create(change, change.creation().values());
    }

    @Override
    public TaskHandle visit(Source.Made made) {
      throw new IllegalArgumentException(change.vm().label() + " is made already");
    }
  }

  private TaskHandle create(CreateVm change, Map<String, String> settings) {
    NodeVm node = change.vm();
    NewVm vm =
        new NewVm(
            node.vmId().value(), settings, change.pool().map(PoolName::value), Optional.empty());
    return client
        .host(node.host().value())
        .create(vm.with("name", node.name()).with("description", change.description()));
  }

  /** Whoever replaces it meanwhile, or gives it a disk, would have that copied into the node. */
  private static void refuseAnother(TemplateRef planned, Vm template) {
    GuestConfiguration live = GuestConfiguration.of(template.pending());
    boolean same =
        planned.builtBy().isPresent()
            ? TemplateClaim.of(VmId.of(template.id()), live)
                .filter(TemplateClaim::finished)
                .filter(TemplateClaim::isProven)
                .filter(claim -> claim.marks().name().equals(planned.name()))
                .isPresent()
            : planned.digest().filter(seen -> !seen.equals(live.digest())).isEmpty();
    if (!same) {
      throw new ChangeFailedException(
          "VM "
              + template.id()
              + " on "
              + template.host()
              + " is not the template '"
              + planned.name()
              + "' any more, or somebody changed it, so nothing was cloned from it.\n"
              + "Look at it, then plan again.");
    }
  }

  private static Volume file(TalosImage image, Content content, StorageName storage) {
    return Volume.parse(new ImageFile(image, content).volume(storage));
  }

  private VmId template(Source.Clone clone) {
    VmId planned = clone.template().vmId();
    return clone
        .template()
        .builtBy()
        .map(change -> built.getOrDefault(change, planned))
        .orElse(planned);
  }

  private static VmClone cloneOf(CreateVm change, Source.Clone source) {
    NodeVm node = change.vm();
    int id = node.vmId().value();
    boolean elsewhere = !source.template().host().equals(node.host());
    return new VmClone(
        id,
        source.mode() == CloneMode.FULL,
        Optional.of(node.node().value()),
        Optional.of(change.description()),
        change.pool().map(PoolName::value),
        source.storage().map(Object::toString),
        Optional.empty(),
        elsewhere ? Optional.of(node.host().value()) : Optional.empty());
  }

  /**
   * Looks what became of a call whose outcome is unknown, or who has the id: a task that still
   * works on it is awaited, then the VM itself is asked.
   */
  private boolean settled(CreateVm change) {
    NodeVm node = change.vm();
    tasks.awaitRunning(change, taskHost(change), task -> makes(task, change));
    return guard
        .read(node.host().value(), node)
        .filter(found -> VmGuard.isBegun(node, found))
        .isPresent();
  }

  private static String taskHost(CreateVm change) {
    return change.source() instanceof Source.Clone clone
        ? clone.template().host().value()
        : change.vm().host().value();
  }

  /** A clone's task carries the id of its source, a creation's that of the new VM. */
  private boolean makes(TaskSummary task, CreateVm change) {
    String type = task.upid().type();
    if (change.source() instanceof Source.Clone clone) {
      return type.equals("qmclone") && task.upid().id().equals(template(clone).toString());
    }
    return type.equals("qmcreate") && task.upid().id().equals(change.vm().vmId().toString());
  }

  private ChangeFailedException taken(NodeVm node, ProxmoxException cause) {
    String holder =
        guard
            .holder(node)
            .map(guest -> " by '" + guest.name().orElse("?") + "' on " + host(guest))
            .orElse("");
    return new ChangeFailedException(
        "The id "
            + node.vmId()
            + " of "
            + node.subject()
            + " was taken meanwhile"
            + holder
            + ": "
            + cause.serverMessage()
            + "\nPlan again: another id is chosen, unless vm_id pins it.");
  }

  private static String host(ClusterResource guest) {
    return guest.host().orElse("an unknown host");
  }

  private void ensure(PoolName pool) {
    synchronized (pools) {
      if (!pools.contains(pool)) {
        if (client.pools().find(pool.value()).isEmpty()) {
          client.pools().create(pool.value(), "Made by Talosforge");
        }
        pools.add(pool);
      }
    }
  }
}
