package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Things that hosts do not have, each told once for all hosts that have the same instead. */
final class MissingThings {
  private final PreflightFinding kind;
  private final String noun;
  private final FileLines lines;
  private final Map<String, Map<String, List<HostName>>> missing = new TreeMap<>();

  /**
   * Prepares to collect.
   *
   * @param noun what they are, such as {@code Storage}; its keys end likewise
   */
  MissingThings(PreflightFinding kind, String noun, FileLines lines) {
    this.kind = kind;
    this.noun = noun;
    this.lines = lines;
  }

  void add(String name, HostName host, Collection<String> instead) {
    String offer = instead.isEmpty() ? "none" : String.join(", ", new TreeSet<>(instead));
    missing
        .computeIfAbsent(name, unused -> new TreeMap<>())
        .computeIfAbsent(offer, unused -> new ArrayList<>())
        .add(host);
  }

  /**
   * Tells what was collected.
   *
   * @param unseen what hides a thing of this name that is there, as a sentence with one {@code %s}
   */
  List<Finding> findings(String unseen) {
    List<Finding> findings = new ArrayList<>();
    missing.forEach(
        (name, offers) ->
            offers.forEach((offer, hosts) -> findings.add(finding(name, offer, hosts, unseen))));
    return findings;
  }

  private Finding finding(String name, String offer, List<HostName> hosts, String unseen) {
    boolean one = hosts.size() == 1;
    return kind.at(
        lines.of(noun.toLowerCase(Locale.ROOT), name),
        "%s '%s' is not there on %s %s, or may not be seen."
            .formatted(
                noun,
                name,
                one ? "host" : "hosts",
                hosts.stream().map(HostName::value).collect(Collectors.joining(", "))),
        "%ss of %s: %s. %s"
            .formatted(noun, one ? "this host" : "these hosts", offer, unseen.formatted(name)));
  }
}
