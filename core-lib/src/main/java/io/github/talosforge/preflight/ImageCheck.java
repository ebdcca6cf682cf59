package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.TalosImage;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Asks the Image Factory whether it knows the release that images are to be made of. */
final class ImageCheck {
  private ImageCheck() {}

  static List<Finding> check(Plan plan, Function<URI, ImageFactory> factories) {
    Map<URI, Set<TalosVersion>> wanted =
        plan.changes(ImageChange.class).stream()
            .map(ImageChange::image)
            .collect(
                Collectors.groupingBy(
                    TalosImage::factoryUrl,
                    TreeMap::new,
                    Collectors.mapping(TalosImage::version, Collectors.toSet())));
    List<Finding> findings = new ArrayList<>();
    wanted.forEach((url, versions) -> findings.addAll(check(url, versions, factories)));
    return findings;
  }

  private static List<Finding> check(
      URI url, Set<TalosVersion> wanted, Function<URI, ImageFactory> factories) {
    try (ImageFactory factory = factories.apply(url)) {
      Set<TalosVersion> known = factory.versions();
      return wanted.stream()
          .filter(version -> !known.contains(version))
          .map(
              version ->
                  PreflightFinding.VERSION_UNKNOWN.finding(
                      "The Image Factory " + url + " does not know Talos " + version + ".",
                      "Its newest release is "
                          + known.stream()
                              .filter(each -> !each.isPreRelease())
                              .max(TalosVersion::compareTo)
                              .map(TalosVersion::toString)
                              .orElse("unknown")
                          + ". Check talos_version."))
          .toList();
    } catch (ImageFactoryException e) {
      return List.of(
          PreflightFinding.FACTORY_UNREACHABLE.finding(
              String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
              "The hosts download for themselves, so this may not matter; schematics are made"
                  + " known from here."));
    }
  }
}
