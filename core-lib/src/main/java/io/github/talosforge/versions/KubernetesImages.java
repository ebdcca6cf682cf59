package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.NodeRole;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The images that Kubernetes runs from on a node.
 *
 * @param images the image of each part, as far as it is known
 * @param chosen the images that Talos chose, where the configuration names none and need not
 */
public record KubernetesImages(
    Map<KubernetesPart, ImageName> images, Map<KubernetesPart, ImageName> chosen) {
  /** Keeps own copies in the order of the parts. */
  public KubernetesImages {
    images = ordered(images);
    chosen = ordered(chosen);
  }

  /** Knows of no choices of Talos. */
  public KubernetesImages(Map<KubernetesPart, ImageName> images) {
    this(images, Map.of());
  }

  private static Map<KubernetesPart, ImageName> ordered(Map<KubernetesPart, ImageName> images) {
    Map<KubernetesPart, ImageName> ordered = new EnumMap<>(KubernetesPart.class);
    ordered.putAll(images);
    return Collections.unmodifiableMap(ordered);
  }

  /** Reads what a machine configuration says, in the documents of all versions. */
  public static KubernetesImages of(ConfigDocuments documents) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(KubernetesPart.class);
    for (KubernetesPart part : KubernetesPart.values()) {
      place(part)
          .text(documents)
          .or(() -> own(part, documents))
          .ifPresent(image -> images.put(part, new ImageName(image)));
    }
    return new KubernetesImages(images);
  }

  private static YamlWay place(KubernetesPart part) {
    return new YamlWay(part.section()).then("image");
  }

  private static Optional<String> own(KubernetesPart part, ConfigDocuments documents) {
    return documents.documents().stream()
        .filter(document -> document.kind().equals(part.document()))
        .map(ConfigDocument::fields)
        .flatMap(fields -> YamlWay.of("image").text(fields).stream())
        .findFirst();
  }

  /** Returns the image of a part. */
  public Optional<ImageName> of(KubernetesPart part) {
    return named(part).or(() -> Optional.ofNullable(chosen.get(part)));
  }

  private Optional<ImageName> named(KubernetesPart part) {
    return Optional.ofNullable(images.get(part));
  }

  /** Returns these images and those that others know of more parts. */
  public KubernetesImages or(KubernetesImages others) {
    return new KubernetesImages(joined(images, others.images), joined(chosen, others.chosen));
  }

  private static Map<KubernetesPart, ImageName> joined(
      Map<KubernetesPart, ImageName> first, Map<KubernetesPart, ImageName> second) {
    Map<KubernetesPart, ImageName> all = new EnumMap<>(KubernetesPart.class);
    all.putAll(second);
    all.putAll(first);
    return all;
  }

  /** Returns all images, whoever chose them. */
  public Map<KubernetesPart, ImageName> all() {
    return ordered(joined(images, chosen));
  }

  /** Returns the images of a release of Kubernetes. */
  public Stream<ImageName> ofRelease() {
    return KubernetesPart.ofRelease().stream().flatMap(part -> of(part).stream());
  }

  /** Returns the images of one version where they are published. */
  public static KubernetesImages published(KubernetesVersion version) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(KubernetesPart.class);
    for (KubernetesPart part : KubernetesPart.ofRelease()) {
      images.put(part, new ImageName(part.image(version)));
    }
    return new KubernetesImages(images);
  }

  /**
   * Returns a configuration with these images wherever it has another version, so that it changes
   * none. An image that comes from somewhere else in the same version stays as wanted. A part of
   * which nobody knows what it runs from gets no image: then Talos goes on with its own choice.
   */
  public ConfigDocuments heldIn(ConfigDocuments wanted, NodeRole role) {
    KubernetesImages wishes = of(wanted);
    ConfigDocuments held = wanted;
    for (KubernetesPart part : KubernetesPart.of(role)) {
      Optional<ImageName> runs = of(part);
      boolean same =
          runs.isPresent() && wishes.of(part).filter(runs.get()::isSameVersionAs).isPresent();
      if (!same) {
        held = place(part).with(held, named(part).map(ImageName::text));
      }
    }
    return held;
  }
}
