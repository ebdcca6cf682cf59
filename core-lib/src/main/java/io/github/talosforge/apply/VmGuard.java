package io.github.talosforge.apply;

import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.Claim.State;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.Marker;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.ResourceSort;
import io.github.talosforge.proxmox.Vm;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Finds the VM of a node and lets nobody touch it unless it shows the node's marks. Between a plan
 * and its changes a VM can move to another host, vanish, or be replaced by a stranger's.
 */
final class VmGuard {
  /**
   * A VM that has just been read.
   *
   * @param vm where calls go
   * @param configuration what it showed
   */
  record Found(Vm vm, GuestConfiguration configuration) {}

  private static final String GENERATION = "vmgenid";

  private final ProxmoxClient client;

  VmGuard(ProxmoxClient client) {
    this.client = client;
  }

  /** Returns the node's VM wherever it is now, or refuses. */
  Found finished(NodeVm node) {
    Found found = locate(node);
    if (!isFinished(node, found)) {
      throw stranger(node, found);
    }
    return found;
  }

  /** Returns the node's VM, finished or in the making, or refuses. */
  Found begun(NodeVm node) {
    Found found = locate(node);
    if (!isBegun(node, found)) {
      throw stranger(node, found);
    }
    return found;
  }

  /** Returns a VM of the node that was begun and never ran, or refuses. */
  Found unfinished(NodeVm node) {
    Found found = locate(node);
    if (claim(node, found).filter(state -> state == State.UNFINISHED).isEmpty()
        || found.vm().status().isRunning()) {
      throw stranger(node, found);
    }
    return found;
  }

  /** What a call that stops a VM looks at: it is the one that was found, as it was. */
  Look unchanged(NodeVm node, Found before) {
    return () -> {
      Found unused = again(node, before);
    };
  }

  /** What a call that destroys a VM looks at: that, and that nothing goes which nobody planned. */
  Look unchanged(DestroyVm end, Found before) {
    return () -> refuseIfAdded(end, again(end.vm(), before));
  }

  private Found again(NodeVm node, Found before) {
    Found now = read(before.vm().host(), node).orElseThrow(() -> gone(node));
    boolean asBefore = claim(node, now).equals(claim(node, before)) && isSameVm(before, now);
    if (!asBefore || !isBegun(node, now)) {
      throw stranger(node, now);
    }
    return now;
  }

  /** Proxmox removes with a VM all volumes that it names and owns. */
  static void refuseIfAdded(DestroyVm end, Found now) {
    Set<String> added = end.addedSince(now.configuration());
    if (!added.isEmpty()) {
      throw new ChangeFailedException(
          end.vm().label()
              + " was not destroyed: it has "
              + String.join(", ", added)
              + ", added since the plan was made.\nLook at it. Plan again if it may go too.");
    }
  }

  /** Each VM gets a generation id of its own when it is made, whoever makes it after whom. */
  private static boolean isSameVm(Found before, Found now) {
    return before.configuration().get(GENERATION).equals(now.configuration().get(GENERATION));
  }

  /** Proxmox frees a volume whoever else has it attached, so every VM is asked once more. */
  Look usedNowhereElse(NodeVm owner, String key, String volume, BooleanSupplier stopped) {
    return () -> refuseIfUsedElsewhere(AttachedVolumes.now(client, stopped), owner, key, volume);
  }

  private static void refuseIfUsedElsewhere(
      AttachedVolumes inUse, NodeVm owner, String key, String volume) {
    Set<String> others = inUse.others(volume, owner.vmId(), key);
    if (!others.isEmpty() || !inUse.certain()) {
      throw new ChangeFailedException(
          volume
              + " was not freed: "
              + (others.isEmpty()
                  ? "nobody can tell who else uses it, because not read were "
                      + inUse.unreadInWords()
                  : String.join(", ", others) + " names it")
              + ".\nPlan again.");
    }
  }

