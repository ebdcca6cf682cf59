package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.ListType;
import io.github.talosforge.config.catalogue.MapType;
import io.github.talosforge.config.catalogue.Place;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.catalogue.ValueType;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Layer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the files is generated where it lists keys, and loaded where it shows files. */
class ConfigurationPageTest {
  private static final String BEGIN = "<!-- keys: begin -->\n";
  private static final String END = "<!-- keys: end -->\n";
  private static final Pattern BLOCK =
      Pattern.compile("```yaml\\n# (\\S+) \\((\\w+)\\)\\n(.*?)```", Pattern.DOTALL);

  @Test
  void theTablesAreThoseOfTheCatalogue() throws IOException {
    String page = page();
    String shown = page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
    String generated = tables();
    if (!shown.equals(generated)) {
      Path copy = Path.of("build", "configuration-keys.md");
      Files.writeString(copy, generated);
      assertThat(shown).as("the tables; current ones are in %s", copy).isEqualTo(generated);
    }
  }

  @Test
  void theMinimalExampleIsRight() throws IOException {
    ClusterSpec spec = example("minimal");

    assertThat(spec.nodes()).hasSize(3);
  }

  @Test
  void theFullExampleIsRight() throws IOException {
    ClusterSpec spec = example("full");

    assertThat(spec.nodes()).hasSize(7);
    assertThat(spec.pools()).hasSize(1);
  }

  private static ClusterSpec example(String kind) throws IOException {
    ClusterReading reading =
        ClusterFiles.read(block("cluster.yaml", kind), block("nodes.yaml", kind));
    assertThat(reading.report().render()).isEmpty();
    return reading.spec().orElseThrow();
  }

  private static String block(String file, String kind) throws IOException {
    Matcher blocks = BLOCK.matcher(page());
    while (blocks.find()) {
      if (blocks.group(1).equals(file) && blocks.group(2).equals(kind)) {
        return blocks.group(3);
      }
    }
    throw new AssertionError("No " + kind + " " + file);
  }

  private static String page() throws IOException {
    Path root =
        Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
            .filter(folder -> Files.exists(folder.resolve("settings.gradle.kts")))
            .findFirst()
            .orElseThrow();
    return Files.readString(root.resolve("docs/configuration.md")).replace("\r\n", "\n");
  }

  private static String tables() {
    List<Key<?>> cluster = new ArrayList<>(Catalogue.CLUSTER_FILE.keys().keys());
    cluster.removeAll(
        Catalogue.nodeKeys().stream().filter(ConfigurationPageTest::layered).toList());
    return table("Cluster file only", cluster)
        + table("Nodes file only", nodesFile())
        + table(
            "In several places",
            Catalogue.nodeKeys().stream().filter(ConfigurationPageTest::layered).toList());
  }

  private static List<Key<?>> nodesFile() {
    List<Key<?>> keys = new ArrayList<>(Catalogue.NODES_FILE.keys().keys());
    Catalogue.nodeKeys().stream()
        .filter(key -> !layered(key) && !key.places().contains(Place.CLUSTER))
        .forEach(keys::add);
    return keys;
  }

  private static boolean layered(Key<?> key) {
    return key.places().contains(Place.VM_SECTION);
  }

  private static String table(String title, List<Key<?>> keys) {
    StringBuilder text = new StringBuilder("### " + title + "\n\n");
    text.append("| key | value | default | meaning |\n|---|---|---|---|\n");
    keys.forEach(key -> rows("", key, text));
    return text.append('\n').toString();
  }

  private static void rows(String path, Key<?> key, StringBuilder text) {
    List<Key<?>> inside = nested(key.type());
    String value = inside.isEmpty() ? key.type().expected() : "as below";
    String names = names(path, key);
    text.append(
        "| %s | %s | %s | %s For example `%s`. |\n"
            .formatted(
                names, cell(value), presets(key), cell(key.description()), cell(key.example())));
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
    if (layered(key) && key.places().contains(Place.CLUSTER)) {
      text.append("<br>everywhere");
    }
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
}
