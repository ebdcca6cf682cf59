package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedHost;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.FilesPreflight;
import io.github.talosforge.preflight.GrantCommands;
import io.github.talosforge.proxmox.Bridge;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.DatacenterOptions;
import io.github.talosforge.proxmox.HostState;
import io.github.talosforge.proxmox.Vnet;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * Everything that was read, before anybody judges it.
 *
 * @param owned the cluster, with a uid of its own if the files have none
 * @param wants what the files want of Proxmox VE
 * @param account whose rights are looked at
 * @param hosts the hosts that matter: where nodes are, would be, or may be
 * @param options the options of the whole cluster
 * @param states what each host that is up says about itself
 * @param bridges the bridges of each host that is up
 * @param vnets the vnets; absent if nothing asks for one
 * @param models the processor models that each host knows, as far as that matters
 * @param factories what the Image Factories say
 * @param owners the addresses that nodes are to get, with who gets them
 * @param knocks who answers there
 * @param clocks the server's clock and ours
 */
record Facts(
    OwnedCluster owned,
    FilesPreflight wants,
    Account account,
    SortedSet<HostName> hosts,
    Answer<DatacenterOptions> options,
    SortedMap<HostName, Answer<HostState>> states,
    SortedMap<HostName, Answer<List<Bridge>>> bridges,
    Optional<Answer<List<Vnet>>> vnets,
    SortedMap<HostName, Answer<List<String>>> models,
    SortedMap<URI, List<Finding>> factories,
    SortedMap<String, String> owners,
    List<Finding> knocks,
    Optional<ClockReading> clocks) {

  ClusterSpec spec() {
    return wants.spec();
  }

  ObservedCluster world() {
    return wants.world();
  }

  int processors(HostName host) {
    return world().host(host).map(ObservedHost::processors).orElse(0);
  }

  boolean allows(String path, String... privileges) {
    return Stream.of(privileges).anyMatch(privilege -> world().allows(path, privilege));
  }

  /** A line about what these credentials may not look at, with what lets them. */
  Line unseen(Topic topic, String subject, String sentence, String path, String privilege) {
    return new Line(
        topic,
        subject,
        Verdict.UNKNOWN,
        sentence + " without " + privilege + " on " + path + ".",
        "As root on any host:",
        grant(path, Set.of(privilege)));
  }

  List<String> grant(String path, Set<String> privileges) {
    return GrantCommands.of(account, world().permissions(), path, privileges);
  }

  /** Returns how long each call took that was made by itself. */
  Map<String, Duration> times() {
    Map<String, Duration> times = new LinkedHashMap<>();
    Stream.of(
            Stream.of(options),
            states.values().stream(),
            bridges.values().stream(),
            vnets.stream(),
            models.values().stream())
        .flatMap(each -> each)
        .forEach(answer -> times.put(answer.call(), answer.took()));
    return times;
  }

  static String join(Iterable<?> things) {
    StringBuilder text = new StringBuilder();
    for (Object thing : things) {
      text.append(text.isEmpty() ? "" : ", ").append(thing);
    }
    return text.toString();
  }
}