  /**
   * What a call that destroys a data VM looks at too: nobody else has come to use what it keeps.
   * What could not be asked was weighed when the plan was made.
   */
  Look keptForItselfAlone(DestroyVm end, BooleanSupplier stopped) {
    return () -> {
      AttachedVolumes inUse = AttachedVolumes.now(client, stopped);
      Set<String> others =
          end.volumes().stream()
              .flatMap(volume -> inUse.of(volume).stream())
              .filter(use -> !use.guest().id().equals(end.vm().vmId()))
              .map(use -> use.guest().label() + " as " + use.key())
              .collect(Collectors.toCollection(TreeSet::new));
      if (!others.isEmpty()) {
        throw new ChangeFailedException(
            end.vm().label()
                + " was not destroyed: others use what it keeps, "
                + String.join(", ", others)
                + ".\nTake it off them, or let the data VM stay, and plan again.");
      }
    };
  }

  /** Tells whether a guest has an id now, whoever owns it. */
  boolean isTaken(int id) {
    return client.cluster().resources().stream()
        .anyMatch(guest -> guest.vmId().equals(OptionalInt.of(id)));
  }

  private Found locate(NodeVm node) {
    return read(node.host().value(), node)
        .or(() -> whereabouts(node).flatMap(host -> read(host, node)))
        .orElseThrow(() -> gone(node));
  }

  private static ChangeFailedException gone(NodeVm node) {
    return new ChangeFailedException(
        node.label() + " of " + node.subject() + " is gone.\nPlan again.");
  }

  /** Reads a VM on one host. */
  Optional<Found> read(String host, NodeVm node) {
    Vm vm = client.vm(host, node.vmId().value());
    try {
      return Optional.of(new Found(vm, GuestConfiguration.of(vm.pending())));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Optional<String> whereabouts(NodeVm node) {
    return holder(node).flatMap(ClusterResource::host).filter(host -> !isHost(host, node.host()));
  }

  /** Returns whoever has the id now, in the whole cluster. */
  Optional<ClusterResource> holder(NodeVm node) {
    return client.cluster().resources(ResourceSort.VM).stream()
        .filter(guest -> guest.vmId().isPresent())
        .filter(guest -> guest.vmId().getAsInt() == node.vmId().value())
        .findFirst();
  }

  private static boolean isHost(String name, HostName host) {
    return host.value().equals(name);
  }

  /** Tells whether a VM is the node's and complete. */
  private static boolean isFinished(NodeVm node, Found found) {
    return claim(node, found).filter(state -> state == State.OURS).isPresent();
  }

  /** Tells whether a VM is the node's, complete or in the making. */
  static boolean isBegun(NodeVm node, Found found) {
    return claim(node, found)
        .filter(
            state ->
                switch (state) {
                  case OURS -> true;
                  case UNFINISHED -> !found.vm().status().isRunning();
                  case BEING_MADE -> isMarked(node, found);
                  default -> false;
                })
        .isPresent();
  }

  private static boolean isMarked(NodeVm node, Found found) {
    return found
        .configuration()
        .get("description")
        .flatMap(Marker::in)
        .filter(mark -> mark.isOf(node.vmId()))
        .isPresent();
  }

  private static Optional<State> claim(NodeVm node, Found found) {
    Claim claim =
        Ownership.of(node.identity())
            .claim(
                ObservedGuest.read(
                    node.vmId(), HostName.of(found.vm().host()), found.configuration()),
                true);
    return claim
        .node()
        .filter(node.node()::equals)
        .filter(owner -> claim.part() == node.identity().part())
        .map(owner -> claim.state());
  }

  private static ChangeFailedException stranger(NodeVm node, Found found) {
    String name = found.configuration().get("name").orElse("");
    return new ChangeFailedException(
        "VM "
            + node.vmId()
            + (name.isEmpty() ? "" : " '" + name + "'")
            + " does not show the marks of "
            + node.subject()
            + " any more, so it was not touched.\nLook at it, then plan again.");
  }
}
