package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.VersionNotes;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.JoiningVersions;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds out what nodes get that join the cluster, or that nobody can say it.
 *
 * @param versions what the configured nodes run
 * @param unread why it is not known what a new node should run, without a full stop; empty when it
 *     is
 * @param off the nodes because of which it is not known, if the VMs of all of them are off: what
 *     they ran may have been noted
 */
public record Joining(JoiningVersions versions, String unread, Set<NodeName> off) {
  /** Keeps an own copy of the names. */
  public Joining {
    off = Set.copyOf(off);
  }

  /** Knows of nobody who is off. */
  public Joining(JoiningVersions versions, String unread) {
    this(versions, unread, Set.of());
  }

  /**
   * Asks all configured nodes. A control plane that does not answer may be one: then another one
   * has to say what runs, before anybody gets something else. While the control planes are off, or
   * on hosts that are down, the workers that answer say it; without any, nobody does. The files
   * decide only in a cluster of which no control plane can have a configuration.
   *
   * @param client reaches the machines
   * @param nodes what is seen of the nodes
   * @param holders says of the nodes that have or may have a configuration why; asked only if no
   *     node says what it runs
   */
  static Joining among(
      TalosClient client, List<SeenNode> nodes, Supplier<Map<NodeName, String>> holders) {
    List<SeenNode> configured = nodes.stream().filter(SeenNode::isConfigured).toList();
    List<NodeVersions> read =
        ManyNodes.ask(configured, node -> versions(client, node)).stream()
            .flatMap(Optional::stream)
            .toList();
    List<SeenNode> silent =
        nodes.stream()
            .filter(SeenNode::isControlPlane)
            .filter(node -> node.isConfigured() || isSilent(node))
            .toList();
    JoiningVersions versions = new JoiningVersions(read);
    if (versions.isOfControlPlanes()) {
      return new Joining(versions, "");
    }
    if (!silent.isEmpty()) {
      return new Joining(versions, words(silent));
    }
    if (!read.isEmpty()) {
      return new Joining(versions, "");
    }
    Map<NodeName, String> hidden = hidden(nodes, holders.get());
    boolean out = nodes.stream().anyMatch(node -> node.isOnDeadHost() && isOf(hidden, node));
    return new Joining(versions, words(hidden), out ? Set.of() : hidden.keySet());
  }

  private static boolean isOf(Map<NodeName, String> hidden, SeenNode node) {
    return hidden.containsKey(node.name());
  }

  /**
   * A worker that nobody can ask is no obstacle: without control planes it runs nothing. Nor is a
   * node that the files no longer name: while it may be a control plane, no etcd is begun. One that
   * waits for its first configuration has none; that is how every cluster begins.
   */
  private static Map<NodeName, String> hidden(List<SeenNode> nodes, Map<NodeName, String> holders) {
    Map<NodeName, String> hidden = new TreeMap<>(holders);
    hidden
        .keySet()
        .retainAll(
            nodes.stream()
                .filter(node -> node.isControlPlane() && !node.isMaintenance())
                .map(SeenNode::name)
                .collect(Collectors.toSet()));
    return hidden;
  }

  /** Its VM runs, but nobody answers, or the guest agent tells no address. */
  private static boolean isSilent(SeenNode node) {
    return node.isUnreachable()
        && (node.place().endpoint().isPresent() || node.place().machine().isPresent());
  }

  private static String words(List<SeenNode> silent) {
    return unread(
        silent.stream().map(node -> node.name().value()).collect(Collectors.joining(", "))
            + " cannot be asked");
  }

  private static String words(Map<NodeName, String> hidden) {
    return hidden.isEmpty()
        ? ""
        : unread(
            hidden.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue().replaceFirst("\\.$", ""))
                .collect(Collectors.joining("; ")));
  }

  private static String unread(String who) {
    return "no control plane says which versions the cluster runs (" + who + ")";
  }

  private static Optional<NodeVersions> versions(TalosClient client, SeenNode node) {
    try (TalosNode machine = client.node(node.endpoint())) {
      RunningNode running = RunningNode.of(machine, node.place().role());
      return running.isRead()
          ? Optional.of(
              new NodeVersions(node.name(), node.place().role(), running.versions(), List.of()))
          : Optional.empty();
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.INTERRUPTED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * Tells whether it is known what a new node should run.
   *
   * @return whether nothing stands in the way
   */
  public boolean isKnown() {
    return unread.isEmpty();
  }

  /**
   * Says why a node does not join now.
   *
   * @return sentences with the next step
   */
  public String obstacle() {
    return unread
        + ", and a node must not join with others. It is left alone until one answers: run this"
        + " again then.";
  }

  /** Returns what control planes said before, if none of them says anything now. */
  Joining or(Optional<Joining> before) {
    return versions.isOfControlPlanes()
        ? this
        : before.filter(known -> known.versions().isOfControlPlanes()).orElse(this);
  }

  /**
   * Returns what was noted before VMs were made anew, where it is the files that would decide or
   * workers that know nothing of control planes. A control plane that says what it runs, or may say
   * it when it can be asked, is believed before any note. One that is off since a rebuild shut it
   * down says nothing, but what it ran was noted before.
   *
   * @param notes reads the notes; asked only if they count
   * @return what decides
   */
  public Joining orNoted(Supplier<VersionNotes> notes) {
    if (versions.isOfControlPlanes() || !(isKnown() || !off.isEmpty())) {
      return this;
    }
    VersionNotes said = notes.get();
    if (said.of(off).all().size() < off.size()) {
      return this;
    }
    return said.unreadable().isEmpty()
        ? new Joining(versions.withNotes(said.versions()), "")
        : new Joining(
            versions,
            unread(
                "the line 'talosforge: ran ...' in the notes of "
                    + said.unreadable().stream()
                        .map(NodeVm::label)
                        .collect(Collectors.joining(", "))
                    + " is not as it was written: take it away, and the files decide; write there"
                    + " first what ran"));
  }

  /**
   * Says what a machine gets that says nothing of itself.
   *
   * @return the versions, as far as the cluster decides them
   */
  public RunningVersions forNew() {
    return new RunningVersions(
        versions.talos(), Optional.empty(), versions.kubernetes(), Optional.empty());
  }
}
