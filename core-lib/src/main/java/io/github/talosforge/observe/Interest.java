package io.github.talosforge.observe;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Which guests could be a cluster's, so that it is worth to read their configuration. */
final class Interest {
  private static final Set<String> MAKING = Set.of("clone", "create", "destroyed");

  private final String tag;
  private final Set<String> names;
  private final Set<String> dataNames;
  private final Set<String> wanted;
  private final Set<String> templates;
  private final boolean wantsHa;
  private final Optional<Ownership> ownership;

  private final Set<String> named;
  private final Set<String> remade;

  /**
   * Prepares to tell.
   *
   * @param spec the cluster
   * @param remade tells of a node whether its VM is about to be made anew
   * @param named ids or names of further VMs
   * @param ha whether high availability is looked at even if nothing asks for it
   */
  Interest(ClusterSpec spec, Predicate<NodeName> remade, Set<String> named, boolean ha) {
    this.named = Set.copyOf(named);
    this.remade =
        spec.nodes().stream()
            .map(NodeSpec::name)
            .filter(remade)
            .map(NodeName::value)
            .collect(Collectors.toSet());
    ownership = spec.uid().map(uid -> Ownership.of(spec, uid));
    tag = NodeIdentity.tagOf(spec.name()).value();
    names = spec.nodes().stream().map(node -> node.name().value()).collect(Collectors.toSet());
    dataNames =
        spec.nodes().stream()
            .map(node -> NodePart.DATA.vmName(node.name()))
            .collect(Collectors.toSet());
    wanted = new HashSet<>(names);
    spec.nodes().stream()
        .filter(node -> node.volumes().dataVm())
        .map(node -> NodePart.DATA.vmName(node.name()))
        .forEach(wanted::add);
    templates =
        spec.nodes().stream()
            .map(NodeSpec::image)
            .flatMap(image -> image.template().stream())
            .collect(Collectors.toSet());
    wantsHa = ha || spec.nodes().stream().anyMatch(node -> node.vm().lifecycle().ha().enabled());
  }

  /** Tells whether the files want high availability, or a VM of the cluster has it. */
  boolean asksForHa(List<ObservedGuest> guests) {
    return wantsHa
        || guests.stream()
            .anyMatch(guest -> guest.tags().contains(tag) && guest.haState().isPresent());
  }

  /**
   * Tells whether a VM shows a mark of the cluster, shows nothing yet, was named, or can be a
   * template by now.
   */
  boolean covers(ObservedGuest guest) {
    return guest.kind() == ObservedGuest.Kind.VM && isNoted(guest);
  }

  private boolean isNoted(ObservedGuest guest) {
    return guest.tags().contains(tag)
        || names.contains(guest.name())
        || dataNames.contains(guest.name())
        || isFaceless(guest)
        || guest.tags().contains(Ownership.TEMPLATE.value())
        || named.contains(guest.name())
        || named.contains(guest.id().toString());
  }

  /**
   * Returns the hosts that are asked themselves how their VMs are, because the list is late. While
   * a VM of the files is missing, or made anew, it can be any that is listed under the face of a
   * former VM, whose id it got.
   */
  Set<HostName> hostsToAsk(List<ObservedGuest> listed) {
    boolean missing = !remade.isEmpty() || !listedNames(listed).containsAll(wanted);
    return listed.stream()
        .filter(guest -> guest.kind() != ObservedGuest.Kind.CONTAINER)
        .filter(guest -> missing || isNoted(guest))
        .map(ObservedGuest::host)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> listedNames(List<ObservedGuest> guests) {
    return guests.stream()
        .filter(guest -> guest.tags().contains(tag))
        .map(ObservedGuest::name)
        .collect(Collectors.toSet());
  }

  /** Returns what is read besides once it is known whether the cluster goes by its name. */
  Set<ObservedGuest> underFormerName(List<ObservedGuest> guests) {
    return ownership.map(who -> FormerName.toRead(who, guests)).orElse(Set.of());
  }

  private static boolean isFaceless(ObservedGuest guest) {
    return guest.name().isEmpty() || guest.name().equals("VM " + guest.id());
  }

  /** Tells whether a guest is just being made, as far as the list shows. */
  boolean isBeingMade(ObservedGuest guest) {
    return covers(guest) && guest.lock().filter(MAKING::contains).isPresent();
  }

  /**
   * Returns the templates that nodes without a VM can be cloned from: those that the files name,
   * and those that could have been built here. Their disks and notes decide who can clone them.
   */
  List<ObservedGuest> templates(List<ObservedGuest> guests) {
    Set<String> missing = new HashSet<>(names);
    missing.removeAll(listedNames(guests));
    missing.addAll(remade);
    if (missing.isEmpty()) {
      return List.of();
    }
    return guests.stream()
        .filter(guest -> guest.kind() == ObservedGuest.Kind.TEMPLATE)
        .filter(
            guest ->
                templates.contains(guest.name())
                    || templates.contains(guest.id().toString())
                    || guest.tags().contains(Ownership.TEMPLATE.value()))
        .toList();
  }
}
