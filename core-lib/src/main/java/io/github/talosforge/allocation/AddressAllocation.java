package io.github.talosforge.allocation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Gives every node without DHCP an address in the node subnet. */
final class AddressAllocation {
  private static final String KEY = "address";

  private final SpecIndex index;
  private final Observations observations;
  private final Set<Ipv4Address> reserved;
  private final Consumer<Finding> findings;
  private final WrittenPlaces written;

  AddressAllocation(
      SpecIndex index,
      Observations observations,
      Set<Ipv4Address> taken,
      Consumer<Finding> findings) {
    this.index = index;
    this.observations = observations;
    Set<Ipv4Address> foreign = new HashSet<>(taken);
    foreign.removeAll(observations.ownAddresses());
    this.reserved = reserved(index.spec(), foreign);
    this.findings = findings;
    this.written = new WrittenPlaces(index);
  }

  Map<NodeName, Ipv4Address> allocate(Consumer<PinLine> pins) {
    List<NumberClaim> claims =
        index.nodes().values().stream()
            .filter(node -> !(node.address() instanceof AddressWish.Dhcp))
            .filter(
                node -> written.address(node).isPresent() || !observations.isHidden(node.name()))
            .map(this::claim)
            .toList();
    NumberOutcome outcome =
        new Numbering(ranges(), reserved.stream().map(Ipv4Address::toLong).toList())
            .serve(claims, index.starts(pool -> pool.firstAddress().map(Ipv4Address::toLong)));
    outcome.conflicts().forEach(claim -> findings.accept(taken(claim)));
    outcome.unserved().forEach(claim -> findings.accept(exhausted(claim)));
    outcome.chosenForSingles(index).stream()
        .map(node -> index.pin(node, KEY, address(outcome.number(node)).toString()))
        .forEach(pins);
    outcome
        .poolStarts()
        .forEach((pool, first) -> pins.accept(index.pinPool(pool, KEY, address(first).toString())));
    Map<NodeName, Ipv4Address> addresses = new TreeMap<>();
    outcome.grants().forEach((node, grant) -> addresses.put(node, address(grant.number())));
    return addresses;
  }

  /** A role's addresses end where the other's begin, so that neither grows into the other. */
  private Map<NodeRole, NumberRange> ranges() {
    CidrBlock block = index.spec().network().nodeCidr();
    long base = block.network().toLong();
    long end = block.broadcast().toLong() - (block.prefixLength() > 30 ? 0 : 1);
    Map<NodeRole, NumberRange> ranges = new EnumMap<>(NodeRole.class);
    for (NodeRole role : NodeRole.values()) {
      long first = base + index.spec().allocation().offset(role);
      long last = end;
      for (NodeRole other : NodeRole.values()) {
        long next = base + index.spec().allocation().offset(other);
        last = next > first ? Math.min(last, next - 1) : last;
      }
      ranges.put(role, new NumberRange(first, last));
    }
    return ranges;
  }

  /** What in the subnet is no node's: its ends, the gateway, the VIP and the servers named. */
  private static Set<Ipv4Address> reserved(ClusterSpec spec, Set<Ipv4Address> taken) {
    NetworkSpec network = spec.network();
    Set<Ipv4Address> reserved = new HashSet<>(taken);
    if (network.nodeCidr().prefixLength() <= 30) {
      reserved.add(network.nodeCidr().network());
      reserved.add(network.nodeCidr().broadcast());
    }
    network.gateway().ifPresent(reserved::add);
    network.vip().ifPresent(reserved::add);
    network.dnsServers().forEach(server -> parse(server).ifPresent(reserved::add));
    network.ntpServers().forEach(server -> parse(server).ifPresent(reserved::add));
    for (URI api : spec.proxmox().apiUrls()) {
      Optional.ofNullable(api.getHost()).flatMap(AddressAllocation::parse).ifPresent(reserved::add);
    }
    return reserved;
  }

  private static Optional<Ipv4Address> parse(String text) {
    try {
      return Optional.of(Ipv4Address.of(text));
    } catch (InvalidValueException e) {
      return Optional.empty();
    }
  }

  private NumberClaim claim(NodeSpec node) {
    Optional<Long> pinned = written.address(node).map(Ipv4Address::toLong);
    Optional<Ipv4Address> observed =
        observations.of(node.name()).flatMap(ObservedVm::address).filter(a -> keepable(node, a));
    return new NumberClaim(
        node.name(),
        node.role(),
        node.pool(),
        pinned.map(OptionalLong::of).orElse(OptionalLong.empty()),
        observed.map(a -> OptionalLong.of(a.toLong())).orElse(OptionalLong.empty()),
        false);
  }

  /** A control plane may report the shared address, which it holds for a while, as its own. */
  private boolean keepable(NodeSpec node, Ipv4Address observed) {
    CidrBlock subnet = index.spec().network().nodeCidr();
    if (written.address(node).isPresent()
        || index.spec().network().vip().filter(observed::equals).isPresent()) {
      return false;
    }
    if (subnet.isHost(observed)) {
      return true;
    }
    findings.accept(
        AllocationFinding.OBSERVED_ADDRESS_OUTSIDE.at(
            node.provenance().nearest(KEY),
            "Node "
                + node.name()
                + " has the address "
                + observed
                + ", which is not in "
                + subnet
                + ".",
            "Give the node an address of the subnet, or correct node_cidr."));
    return false;
  }

  private Finding taken(NumberClaim claim) {
    long number = claim.pinned().orElseGet(() -> claim.observed().orElseThrow());
    return AllocationFinding.ADDRESS_TAKEN.at(
        index.location(claim.node(), KEY),
        "Node "
            + claim.node()
            + " cannot have the address "
            + address(number)
            + ": it belongs to "
            + holder(address(number))
            + ".",
        "Choose another address, or leave it out to get the next free one.");
  }

  private String holder(Ipv4Address address) {
    NetworkSpec network = index.spec().network();
    if (network.gateway().filter(address::equals).isPresent()) {
      return "the gateway";
    }
    if (network.vip().filter(address::equals).isPresent()) {
      return "the control planes together";
    }
    return reserved.contains(address) ? "something else" : "another node of this cluster";
  }

  private Finding exhausted(NumberClaim claim) {
    return AllocationFinding.ADDRESSES_EXHAUSTED.at(
        index.location(claim.node(), KEY),
        "No address is left for "
            + claim.role().label()
            + " "
            + claim.node()
            + " in "
            + index.spec().network().nodeCidr()
            + " from offset "
            + index.spec().allocation().offset(claim.role())
            + " on.",
        "Change node_ip_offsets, widen node_cidr, or give the node an address.");
  }

  private static Ipv4Address address(long number) {
    return new Ipv4Address((int) number);
  }
}
