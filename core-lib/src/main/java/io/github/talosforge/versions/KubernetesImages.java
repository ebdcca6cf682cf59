package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.NodeRole;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The images that Kubernetes runs from on a node.
 *
 * @param images the image of each part, as far as it is known
 */
public record KubernetesImages(Map<KubernetesPart, ImageName> images) {
  /** Keeps an own copy in the order of the parts. */
  public KubernetesImages {
    Map<KubernetesPart, ImageName> ordered = new EnumMap<>(KubernetesPart.class);
    ordered.putAll(images);
    images = Collections.unmodifiableMap(ordered);
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
    return Optional.ofNullable(images.get(part));
  }

  /** Returns these images and those that others know of more parts. */
  public KubernetesImages or(KubernetesImages others) {
    Map<KubernetesPart, ImageName> all = new EnumMap<>(KubernetesPart.class);
    all.putAll(others.images);
    all.putAll(images);
    return new KubernetesImages(all);
  }

  /** Returns the images of one version where they are published. */
  public static KubernetesImages published(KubernetesVersion version) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(KubernetesPart.class);
    for (KubernetesPart part : KubernetesPart.values()) {
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
        held = place(part).with(held, runs.map(ImageName::text));
      }
    }
    return held;
  }
}
