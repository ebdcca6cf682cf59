package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.NearestName;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.TalosImage;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the Image Factory whether it has what images are to be made of. */
final class ImageCheck {
  private static final String KEY = "talos_schematic.extensions";
  private static final int MOST_NEAR = 3;

  private final ClusterSpec spec;
  private final URI url;
  private final ImageFactory factory;
  private final List<Finding> findings = new ArrayList<>();

  private ImageCheck(ClusterSpec spec, URI url, ImageFactory factory) {
    this.spec = spec;
    this.url = url;
    this.factory = factory;
  }

  static List<Finding> check(Plan plan, ClusterSpec spec, Function<URI, ImageFactory> factories) {
    Map<URI, Map<TalosVersion, Set<String>>> wanted = new TreeMap<>();
    for (ImageChange change : plan.changes(ImageChange.class)) {
      TalosImage image = change.image();
      wanted
          .computeIfAbsent(image.factoryUrl(), unused -> new TreeMap<>())
          .computeIfAbsent(image.version(), unused -> new TreeSet<>())
          .addAll(image.schematic().map(SchematicSpec::extensions).orElse(List.of()));
    }
    List<Finding> findings = new ArrayList<>();
    wanted.forEach((url, images) -> findings.addAll(check(url, images, spec, factories)));
    return findings;
  }

  /**
   * Asks one factory.
   *
   * @param wanted the system extensions that each release is to have
   */
  static List<Finding> check(
      URI url,
      Map<TalosVersion, Set<String>> wanted,
      ClusterSpec spec,
      Function<URI, ImageFactory> factories) {
    try (ImageFactory factory = factories.apply(url)) {
      ImageCheck check = new ImageCheck(spec, url, factory);
      check.all(wanted);
      return check.findings;
    } catch (ImageFactoryException e) {
      return List.of(
          PreflightFinding.FACTORY_UNREACHABLE.finding(
              String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
              "The hosts download for themselves, so this may not matter; schematics are made"
                  + " known from here."));
    }
  }

  private void all(Map<TalosVersion, Set<String>> wanted) {
    Set<TalosVersion> known = factory.versions();
    wanted.forEach(
        (version, names) -> {
          if (!known.contains(version)) {
            findings.add(unknown(version, known));
          } else if (!names.isEmpty()) {
            extensions(version, names);
          }
        });
  }

  private Finding unknown(TalosVersion version, Set<TalosVersion> known) {
    return PreflightFinding.VERSION_UNKNOWN.finding(
        "The Image Factory " + url + " does not know Talos " + version + ".",
        "Its newest release is "
            + known.stream()
                .filter(each -> !each.isPreRelease())
                .max(TalosVersion::compareTo)
                .map(TalosVersion::toString)
                .orElse("unknown")
            + ". Check talos_version.");
  }

  private void extensions(TalosVersion version, Set<String> wanted) {
    Set<String> known = factory.extensions(version, wanted);
    wanted.stream()
        .filter(name -> !known.contains(name))
        .map(name -> unknown(name, version, known))
        .forEach(findings::add);
  }

  private Finding unknown(String extension, TalosVersion version, Set<String> known) {
    List<String> near = NearestName.among(extension, known, MOST_NEAR);
    return PreflightFinding.EXTENSION_UNKNOWN.at(
        place(extension),
        "The Image Factory "
            + url
            + " has no system extension "
            + extension
            + " for Talos "
            + version
            + ".",
        near.isEmpty()
            ? "It lists those that it has at "
                + url
                + "/version/"
                + version
                + "/extensions/official."
            : "Did you mean " + String.join(" or ", near) + "?");
  }

  private @Nullable SourceLocation place(String extension) {
    return spec.nodes().stream()
        .filter(node -> node.image().schematic().extensions().contains(extension))
        .map(node -> node.provenance().nearest(KEY))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
