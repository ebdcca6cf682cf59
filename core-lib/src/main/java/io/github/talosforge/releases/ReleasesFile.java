package io.github.talosforge.releases;

import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlText;
import io.github.talosforge.yaml.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads what is known of releases out of the file that comes with the library. */
final class ReleasesFile {
  private static final String FILE = "releases.yaml";

  private ReleasesFile() {}

  static Releases read() {
    YamlMap file = YamlText.read(FILE, text());
    return new Releases(
        LocalDate.parse(text(file, "as_of")),
        talos(map(file, "talos")),
        file.list("troubled").stream()
            .flatMap(ReleasesFile::maps)
            .map(ReleasesFile::trouble)
            .toList(),
        removed(map(file, "removed")));
  }

  private static String text() {
    try (InputStream in = Releases.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(in, FILE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NavigableMap<Minor, TalosMinor> talos(YamlMap rows) {
    NavigableMap<Minor, TalosMinor> talos = new TreeMap<>();
    rows.entries().forEach((key, row) -> talos.put(Minor.of(key), minor(key, (YamlMap) row)));
    return talos;
  }

  private static TalosMinor minor(String key, YamlMap row) {
    String[] kubernetes = text(row, "kubernetes").split(" to ", 2);
    return new TalosMinor(
        Minor.of(key),
        TalosVersion.of(text(row, "hosts_from")),
        Minor.of(kubernetes[0]),
        Minor.of(kubernetes[1]),
        TalosVersion.of(text(row, "newest")),
        row.text("leave_from").map(TalosVersion::of));
  }

  private static Trouble trouble(YamlMap row) {
    return new Trouble(
        TalosVersion.of(text(row, "talos")),
        row.text("kubernetes").map(Minor::of),
        text(row, "what"),
        TalosVersion.of(text(row, "instead")));
  }

  private static List<RemovedItem> removed(YamlMap rows) {
    List<RemovedItem> removed = new ArrayList<>();
    rows.entries().forEach((since, row) -> add(removed, Minor.of(since), (YamlMap) row));
    return removed;
  }

  private static void add(List<RemovedItem> removed, Minor since, YamlMap row) {
    row.list("apis").stream()
        .flatMap(apis -> apis.items().stream())
        .map(api -> new RemovedItem(since, RemovedItem.Kind.API, "", scalar(api)))
        .forEach(removed::add);
    row.text("gates").stream()
        .flatMap(ReleasesFile::words)
        .map(gate -> new RemovedItem(since, RemovedItem.Kind.GATE, "", gate))
        .forEach(removed::add);
    for (Map.Entry<String, YamlValue> flags :
        row.map("flags").map(YamlMap::entries).orElse(Map.of()).entrySet()) {
      words(scalar(flags.getValue()))
          .map(flag -> new RemovedItem(since, RemovedItem.Kind.FLAG, flags.getKey(), flag))
          .forEach(removed::add);
    }
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.strip().split("\\s+"));
  }

  private static Stream<YamlMap> maps(YamlList list) {
    return list.items().stream().map(YamlMap.class::cast);
  }

  private static YamlMap map(YamlMap file, String key) {
    return file.map(key).orElseThrow(() -> new IllegalStateException(FILE + " has no " + key));
  }

  private static String text(YamlMap row, String key) {
    return row.text(key).orElseThrow(() -> new IllegalStateException(FILE + " lacks " + key));
  }

  private static String scalar(YamlValue value) {
    return ((YamlScalar) value).text();
  }
}
