package io.github.talosforge.observe;

import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.Tag;
import io.github.talosforge.observe.Claim.State;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.Smbios;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Tells whose a guest is. No single mark suffices: ids are reused, names are given twice, and a
 * copy made by hand has the tags and the description of its original.
 */
public final class Ownership {
  /** The tag of every template that was built here; templates belong to no cluster. */
  public static final Tag TEMPLATE = Tag.of("talosforge-template");

  private static final Set<String> MAKING = Set.of("clone", "create", "destroyed");

  private final ClusterName cluster;
  private final ClusterUid uid;
  private final BiFunction<NodeName, NodePart, SmbiosUuid> uuids;
  private final Set<NodeName> listed = new HashSet<>();
  private final Map<String, Who> known = new HashMap<>();
  private final GivenIds ids;

  /** A VM that a node has. */
  private record Who(NodeName node, NodePart part) {}

  /**
   * Tells what belongs to one cluster.
   *
   * @param cluster the cluster's name
   * @param uid the cluster's uid
   * @param uuids the UUIDs of a node's VMs, whether or not the files name it
   * @param nodes the nodes that the files name
   */
  public Ownership(
      ClusterName cluster,
      ClusterUid uid,
      BiFunction<NodeName, NodePart, SmbiosUuid> uuids,
      Collection<NodeName> nodes) {
    this(cluster, uid, uuids, nodes, GivenIds.ANY);
  }

  private Ownership(
      ClusterName cluster,
      ClusterUid uid,
      BiFunction<NodeName, NodePart, SmbiosUuid> uuids,
      Collection<NodeName> nodes,
      GivenIds ids) {
    this.ids = ids;
    this.cluster = cluster;
    this.uid = uid;
    this.uuids = uuids;
    listed.addAll(nodes);
    for (NodeName node : nodes) {
      for (NodePart part : NodePart.values()) {
        known.put(uuids.apply(node, part).toString(), new Who(node, part));
      }
    }
  }

  /** Tells what belongs to a cluster. */
  public static Ownership of(ClusterSpec spec, ClusterUid uid) {
    return new Ownership(
        spec.name(),
        uid,
        derived(uid),
        spec.nodes().stream().map(NodeSpec::name).toList(),
        GivenIds.of(spec));
  }

  /** Tells what belongs to one node, for whoever is about to write to its VM. */
  public static Ownership of(NodeIdentity identity) {
    return new Ownership(
        identity.cluster(), identity.uid(), derived(identity.uid()), List.of(identity.node()));
  }

  private static BiFunction<NodeName, NodePart, SmbiosUuid> derived(ClusterUid uid) {
    DerivedIdentity identity = DerivedIdentity.of(uid);
    return (node, part) -> part == NodePart.DATA ? identity.dataUuid(node) : identity.uuid(node);
  }

  /** Returns what a node's VM must show. */
  public NodeIdentity identity(NodeName node) {
    return identity(node, NodePart.SYSTEM);
  }

  /** Returns what one of a node's VMs must show. */
  public NodeIdentity identity(NodeName node, NodePart part) {
    return new NodeIdentity(cluster, uid, node, part, uuids.apply(node, part));
  }

  /**
   * Tells whose a guest is.
   *
   * @param guest the guest, with its configuration if that could be read
   * @param hostOnline whether its host answers
   */
  public Claim claim(ObservedGuest guest, boolean hostOnline) {
    if (guest.kind() != ObservedGuest.Kind.VM) {
      return Claim.of(guest, State.FOREIGN);
    }
    if (guest.configuration().isEmpty()) {
      return unread(guest, hostOnline);
    }
    Optional<Marker> ofAnother = marker(guest).filter(mark -> mark.isOfAnother(guest.id()));
    if (ofAnother.isPresent()) {
      return Claim.of(guest, State.COPY, ofAnother.get().node(), ofAnother.get().part());
    }
    Optional<Who> byUuid = byUuid(guest);
    if (byUuid.isPresent()) {
      return withUuid(guest, byUuid.get());
    }
    return withoutUuid(guest);
  }

  private Claim unread(ObservedGuest guest, boolean hostOnline) {
    if (!hostOnline && isTagged(guest)) {
      Optional<Who> named =
          byName(guest.name())
              .filter(who -> who.part() == NodePart.SYSTEM || listed.contains(who.node()))
              .findFirst();
      return new Claim(
          guest,
          State.UNREACHABLE,
          named.map(Who::node),
          named.map(Who::part).orElse(NodePart.SYSTEM));
    }
    return Claim.of(guest, isFaceless(guest) ? State.BEING_MADE : State.FOREIGN);
  }

  private Claim withUuid(ObservedGuest guest, Who who) {
    if (isTagged(guest)) {
      boolean named = guest.currentName().equals(who.part().vmName(who.node()));
      State own = isUnderItsId(guest, who) ? State.OURS : State.UNPROVEN;
      return Claim.of(guest, named ? own : State.RENAMED, who.node(), who.part());
    }
    boolean ofAnother = tags(guest).contains(NodeIdentity.OURS.value());
    State untagged = isBrokenOff(guest, who) ? begun(guest) : State.TAGS_LOST;
    return Claim.of(guest, ofAnother ? State.OTHER_CLUSTER_NAME : untagged, who.node(), who.part());
  }

  /**
   * A backup under another id has all marks of its original; only the first line tells them apart.
   */
  private boolean isUnderItsId(ObservedGuest guest, Who who) {
    return marker(guest).filter(mark -> mark.isOf(guest.id())).isPresent()
        || ids.include(who.node(), who.part(), guest.id());
  }

