package io.github.talosforge;

import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.DataInSight;
import io.github.talosforge.observe.ImageStock;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.OwnedVolumes;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.observe.StockReader;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.AdoptionPlanner;
import io.github.talosforge.plan.CleaningPlanner;
import io.github.talosforge.plan.DestroyPlanner;
import io.github.talosforge.plan.LeftoverPlanner;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.plan.VolumeDestroyPlanner;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.Preflight;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the plans of a session for a cluster that has a uid.
 *
 * @param spec the cluster as its files describe it
 * @param uid the cluster's uid
 * @param connection how to reach Proxmox
 * @param client the connection itself
 */
record SessionPlans(
    ClusterSpec spec, ClusterUid uid, ProxmoxConnection connection, ProxmoxClient client) {
  /** The newest template of each schematic and host is not left over: the next node needs it. */
  private static final int KEPT = 1;

  /** The only plan of a cluster without a uid: to get one. */
  static Plan withoutUid(ClusterSpec spec) {
    return Planner.withoutUid(spec, Planner.freshUid(new SecureRandom()));
  }

  Plan nodes(ObservedCluster observed, NodeSelection selection, boolean allowRestarts) {
    return checked(new Planner().plan(request(observed, selection, allowRestarts)), observed);
  }

  Plan rebuild(ObservedCluster observed, NodeSelection selection, boolean liftProtection) {
    return checked(
        new Planner().rebuild(request(observed, selection, false), liftProtection), observed);
  }

  Plan destruction(
      ObservedCluster observed, NodeSelection selection, boolean liftProtection, boolean withData) {
    DestroyPlanner planner = new DestroyPlanner(spec, observed, Ownership.of(spec, uid));
    Plan vms =
        withData
            ? planner.planWithData(
                selection, liftProtection, DataInSight.of(client, observed, planner.dataVms()))
            : planner.plan(selection, liftProtection);
    DiscsInSight discs = new DiscsInSight(spec, uid, client, observed);
    return checked(vms.withDiscsRemoved(discs.removals(vms, selection)), observed);
  }

  Plan volumeDestruction(ObservedCluster observed, NodeSelection selection, String volume) {
    OwnedVolumes owned = new OwnedVolumes(client, observed);
    VolumeDestroyPlanner planner =
        new VolumeDestroyPlanner(
            request(observed, selection, false),
            dataVm -> owned.of(Set.of(dataVm)).getOrDefault(dataVm, Set.of()),
            () -> AttachedVolumes.readWithSnapshots(client, observed));
    return checked(planner.plan(volume), observed);
  }

  Plan templateCleaning(ObservedCluster observed, int keep, boolean images) {
    CleaningPlanner planner =
        new CleaningPlanner(request(observed, NodeSelection.all(), false), keep);
    ImageStock stock =
        new StockReader(client, observed)
            .read(
                CleaningPlanner.candidates(observed),
                images ? Optional.of(spec.proxmox().imageStorage()) : Optional.empty());
    return checked(planner.plan(stock), observed);
  }

  Plan leftovers(ObservedCluster observed) {
    PlanRequest request = request(observed, NodeSelection.all(), false);
    StockReader reader = new StockReader(client, observed);
    ImageStock stock =
        reader.read(
            CleaningPlanner.candidates(observed), Optional.of(spec.proxmox().imageStorage()));
    Plan cleaning = new CleaningPlanner(request, KEPT).plan(stock);
    Plan left =
        new LeftoverPlanner(request, reader::attached)
            .plan(
                cleaning,
                reader.volumes(storages()),
                reader.builds(LeftoverPlanner.builds(observed)),
                Instant.now());
    return checked(new DiscsInSight(spec, uid, client, observed).withLeftovers(left), observed);
  }

  /** All storages that the files name for disks, the nodes' own and those of data VMs. */
  private Set<StorageName> storages() {
    Set<StorageName> storages = new TreeSet<>();
    storages.add(spec.proxmox().templateStorage());
    for (NodeSpec node : spec.nodes()) {
      VmSpec vm = node.vm();
      storages.add(vm.systemDisk().storage());
      vm.extraDisks().forEach(disk -> storages.add(disk.storage()));
      storages.add(vm.firmware().efiStorage());
      storages.add(vm.cloudInitStorage());
      node.volumes().volumes().forEach(volume -> volume.storage().ifPresent(storages::add));
    }
    return storages;
  }

  Adoption adoption(ObservedCluster observed, Map<String, NodeName> wishes) {
    List<String> nodes = wishes.values().stream().map(NodeName::value).toList();
    NodeSelection adopted = new NodeSelection(nodes, List.of());
    Adoption adoption =
        new AdoptionPlanner(spec, Ownership.of(spec, uid), observed)
            .plan(wishes, then -> new Planner().plan(request(then, adopted, false)));
    return new Adoption(checked(adoption.marks(), observed), adoption.later());
  }

  private PlanRequest request(
      ObservedCluster observed, NodeSelection selection, boolean allowRestarts) {
    return PlanRequest.of(spec, uid, observed, SessionPlans::schematicId, selection, allowRestarts);
  }

  private static SchematicId schematicId(ImageSpec image) {
    return image.schematicId().orElseGet(() -> Schematic.of(image.schematic()).id());
  }

  /** Looks whether a plan can be carried out, unless it has nothing to do or must not be. */
  private Plan checked(Plan plan, ObservedCluster observed) {
    if (plan.isEmpty() || plan.isBlocked()) {
      return plan;
    }
    Preflight preflight =
        new Preflight(
            client,
            connection.dialer(),
            Account.of(connection.credentials()),
            address -> factory(connection, address));
    return plan.withFindings(preflight.check(plan, observed, spec));
  }

  static ImageFactory factory(ProxmoxConnection connection, URI address) {
    return new HttpImageFactory(address, connection.dialer());
  }
}
