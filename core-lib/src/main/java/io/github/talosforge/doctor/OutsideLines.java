package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.preflight.PreflightFinding;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What is asked of others than Proxmox VE: addresses and Image Factories. */
final class OutsideLines {
  private OutsideLines() {}

  static List<Line> of(Facts facts) {
    List<Line> lines = new ArrayList<>();
    facts.knocks().forEach(finding -> lines.add(Line.of(Topic.NETWORK, "addresses", finding)));
    if (facts.knocks().isEmpty() && !facts.owners().isEmpty()) {
      lines.add(
          Line.fine(
              Topic.NETWORK,
              "addresses",
              "nobody answers at " + Facts.join(facts.owners().keySet()) + "."));
    }
    facts.factories().forEach((url, found) -> lines.addAll(factory(facts, url, found)));
    return lines;
  }

  private static List<Line> factory(Facts facts, URI url, List<Finding> found) {
    TalosVersion version = facts.spec().talos().version();
    return found.isEmpty()
        ? List.of(
            Line.fine(
                Topic.IMAGES,
                url.toString(),
                "answers this machine, and has Talos " + version + " with all extensions."))
        : found.stream().map(finding -> line(facts, url, finding)).toList();
  }

  /** Schematics are made known from here, unless somebody knows their ids already. */
  private static Line line(Facts facts, URI url, Finding finding) {
    Line line = Line.of(Topic.IMAGES, url.toString(), finding);
    boolean unreachable = finding.code().equals(PreflightFinding.FACTORY_UNREACHABLE.code());
    boolean needed =
        facts.spec().nodes().stream()
            .map(node -> node.image())
            .anyMatch(image -> image.factoryUrl().equals(url) && image.schematicId().isEmpty());
    return unreachable && needed
        ? line.as(Verdict.PROBLEM)
            .with(
                "Let this machine reach it, or set talos_factory_url to another factory: schematics"
                    + " are made known from here. Your hosts download from it too.",
                List.of())
        : line;
  }
}
