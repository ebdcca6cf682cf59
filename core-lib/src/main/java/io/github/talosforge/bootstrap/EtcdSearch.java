package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Asks machines whether they have etcd. That there is none is believed as where etcd is begun: a
 * machine that cannot say is no proof, and those that deny it are asked twice.
 */
public final class EtcdSearch {
  /** With data, etcd only passes by where it stays without. */
  private static final Duration PASSING = Duration.ofSeconds(2);

  private final TalosClient client;

  /**
   * Prepares to ask; nothing is sent yet.
   *
   * @param client reaches the machines, with the cluster's credentials
   */
  public EtcdSearch(TalosClient client) {
    this.client = client;
  }

  /**
   * What the machines said.
   *
   * @param holders who has etcd
   * @param silent who cannot say, and why
   * @param workers whose machine says that it is a worker
   */
  public record Found(Set<NodeName> holders, Map<NodeName, String> silent, Set<NodeName> workers) {
    /**
     * Tells whether nobody has etcd, and everybody could say so.
     *
     * @return whether there is none
     */
    public boolean nowhere() {
      return holders.isEmpty() && silent.isEmpty();
    }
  }

  /**
   * Asks all once, and if nobody has etcd, once more after a while.
   *
   * @param controlPlanes what the files call control planes
   * @param others machines that may have been control planes, whatever the files call them
   * @param deadline spends the time
   * @return what they said
   */
  public Found among(List<SeenNode> controlPlanes, List<SeenNode> others, Deadline deadline) {
    Found first = ask(controlPlanes, others);
    boolean mayPass =
        Stream.concat(controlPlanes.stream(), others.stream()).anyMatch(SeenNode::isConfigured);
    if (!first.nowhere() || !mayPass) {
      return first;
    }
    deadline.pause(PASSING);
    return ask(controlPlanes, others);
  }

  private Found ask(List<SeenNode> controlPlanes, List<SeenNode> others) {
    List<Said> said = new ArrayList<>(ManyNodes.ask(controlPlanes, this::ofControlPlane));
    said.addAll(ManyNodes.ask(others, this::ofAny));
    Found found = new Found(new LinkedHashSet<>(), new LinkedHashMap<>(), new LinkedHashSet<>());
    for (Said each : said) {
      if (each.worker()) {
        found.workers().add(each.node());
      } else if (each.trace().exists()) {
        found.holders().add(each.node());
      } else if (!each.trace().denies()) {
        found.silent().put(each.node(), each.trace().words());
      }
    }
    return found;
  }

  private record Said(NodeName node, boolean worker, EtcdTrace trace) {}

  private Said ofControlPlane(SeenNode node) {
    return switch (node.sighting().kind()) {
      case MAINTENANCE, STARTING -> said(node, EtcdTrace.Kind.NONE, "");
      case CONFIGURED -> ofConfigured(node);
      case UNREACHABLE, NOT_TALOS, OTHER_AUTHORITY -> unsure(node, node.words());
    };
  }

  private Said ofConfigured(SeenNode node) {
    try {
      return new Said(node.name(), false, EtcdTrace.of(client, node));
    } catch (TalosException e) {
      return unsure(node, String.valueOf(e.getMessage()));
    }
  }

  private Said ofAny(SeenNode node) {
    return switch (node.sighting().kind()) {
      case MAINTENANCE, STARTING ->
          RightMachine.isProved(client, node.place(), node.sighting())
              ? said(node, EtcdTrace.Kind.NONE, "")
              : unsure(node, "at its address is a machine that is not proved to be its VM's.");
      case CONFIGURED -> ofConfiguredAny(node);
      case UNREACHABLE, NOT_TALOS, OTHER_AUTHORITY -> unsure(node, node.words());
    };
  }

  private Said ofConfiguredAny(SeenNode node) {
    try (TalosNode machine = client.node(node.endpoint())) {
      Optional<String> stranger = RightMachine.contradiction(node, machine);
      if (stranger.isPresent()) {
        return unsure(node, stranger.get());
      }
      return RoleChanges.role(machine).filter(NodeRole.WORKER::equals).isPresent()
          ? new Said(node.name(), true, new EtcdTrace(EtcdTrace.Kind.NONE, ""))
          : ofConfigured(node);
    } catch (TalosException e) {
      return unsure(node, String.valueOf(e.getMessage()));
    }
  }

  private static Said unsure(SeenNode node, String words) {
    return said(node, EtcdTrace.Kind.UNSURE, words);
  }

  private static Said said(SeenNode node, EtcdTrace.Kind kind, String words) {
    return new Said(node.name(), false, new EtcdTrace(kind, words));
  }
}
