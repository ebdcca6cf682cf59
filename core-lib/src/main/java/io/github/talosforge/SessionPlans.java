package io.github.talosforge;

import io.github.talosforge.bootstrap.Joining;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.DataInSight;
import io.github.talosforge.observe.ImageStock;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.observe.OwnedVolumes;
import io.github.talosforge.observe.StockReader;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.AdoptionPlanner;
import io.github.talosforge.plan.CleaningPlanner;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyPlanner;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.LeftoverPlanner;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.SelectionReport;
import io.github.talosforge.plan.VolumeDestroyPlanner;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.Preflight;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.versions.RunningVersions;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes the plans of a session for a cluster that has a uid.
 *
 * @param spec the cluster as its files describe it
 * @param connection how to reach Proxmox
 * @param client the connection itself
 * @param lists where lists of the Image Factory are kept
 * @param machines says what the nodes run; asked only if VMs are made, empty if nobody can ask
 */
record SessionPlans(
    ClusterSpec spec,
    ProxmoxConnection connection,
    ProxmoxClient client,
    Optional<Path> lists,
    Supplier<Optional<Joining>> machines) {
  /** The newest template of each schematic and host is not left over: the next node needs it. */
  private static final int KEPT = 1;

  /** The only plan of a cluster without a uid: to get one. */
  static Plan withoutUid(ClusterSpec spec) {
    return Planner.withoutUid(spec, Planner.freshUid(new SecureRandom()));
  }

  Plan nodes(OwnedCluster owned, NodeSelection selection, boolean allowRestarts) {
    Planning planning =
        (cluster, chosen) ->
            new Planner().plan(request(owned.wanting(cluster), chosen, allowRestarts));
    Plan asFiles = planning.of(spec, selection);
    Set<NodeName> made = made(asFiles);
    Optional<Joining> running = made.isEmpty() ? Optional.empty() : machines.get();
    if (running.filter(found -> !found.isKnown()).isPresent()) {
      String why = running.get().obstacle();
      return checked(
          planning.of(spec, selection.without(made)).withFindings(withheld(made, why)),
          owned.observed());
    }
    return checked(
        running.map(found -> asRunning(found, planning, selection, made)).orElse(asFiles),
        owned.observed());
  }

  Plan rebuild(OwnedCluster owned, NodeSelection selection, boolean liftProtection) {
    Function<Optional<RunningVersions>, Planning> noting =
        ran ->
            (cluster, chosen) ->
                new Planner()
                    .rebuild(request(owned.wanting(cluster), chosen, false), liftProtection, ran);
    Plan asFiles = noting.apply(Optional.empty()).of(spec, selection);
    Set<NodeName> made = made(asFiles);
    Optional<Joining> running = made.isEmpty() ? Optional.empty() : machines.get();
    return checked(
        running
            .map(
                found ->
                    asRunning(found, noting.apply(ran(found, made)), selection, made)
                        .withFindings(NewNodes.rebuilt(found, made)))
            .orElse(asFiles),
        owned.observed());
  }

  /** What is guessed because nobody can be asked is not noted as what ran. */
  private Optional<RunningVersions> ran(Joining found, Set<NodeName> made) {
    return found.isKnown()
        ? new NewNodes(spec, found.versions()).ran(made.iterator().next())
        : Optional.empty();
  }

  private interface Planning {
    Plan of(ClusterSpec cluster, NodeSelection selection);
  }

  /** The nodes that get new disks; others are finished with those that they have. */
  private static Set<NodeName> made(Plan plan) {
    return plan.isBlocked()
        ? Set.of()
        : plan.changes(CreateVm.class).stream()
            .filter(change -> !(change.source() instanceof CreateVm.Source.Made))
            .map(change -> change.vm().node())
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private Plan asRunning(
      Joining found, Planning planning, NodeSelection selection, Set<NodeName> made) {
    NewNodes nodes = new NewNodes(spec, found.versions());
    return planning.of(nodes.spec(), selection).withFindings(nodes.findings(made));
  }

  private static FindingReport withheld(Set<NodeName> nodes, String why) {
    return FindingReport.of(
        List.of(
            PlanFinding.VERSIONS_UNREAD.finding(
                "No VM is made for " + NewNodes.names(nodes) + ": " + why,
                "Everything else is planned; bring a control plane back, then plan again.")));
  }

  Plan destruction(
      OwnedCluster owned,
      NodeSelection selection,
      boolean liftProtection,
      boolean withData,
      Supplier<JoinedNodes> joined) {
    DestroyPlanner planner = new DestroyPlanner(owned);
    Plan vms =
        withData
            ? planner.planWithData(
                selection,
                liftProtection,
                DataInSight.of(client, owned.observed(), planner.dataVms()))
            : planner.plan(selection, liftProtection);
    List<RemoveDisc> discs = new DiscsInSight(client, owned).removals(vms, selection);
    Set<NodeName> nodes = planner.nodes();
    discs.forEach(disc -> nodes.add(disc.file().node()));
    return checked(
        vms.withDiscsRemoved(discs)
            .withFindings(SelectionReport.ofRemoval(selection, nodes, joined)),
        owned.observed());
  }

  Plan volumeDestruction(OwnedCluster owned, NodeSelection selection, String volume) {
    ObservedCluster observed = owned.observed();
    OwnedVolumes stored = new OwnedVolumes(client, observed);
    VolumeDestroyPlanner planner =
        new VolumeDestroyPlanner(
            request(owned, selection, false),
            dataVm -> stored.of(Set.of(dataVm)).getOrDefault(dataVm, Set.of()),
            () -> AttachedVolumes.readWithSnapshots(client, observed));
    return checked(planner.plan(volume), observed);
  }

  Plan templateCleaning(OwnedCluster owned, int keep, boolean images) {
    ObservedCluster observed = owned.observed();
    ImageStock stock =
        new StockReader(client, observed)
            .read(
                CleaningPlanner.candidates(observed),
                images ? Optional.of(spec.proxmox().imageStorage()) : Optional.empty());
    return checked(cleaning(owned, stock, keep), observed);
  }

  private Plan cleaning(OwnedCluster owned, ImageStock stock, int keep) {
    PlanRequest request = request(owned, NodeSelection.all(), false);
    Plan asFiles = new CleaningPlanner(request, keep).plan(stock);
    Optional<Joining> running = keep == 0 || asFiles.isEmpty() ? Optional.empty() : machines.get();
    return running.map(found -> sparing(found, asFiles, request, stock, keep)).orElse(asFiles);
  }

  /** The next node is made of what runs; while nobody says what that is, it may be any. */
  private Plan sparing(
      Joining found, Plan asFiles, PlanRequest request, ImageStock stock, int keep) {
    if (found.isKnown()) {
      ClusterSpec next = new NewNodes(spec, found.versions()).spec();
      return new CleaningPlanner(request, keep)
          .sparing(request(request.owned().wanting(next), NodeSelection.all(), false))
          .plan(stock);
    }
    return CleaningPlanner.sparingAll(
        asFiles,
        PlanFinding.VERSIONS_UNREAD.finding(
            "Templates and images that nothing uses stay: " + found.unread() + ".",
            "The next node may be made of them. Clean again when a control plane answers;"
                + " --keep=0 removes them all the same."));
  }

  Plan leftovers(OwnedCluster owned) {
    ObservedCluster observed = owned.observed();
    PlanRequest request = request(owned, NodeSelection.all(), false);
    StockReader reader = new StockReader(client, observed);
    ImageStock stock =
        reader.read(
            CleaningPlanner.candidates(observed), Optional.of(spec.proxmox().imageStorage()));
    Plan cleaning = cleaning(owned, stock, KEPT);
    Plan left =
        new LeftoverPlanner(request, reader::attached)
            .plan(
                cleaning,
                reader.volumes(storages()),
                reader.builds(LeftoverPlanner.builds(observed)),
                Instant.now());
    return checked(new DiscsInSight(client, owned).withLeftovers(left), observed);
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

  Adoption adoption(OwnedCluster owned, Map<String, NodeName> wishes) {
    List<String> nodes = wishes.values().stream().map(NodeName::value).toList();
    NodeSelection adopted = new NodeSelection(nodes, List.of());
    Adoption adoption =
        new AdoptionPlanner(owned)
            .plan(wishes, then -> new Planner().plan(request(then, adopted, false)));
    return new Adoption(checked(adoption.marks(), owned.observed()), adoption.later());
  }

  private static PlanRequest request(
      OwnedCluster owned, NodeSelection selection, boolean allowRestarts) {
    return PlanRequest.of(owned, NewNodes::schematicId, selection, allowRestarts);
  }

  /** Looks whether a plan can be carried out, unless it has nothing to do or must not be. */
  private Plan checked(Plan plan, ObservedCluster observed) {
    if (plan.isEmpty() || plan.isBlocked()) {
      return plan.withFindings(Preflight.clocks(client));
    }
    Preflight preflight =
        new Preflight(
            client,
            connection.dialer(),
            Account.of(connection.credentials()),
            address -> new HttpImageFactory(address, connection.dialer(), lists));
    return plan.withFindings(preflight.check(plan, observed, spec));
  }

  /** Asks which versions of Talos there are; a factory that does not answer knows of none. */
  static Set<TalosVersion> published(ProxmoxConnection connection, URI address) {
    try (ImageFactory factory = factory(connection, address)) {
      return factory.versions();
    } catch (ImageFactoryException e) {
      return Set.of();
    }
  }

  static ImageFactory factory(ProxmoxConnection connection, URI address) {
    return new HttpImageFactory(address, connection.dialer());
  }
}
