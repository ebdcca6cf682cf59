package io.github.talosforge.doctor;

import io.github.talosforge.preflight.FilesPreflight;
import io.github.talosforge.proxmox.ServerVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The release of the server, its clock, and how fast it answers. */
final class ServerLines {
  /** Above this a plan of a few nodes takes a minute. */
  private static final Duration SLOW = Duration.ofSeconds(2);

  private static final int OLDEST_MAJOR = 8;
  private static final int OLDEST_MINOR = 4;
  private static final int NEWEST_MAJOR = 9;

  private ServerLines() {}

  static List<Line> of(Facts facts) {
    List<Line> lines = new ArrayList<>();
    lines.add(release(facts.world().version()));
    facts
        .clocks()
        .map(
            clocks ->
                FilesPreflight.clock(clocks)
                    .map(finding -> Line.of(Topic.PROXMOX, "clock", finding))
                    .orElseGet(
                        () -> Line.fine(Topic.PROXMOX, "clock", "agrees with this machine's.")))
        .ifPresent(lines::add);
    lines.add(pace(facts.times()));
    return lines;
  }

  private static Line release(ServerVersion version) {
    if (!version.isAtLeast(OLDEST_MAJOR, OLDEST_MINOR)) {
      return Line.of(
          Topic.PROXMOX,
          "release",
          Verdict.PROBLEM,
          version.version() + " is older than 8.4, the oldest that Talosforge is made for.",
          "Upgrade Proxmox VE.");
    }
    if (version.major() > NEWEST_MAJOR) {
      return Line.of(
          Topic.PROXMOX,
          "release",
          Verdict.NOTICE,
          version.version() + " is newer than 9, the newest that Talosforge is made for.",
          "Read what planCluster shows before you carry it out.");
    }
    return Line.fine(Topic.PROXMOX, "release", version.version() + ".");
  }

  /** Each was asked beside the others, as every look does. */
  private static Line pace(Map<String, Duration> times) {
    List<Map.Entry<String, Duration>> sorted =
        times.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
    Duration middle = sorted.get(sorted.size() / 2).getValue();
    Map.Entry<String, Duration> slowest =
        sorted.stream().max(Comparator.comparing(Map.Entry::getValue)).orElseThrow();
    String sentence =
        "%d ms in the middle, %d ms for the slowest (%s)."
            .formatted(middle.toMillis(), slowest.getValue().toMillis(), slowest.getKey());
    return middle.compareTo(SLOW) < 0
        ? Line.fine(Topic.PROXMOX, "time per call", sentence)
        : Line.of(
            Topic.PROXMOX,
            "time per call",
            Verdict.NOTICE,
            sentence,
            "Plans make a call for every node. See how busy the hosts and the way to them are.");
  }
}