  /**
   * Tells whether the call that marks a new VM broke off: Proxmox VE writes key by key what is to
   * be changed, and only then lets all of it take effect. Such a VM never ran; one that runs was
   * adopted, and somebody took its tags away.
   */
  private boolean isBrokenOff(ObservedGuest guest, Who who) {
    boolean inForce =
        guest.configuration().map(GuestConfiguration::current).flatMap(Ownership::uuidIn).stream()
            .anyMatch(uuids.apply(who.node(), who.part()).toString()::equals);
    return !inForce
        && guest.power() != ObservedGuest.Power.RUNNING
        && guest.currentName().equals(who.part().vmName(who.node()))
        && marker(guest)
            .filter(marker -> marker.node().equals(who.node()) && marker.part() == who.part())
            .isPresent();
  }

  private Claim withoutUuid(ObservedGuest guest) {
    Optional<NodeName> marked = marker(guest).map(Marker::node);
    NodePart part = marker(guest).map(Marker::part).orElse(NodePart.SYSTEM);
    if (isBeingMade(guest) && (marked.isPresent() || isFaceless(guest))) {
      return new Claim(guest, State.BEING_MADE, marked, part);
    }
    if (isTagged(guest)) {
      return isOfAnotherCluster(guest)
          ? Claim.of(guest, State.FOREIGN)
          : new Claim(guest, State.COPY, marked, part);
    }
    if (marked.isEmpty()) {
      return Claim.of(guest, State.FOREIGN);
    }
    boolean named = guest.currentName().equals(part.vmName(marked.get()));
    return Claim.of(guest, named ? begun(guest) : State.COPY, marked.get(), part);
  }

  /** What was begun here names itself and never ran. */
  private State begun(ObservedGuest guest) {
    boolean proven =
        guest.power() != ObservedGuest.Power.RUNNING
            && marker(guest).filter(mark -> mark.isOf(guest.id())).isPresent();
    return proven ? State.UNFINISHED : State.UNPROVEN;
  }

  /** Tells whether a guest shows nothing of what it will be, as while it is cloned or created. */
  private static boolean isFaceless(ObservedGuest guest) {
    String name = guest.currentName();
    return isBeingMade(guest) && (name.isEmpty() || name.equals("VM " + guest.id()));
  }

  private static boolean isBeingMade(ObservedGuest guest) {
    return guest.currentLock().filter(MAKING::contains).isPresent();
  }

  private boolean isTagged(ObservedGuest guest) {
    Set<String> tags = tags(guest);
    return tags.contains(NodeIdentity.OURS.value())
        && tags.contains(NodeIdentity.tagOf(cluster).value());
  }

  private static Set<String> tags(ObservedGuest guest) {
    return guest.currentTags();
  }

  /** Tells whether a guest says itself that it is of another cluster, whatever that is called. */
  boolean isOfAnotherCluster(ObservedGuest guest) {
    return description(guest)
        .flatMap(Marker::in)
        .filter(found -> !found.cluster().equals(uid))
        .isPresent();
  }

  private Optional<Marker> marker(ObservedGuest guest) {
    return description(guest).flatMap(Marker::in).filter(found -> found.cluster().equals(uid));
  }

  private static Optional<String> description(ObservedGuest guest) {
    return guest.configuration().flatMap(values -> values.get("description"));
  }

  private Optional<Who> byUuid(ObservedGuest guest) {
    return uuids(guest).flatMap(uuid -> byUuid(guest, uuid)).findFirst();
  }

  private Stream<Who> byUuid(ObservedGuest guest, String uuid) {
    return Stream.of(
            Optional.ofNullable(known.get(uuid)).stream(),
            byName(guest.currentName()),
            marker(guest).map(marker -> new Who(marker.node(), marker.part())).stream())
        .flatMap(Function.identity())
        .filter(who -> uuid.equals(uuids.apply(who.node(), who.part()).toString()));
  }

  /**
   * A running VM that was adopted gets its UUID with the next stop and start; it has it in mind.
   */
  private static Stream<String> uuids(ObservedGuest guest) {
    return guest.configuration().stream()
        .flatMap(values -> Stream.of(values.current(), values.pending()))
        .flatMap(values -> uuidIn(values).stream());
  }

  private static Optional<String> uuidIn(Map<String, String> values) {
    return Optional.ofNullable(values.get("smbios1")).flatMap(Ownership::uuidOf);
  }

  /** A name can be a node's, or that of the VM which keeps another node's data. */
  private Stream<Who> byName(String name) {
    Stream<Who> data =
        NodePart.dataOf(name).flatMap(Ownership::nodeName).stream()
            .map(node -> new Who(node, NodePart.DATA));
    Stream<Who> system = nodeName(name).stream().map(node -> new Who(node, NodePart.SYSTEM));
    boolean node = nodeName(name).filter(listed::contains).isPresent();
    return node ? Stream.concat(system, data) : Stream.concat(data, system);
  }

  private static Optional<String> uuidOf(String smbios) {
    try {
      return Smbios.parse(smbios).uuid();
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<NodeName> nodeName(String text) {
    try {
      return Optional.of(NodeName.of(text));
    } catch (InvalidValueException notOurs) {
      return Optional.empty();
    }
  }

  /** Returns the cluster's uid. */
  public ClusterUid uid() {
    return uid;
  }

  /** Returns the tag that every VM of the cluster has. */
  public Tag tag() {
    return NodeIdentity.tagOf(cluster);
  }
}
