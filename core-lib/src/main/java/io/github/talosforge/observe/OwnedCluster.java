package io.github.talosforge.observe;

import io.github.talosforge.allocation.Allocation;
import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Tag;
import io.github.talosforge.model.VmId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one look showed, and whose each guest is. All who plan, tell or clean up ask here, so that
 * one look has one answer; only who is about to write reads the VM once more and judges anew.
 */
public final class OwnedCluster {
  private final ClusterSpec files;
  private final ObservedCluster observed;
  private final Ownership ownership;
  private final Map<NodeName, NodeSpec> nodes = new LinkedHashMap<>();
  private final List<Claim> claims;
  private final Map<ObservedGuest, Claim> byGuest;
  private final HiddenGuests hidden;
  private final List<ObservedGuest> perhapsRenamed;
  private volatile @Nullable Allocation allocation;

  private OwnedCluster(
      ClusterSpec files,
      ObservedCluster observed,
      Ownership ownership,
      List<Claim> claims,
      Map<ObservedGuest, Claim> byGuest,
      HiddenGuests hidden,
      List<ObservedGuest> perhapsRenamed) {
    this.files = files;
    this.observed = observed;
    this.ownership = ownership;
    this.claims = claims;
    this.byGuest = byGuest;
    this.hidden = hidden;
    this.perhapsRenamed = perhapsRenamed;
    files.nodes().forEach(node -> nodes.putIfAbsent(node.name(), node));
  }

  /**
   * Judges every guest, once.
   *
   * @param files the cluster as its files describe it
   * @param observed what was seen
   * @throws IllegalArgumentException if the cluster has no uid, by which its VMs are told
   */
  public static OwnedCluster of(ClusterSpec files, ObservedCluster observed) {
    Ownership ownership =
        Ownership.of(
            files,
            files
                .uid()
                .orElseThrow(() -> new IllegalArgumentException("The cluster has no cluster_uid")));
    return judged(
        files,
        observed,
        ownership,
        guest -> ownership.claim(guest, observed.isOnline(guest.host())));
  }

  static OwnedCluster judged(
      ClusterSpec files,
      ObservedCluster observed,
      Ownership ownership,
      Function<ObservedGuest, Claim> judge) {
    List<Claim> claims = observed.guests().stream().map(judge).toList();
    Map<ObservedGuest, Claim> byGuest = new HashMap<>();
    claims.forEach(claim -> byGuest.put(claim.guest(), claim));
    return new OwnedCluster(
        files,
        observed,
        ownership,
        claims,
        byGuest,
        HiddenGuests.of(files, observed, claims),
        FormerName.hidden(ownership, observed, claims));
  }

  /**
   * Returns the same look for files that want other images and nothing else: whose a guest is does
   * not follow from those.
   *
   * @param other the files
   */
  public OwnedCluster wanting(ClusterSpec other) {
    if (!withImagesOf(files, other).equals(files)) {
      throw new IllegalArgumentException("Other files than of the look");
    }
    return new OwnedCluster(other, observed, ownership, claims, byGuest, hidden, perhapsRenamed);
  }

  private static ClusterSpec withImagesOf(ClusterSpec files, ClusterSpec other) {
    Map<NodeName, NodeSpec> images = new HashMap<>();
    files.nodes().forEach(node -> images.put(node.name(), node));
    return other
        .withTalos(files.talos().version())
        .withNodes(
            other.nodes().stream()
                .map(node -> node.withImage(images.getOrDefault(node.name(), node).image()))
                .toList());
  }

  /** Returns what a look would show if some guests were other ones. */
  public OwnedCluster with(Map<ObservedGuest, ObservedGuest> changed) {
    return of(
        files,
        new ObservedCluster(
            observed.version(),
            observed.permissions(),
            observed.hosts(),
            observed.storages(),
            observed.guests().stream().map(guest -> changed.getOrDefault(guest, guest)).toList(),
            observed.tasks(),
            observed.ha()));
  }

  /** Returns the cluster as its files describe it. */
  public ClusterSpec files() {
    return files;
  }

  /** Returns what was seen. */
  public ObservedCluster observed() {
    return observed;
  }

  /** Returns whose each guest is, in the order of the guests. */
  public List<Claim> claims() {
    return claims;
  }

  /** Returns whose a guest is that the look showed. */
  public Claim claim(ObservedGuest guest) {
    return Optional.ofNullable(byGuest.get(guest))
        .orElseThrow(() -> new IllegalArgumentException(guest.label() + " was not observed"));
  }

  /** Returns the VMs on hosts that are down, and which nodes they may be. */
  public HiddenGuests hidden() {
    return hidden;
  }

  /**
   * Returns the VMs on hosts that are down which may be this cluster's under a name that it no
   * longer has.
   */
  public List<ObservedGuest> perhapsRenamed() {
    return perhapsRenamed;
  }

  /** Lays the cluster out; for a node that may be out of sight nothing is chosen. */
  public Allocation allocation() {
    Allocation known = allocation;
    if (known == null) {
      known = new Allocator().allocate(files, LiveWorld.of(files, observed, claims, hidden));
      allocation = known;
    }
    return known;
  }

  /**
   * Lays the cluster out as if nothing were out of sight, for whoever only asks where a node would
   * be.
   */
  public ClusterLayout layoutOfAll() {
    return new Allocator()
        .allocate(files, LiveWorld.of(files, observed, claims, HiddenGuests.none()))
        .layout();
  }

  /** Returns a node as the files describe it, if they name it. */
  public Optional<NodeSpec> node(NodeName name) {
    return Optional.ofNullable(nodes.get(name));
  }

  /**
   * Returns what a node does, which only the files tell: of a node that they do not name, nobody
   * knows.
   */
  public Optional<NodeRole> role(NodeName name) {
    return node(name).map(NodeSpec::role);
  }

  /**
   * Returns the VM that a claim is about.
   *
   * @param claim a claim that names its node
   */
  public NodeVm vm(Claim claim) {
    ObservedGuest guest = claim.guest();
    return vm(
        claim.node().orElseThrow(),
        claim.part(),
        guest.id(),
        guest.host(),
        claim.part() == NodePart.DATA ? Optional.empty() : guest.address());
  }

  /**
   * Returns one of a node's VMs, as it is or is to be made.
   *
   * @param node the node
   * @param part which of its VMs
   * @param id the VM's id
   * @param host where it is or is to be
   * @param address the node's address, unless DHCP gives one
   */
  public NodeVm vm(
      NodeName node, NodePart part, VmId id, HostName host, Optional<Ipv4Address> address) {
    return new NodeVm(
        identity(node, part),
        role(node),
        id,
        host,
        address,
        node(node).map(one -> one.vm().lifecycle().startup().order()).orElse(1));
  }

  /** Returns what one of a node's VMs must show. */
  public NodeIdentity identity(NodeName node, NodePart part) {
    return ownership.identity(node, part);
  }

  /** Returns the cluster's uid. */
  public ClusterUid uid() {
    return ownership.uid();
  }

  /** Returns the tag that every VM of the cluster has. */
  public Tag tag() {
    return ownership.tag();
  }
}
