package io.github.talosforge.config.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.fixture.GeneratedText;
import io.github.talosforge.model.Layer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages that list the keys show what the catalogue has, each key once. */
class KeyPagesTest {
  private static final Path PAGES = Path.of("..", "docs", "keys");
  private static final String BEGIN = "<!-- keys: begin -->\n";
  private static final String END = "<!-- keys: end -->\n";
  private static final Set<Place> ON_NODES = Set.of(Place.VM_SECTION, Place.POOL, Place.NODE);

  /** A table of a page. */
  private record Topic(String title, List<Key<?>> keys) {
    String table() {
      StringBuilder text = new StringBuilder("## " + title + "\n\n");
      text.append("| key | value | default | meaning |\n|---|---|---|---|\n");
      keys.forEach(key -> rows("", key, text));
      return text.append('\n').toString();
    }
  }

  /** A page, and the tables that it consists of. */
  private record Page(String name, List<Topic> topics) {
    String tables() {
      return topics.stream().map(Topic::table).collect(Collectors.joining());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Page> pages() {
    Predicate<Key<?>> clusterOnly = key -> key.places().equals(Set.of(Place.CLUSTER));
    List<Key<?>> defaults =
        List.of(
            Catalogue.VM_DEFAULTS,
            Catalogue.VM_ADVANCED,
            Catalogue.CONTROLLER_DEFAULTS,
            Catalogue.WORKER_DEFAULTS);
    return List.of(
        new Page(
            "cluster.md",
            List.of(
                new Topic("The cluster and Proxmox VE", ClusterKeys.ALL),
                new Topic("Kubernetes and Talos", KubernetesKeys.ALL),
                new Topic("Images", ImageKeys.ALL.stream().filter(clusterOnly).toList()),
                new Topic("Defaults of nodes", defaults))),
        new Page(
            "nodes.md",
            List.of(
                new Topic("The nodes file", Catalogue.NODES_FILE.keys().keys()),
                new Topic("Nodes and pools", NodeKeys.ALL),
                new Topic("Processor and memory", CpuKeys.ALL),
                new Topic("Firmware and devices", FirmwareKeys.ALL),
                new Topic("Start, protection and high availability", LifecycleKeys.ALL),
                new Topic("Images", ImageKeys.ALL.stream().filter(clusterOnly.negate()).toList()))),
        new Page(
            "disks-and-network.md",
            List.of(
                new Topic("Disks and volumes", StorageKeys.ALL),
                new Topic("Network cards", NicKeys.ALL))));
  }

  @Tag("generated")
  @ParameterizedTest
  @MethodSource("pages")
  void theTablesAreThoseOfTheCatalogue(Page page) throws IOException {
    GeneratedText.isIn("docs/keys/" + page.name(), BEGIN, page.tables(), END);
  }

  @Test
  void everyKeyIsOnOnePage() {
    List<Key<?>> shown = new ArrayList<>();
    pages().forEach(page -> page.topics().forEach(topic -> shown.addAll(topic.keys())));
    assertThat(shown).containsExactlyInAnyOrderElementsOf(Catalogue.all());
  }

  @Test
  void noPageIsLeftBehind() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(pages().stream().map(Page::name).toList());
    }
  }

  private static void rows(String path, Key<?> key, StringBuilder text) {
    List<Key<?>> inside = nested(key.type());
    String value = inside.isEmpty() ? key.type().expected() : "as below";
    String names = names(path, key);
    text.append(
        "| %s | %s | %s | %s For example `%s`. |\n"
            .formatted(
                names, prose(value), presets(key), prose(key.description()), cell(key.example())));
    String prefix = path + key.name() + (key.type() instanceof MapType<?> ? ".<name>." : ".");
    inside.forEach(nested -> rows(prefix, nested, text));
  }

  private static List<Key<?>> nested(ValueType<?> type) {
    if (type instanceof SectionType section) {
      return section.place() == Place.NESTED ? section.keys().keys() : List.of();
    }
    if (type instanceof ListType<?> list) {
      return nested(list.element());
    }
    return type instanceof MapType<?> map ? nested(map.element()) : List.of();
  }

  private static String names(String path, Key<?> key) {
    StringBuilder text = new StringBuilder("`" + path + key.name() + "`");
    Set<String> others = new LinkedHashSet<>(key.allNames());
    others.remove(key.name());
    for (Place place : List.of(Place.CLUSTER, Place.VM_SECTION)) {
      String name = key.nameIn(place);
      if (key.places().contains(place) && others.remove(name)) {
        String where = place == Place.CLUSTER ? "cluster file" : "`proxmox_vm_…` sections";
        text.append("<br>").append(where).append(": `").append(name).append('`');
      }
    }
    if (!others.isEmpty()) {
      text.append(others.stream().collect(Collectors.joining("`, `", "<br>also read: `", "`")));
    }
    where(key.places()).ifPresent(where -> text.append("<br>").append(where));
    return key.required() ? text.append("<br>**required**").toString() : text.toString();
  }

  private static String presets(Key<?> key) {
    String general = key.defaultIn(Layer.BUILT_IN).map(text -> "`" + text + "`").orElse("");
    return key.defaultIn(Layer.BUILT_IN_CONTROL_PLANE)
        .map(
            text ->
                "`"
                    + text
                    + "` control planes, `"
                    + key.defaultIn(Layer.BUILT_IN_WORKER).orElse("")
                    + "` workers")
        .orElse(general);
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  /** Returns words that are no code, where {@code <name>} would be taken for HTML. */
  private static String prose(String text) {
    return cell(text).replace("<", "&lt;");
  }

  /** Says where a key can stand, if it is not where the page's first lines say. */
  private static Optional<String> where(Set<Place> places) {
    if (places.equals(Set.of(Place.NODE, Place.POOL))) {
      return Optional.of("nodes and pools only");
    }
    if (places.equals(Set.of(Place.NODE))) {
      return Optional.of("nodes only");
    }
    if (places.equals(Set.of(Place.POOL))) {
      return Optional.of("pools only");
    }
    return places.containsAll(ON_NODES) && places.contains(Place.CLUSTER)
        ? Optional.of("everywhere")
        : Optional.empty();
  }
}
