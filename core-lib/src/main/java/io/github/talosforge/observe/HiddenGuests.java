package io.github.talosforge.observe;

import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.allocation.World;
import io.github.talosforge.allocation.WrittenPlaces;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim.State;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The VMs of hosts that are down. Proxmox VE still lists their ids and tags, but no names, and
 * nobody can read their marks: which node one is, if any, is its host's secret. A node that one of
 * them may be gets no second VM meanwhile.
 *
 * <p>A VM with the cluster's tags may be every node that is not seen, unless its id is that of one.
 * One with a template's tags may be a clone that nobody configured yet, and one without tags a VM
 * that was just made, where the files or the plan give a node its id.
 */
public final class HiddenGuests {
  private static final HiddenGuests NONE = new HiddenGuests(Map.of(), Set.of(), Set.of(), Set.of());

  private final Map<ObservedGuest, Set<VmOf>> perhaps;
  private final Set<ObservedGuest> byId;
  private final Set<NodeName> crowded;
  private final Set<NodeName> unplaced;

  /**
   * One of a node's VMs.
   *
   * @param node the node
   * @param part which of its VMs
   */
  public record VmOf(NodeName node, NodePart part) {}

  private HiddenGuests(
      Map<ObservedGuest, Set<VmOf>> perhaps,
      Set<ObservedGuest> byId,
      Set<NodeName> crowded,
      Set<NodeName> unplaced) {
    this.perhaps = perhaps;
    this.byId = byId;
    this.crowded = crowded;
    this.unplaced = unplaced;
  }

  /** Every VM is seen. */
  static HiddenGuests none() {
    return NONE;
  }

  /** Finds them in one look at the live system. */
  static HiddenGuests of(ClusterSpec spec, ObservedCluster observed, List<Claim> claims) {
    List<Claim> hidden =
        claims.stream().filter(claim -> isHidden(claim.guest(), observed)).toList();
    return hidden.isEmpty() ? NONE : new Search(spec, observed, claims, hidden).found();
  }

  private static boolean isHidden(ObservedGuest guest, ObservedCluster observed) {
    return guest.kind() == ObservedGuest.Kind.VM
        && guest.configuration().isEmpty()
        && !observed.isOnline(guest.host());
  }

  /** Tells whether a guest may be one of the VMs that the files ask for. */
  public boolean contains(ObservedGuest guest) {
    return perhaps.containsKey(guest);
  }

  /** Returns the VMs that a guest may be. */
  public Set<VmOf> of(ObservedGuest guest) {
    return perhaps.getOrDefault(guest, Set.of());
  }

  /** Returns the guests that may be one of a node's VMs. */
  public List<ObservedGuest> of(NodeName node) {
    return guests(vm -> vm.node().equals(node));
  }

  /** Returns the guests that may be one of a node's VMs. */
  public List<ObservedGuest> of(NodeName node, NodePart part) {
    return guests(new VmOf(node, part)::equals);
  }

  private List<ObservedGuest> guests(Predicate<VmOf> which) {
    return perhaps.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(which))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Returns the nodes that no guest can be, but that would get an address or an id next to nodes
   * whose own are not known, and so perhaps the same.
   */
  public Set<NodeName> crowded() {
    return crowded;
  }

  /** Tells whether a guest's name or id says which VM it is. */
  public boolean isCertain(ObservedGuest guest) {
    return isByItsId(guest) || !Search.isFaceless(guest);
  }

  /** Tells whether a guest has the id of a node's VM, so that the id is no stranger's. */
  boolean isByItsId(ObservedGuest guest) {
    return byId.contains(guest);
  }

  /** Returns the nodes for which nothing may be chosen now. */
  Set<NodeName> unplaced() {
    return unplaced;
  }

  private static final class Search {
    private final ClusterSpec spec;
    private final ObservedCluster observed;
    private final List<Claim> claims;
    private final List<Claim> hidden;
    private final WrittenPlaces written;
    private final Map<NodeName, NodeSpec> nodes = new LinkedHashMap<>();
    private final Map<VmOf, VmId> seen;
    private final Set<ObservedGuest> byId = new HashSet<>();

    Search(ClusterSpec spec, ObservedCluster observed, List<Claim> claims, List<Claim> hidden) {
      this.spec = spec;
      this.observed = observed;
      this.claims = claims;
      this.hidden = hidden;
      this.written = WrittenPlaces.of(spec);
      spec.nodes().forEach(node -> nodes.put(node.name(), node));
      this.seen =
          claims.stream()
              .filter(claim -> claim.guest().configuration().isPresent())
              .filter(claim -> claim.state() != State.COPY && claim.node().isPresent())
              .collect(
                  Collectors.toMap(
                      claim -> new VmOf(claim.node().orElseThrow(), claim.part()),
                      claim -> claim.guest().id(),
                      (one, two) -> one));
    }

    HiddenGuests found() {
      Map<VmOf, VmId> planned = planned();
      Map<ObservedGuest, Set<VmOf>> perhaps = new LinkedHashMap<>();
      for (Claim claim : hidden) {
        Set<VmOf> vms = candidates(claim, planned);
        if (!vms.isEmpty()) {
          perhaps.put(claim.guest(), vms);
        }
      }
      Set<NodeName> unseen =
          perhaps.values().stream()
              .flatMap(Set::stream)
              .filter(vm -> vm.part() == NodePart.SYSTEM)
              .map(VmOf::node)
              .collect(Collectors.toCollection(TreeSet::new));
      Set<NodeName> crowded = crowded(unseen);
      Set<NodeName> unplaced = new TreeSet<>(unseen);
      unplaced.addAll(crowded);
      return new HiddenGuests(perhaps, byId, crowded, unplaced);
    }

