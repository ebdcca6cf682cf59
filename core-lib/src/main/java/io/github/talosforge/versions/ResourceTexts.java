package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads versions out of what machines say of themselves. */
public final class ResourceTexts {
  /** The name of the extension that only tells the schematic. */
  private static final String SCHEMATIC = "schematic";

  private ResourceTexts() {}

  /** Reads a tag of Talos; empty when it is no version. */
  public static Optional<TalosVersion> talos(String tag) {
    return read(tag, TalosVersion::of);
  }

  /** Reads the resource that says the version of Talos. */
  public static Optional<TalosVersion> talosOf(String yaml) {
    return top(yaml).flatMap(YamlWay.of("version")::text).flatMap(ResourceTexts::talos);
  }

  /**
   * Finds the mark that the Image Factory leaves among the system extensions.
   *
   * @param extensions what each extension says of itself
   */
  public static Optional<SchematicId> schematic(List<String> extensions) {
    return extensions.stream()
        .flatMap(yaml -> top(yaml).stream())
        .filter(
            said -> YamlWay.of("metadata", "name").text(said).filter(SCHEMATIC::equals).isPresent())
        .flatMap(said -> YamlWay.of("metadata", "version").text(said).stream())
        .flatMap(id -> read(id, SchematicId::of).stream())
        .findFirst();
  }

  /** Lists what else is in the image. */
  public static List<SystemExtension> extensions(List<String> extensions) {
    return extensions.stream()
        .flatMap(yaml -> top(yaml).flatMap(YamlWay.of("metadata")::in).stream())
        .filter(FreeYaml.Mapping.class::isInstance)
        .map(FreeYaml.Mapping.class::cast)
        .flatMap(said -> extension(said).stream())
        .filter(extension -> !extension.name().equals(SCHEMATIC))
        .toList();
  }

  private static Optional<SystemExtension> extension(FreeYaml.Mapping said) {
    return YamlWay.of("name")
        .text(said)
        .map(name -> new SystemExtension(name, YamlWay.of("version").text(said).orElse("")));
  }

  /** Reads whether something holds; empty where the resource does not say it. */
  public static Optional<Boolean> flag(String yaml, String key) {
    return top(yaml).flatMap(YamlWay.of(key)::text).map(Boolean::parseBoolean);
  }

  /** Reads the images that a machine configuration names. */
  public static KubernetesImages configured(String yaml) {
    return KubernetesImages.of(ConfigDocuments.read("", yaml).documents());
  }

  /** Reads the installer that a machine configuration names. */
  public static Optional<ImageName> installer(String yaml) {
    return InstallerPin.PLACE.text(ConfigDocuments.read("", yaml).documents()).map(ImageName::new);
  }

  /** Reads what a resource says that something is made from. */
  public static Optional<ImageName> image(String yaml, String key) {
    return top(yaml).flatMap(YamlWay.of(key)::text).map(ImageName::new);
  }

  /** Reads the image of a part of Kubernetes from its pod. */
  public static Optional<ImageName> pod(String yaml, KubernetesPart part) {
    return top(yaml)
        .flatMap(YamlWay.of("spec", "containers")::in)
        .filter(FreeYaml.Sequence.class::isInstance)
        .map(FreeYaml.Sequence.class::cast)
        .stream()
        .flatMap(containers -> containers.items().stream())
        .filter(FreeYaml.Mapping.class::isInstance)
        .map(FreeYaml.Mapping.class::cast)
        .filter(each -> YamlWay.of("name").text(each).filter(part.label()::equals).isPresent())
        .flatMap(each -> YamlWay.of("image").text(each).stream())
        .map(ImageName::new)
        .findFirst();
  }

  private static Optional<FreeYaml.Mapping> top(String yaml) {
    return ConfigDocuments.read("", yaml).documents().documents().stream()
        .map(ConfigDocument::fields)
        .findFirst();
  }

  private static <A> Optional<A> read(String text, Function<String, A> how) {
    try {
      return Optional.of(how.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