    private Set<VmOf> candidates(Claim claim, Map<VmOf, VmId> planned) {
      ObservedGuest guest = claim.guest();
      boolean ours = claim.state() == State.UNREACHABLE;
      if (!isFaceless(guest)) {
        Set<VmOf> named = unseen().filter(vm -> isCalled(guest, vm)).collect(Collectors.toSet());
        if (!named.isEmpty() || ours) {
          return named;
        }
      }
      Set<VmOf> known = withId(guest, this::known);
      if (!known.isEmpty()) {
        byId.add(guest);
        return known;
      }
      Set<VmOf> chosen = withId(guest, vm -> Optional.ofNullable(planned.get(vm)));
      if (ours) {
        chosen.addAll(unseen().filter(vm -> !hasCertainId(vm)).collect(Collectors.toSet()));
      } else if (guest.tags().contains(Ownership.TEMPLATE.value()) && isFaceless(guest)) {
        chosen.addAll(unseen().filter(vm -> isCloneOf(guest, vm)).collect(Collectors.toSet()));
      }
      return chosen;
    }

    private static boolean isFaceless(ObservedGuest guest) {
      return guest.name().isEmpty() || guest.name().equals("VM " + guest.id());
    }

    private static boolean isCalled(ObservedGuest guest, VmOf vm) {
      return vm.part().vmName(vm.node()).equals(guest.name());
    }

    private Set<VmOf> withId(ObservedGuest guest, Function<VmOf, Optional<VmId>> ids) {
      return unseen()
          .filter(vm -> ids.apply(vm).filter(guest.id()::equals).isPresent())
          .collect(Collectors.toCollection(HashSet::new));
    }

    private Stream<VmOf> unseen() {
      return nodes.values().stream()
          .flatMap(
              node ->
                  node.volumes().dataVm()
                      ? Stream.of(NodePart.values()).map(part -> new VmOf(node.name(), part))
                      : Stream.of(new VmOf(node.name(), NodePart.SYSTEM)))
          .filter(vm -> !seen.containsKey(vm));
    }

    /** Returns the id that a VM has if there is one: its node's other VM tells it, or the files. */
    private Optional<VmId> known(VmOf vm) {
      Optional<VmId> certain = certain(vm);
      Optional<VmId> system = Optional.ofNullable(nodes.get(vm.node())).flatMap(written::id);
      return certain.or(() -> vm.part() == NodePart.DATA ? system.flatMap(VmId::dataVm) : system);
    }

    private boolean hasCertainId(VmOf vm) {
      return certain(vm).isPresent();
    }

    private Optional<VmId> certain(VmOf vm) {
      if (vm.part() == NodePart.DATA) {
        return Optional.ofNullable(seen.get(new VmOf(vm.node(), NodePart.SYSTEM)))
            .flatMap(VmId::dataVm);
      }
      return Optional.ofNullable(seen.get(new VmOf(vm.node(), NodePart.DATA)))
          .flatMap(VmId::ofDataVm);
    }

    /** Files change, ids in them too: a clone may be any node that nobody sees. */
    private boolean isCloneOf(ObservedGuest guest, VmOf vm) {
      return vm.part() == NodePart.SYSTEM
          && !hasCertainId(vm)
          && !spec.allocation().templateIds().contains(guest.id());
    }

    /** The ids that the nodes would get if none of these guests were there. */
    private Map<VmOf, VmId> planned() {
      List<Claim> seenClaims = claims.stream().filter(claim -> !hidden.contains(claim)).toList();
      World seenOnly = LiveWorld.of(spec, observed, seenClaims, NONE);
      // An id does not depend on whether some host has room.
      World roomy =
          new World(
              List.of(),
              seenOnly.vms(),
              seenOnly.takenIds(),
              seenOnly.takenAddresses(),
              seenOnly.takenMacs());
      ClusterLayout layout = new Allocator().allocate(spec, roomy).layout();
      Map<VmOf, VmId> ids = new LinkedHashMap<>();
      for (NodeAssignment node : layout.assignments().values()) {
        ids.put(new VmOf(node.node(), NodePart.SYSTEM), node.vmId());
        node.dataVmId().ifPresent(id -> ids.put(new VmOf(node.node(), NodePart.DATA), id));
      }
      return ids;
    }

    private Set<NodeName> crowded(Set<NodeName> unseen) {
      List<NodeSpec> unknown =
          nodes.values().stream().filter(node -> unseen.contains(node.name())).toList();
      boolean addresses = unknown.stream().anyMatch(this::hasChosenAddress);
      Set<String> pools =
          unknown.stream()
              .filter(node -> written.id(node).isEmpty() || hasChosenAddress(node))
              .flatMap(node -> node.pool().stream())
              .map(PoolMember::pool)
              .collect(Collectors.toSet());
      return nodes.values().stream()
          .filter(node -> !unseen.contains(node.name()))
          .filter(node -> !seen.containsKey(new VmOf(node.name(), NodePart.SYSTEM)))
          .filter(
              node ->
                  (addresses && hasChosenAddress(node))
                      || node.pool().map(PoolMember::pool).filter(pools::contains).isPresent())
          .map(NodeSpec::name)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean hasChosenAddress(NodeSpec node) {
      return !(node.address() instanceof AddressWish.Dhcp) && written.address(node).isEmpty();
    }
  }

  /** Returns the hosts to bring back for some guests, in words. */
  public static String hosts(Collection<ObservedGuest> guests) {
    return guests.stream()
        .map(guest -> guest.host().value())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
