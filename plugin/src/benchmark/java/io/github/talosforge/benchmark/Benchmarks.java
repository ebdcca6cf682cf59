package io.github.talosforge.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.gradle.TalosforgePlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;

/** Measures what applying the plugin costs the configuration of a project. */
public final class Benchmarks {
  private static final int ROUNDS = 21;

  private Benchmarks() {}

  /**
   * Measures and writes {@code apply.json}.
   *
   * @param args the folder for the figures
   * @throws IOException when the figures cannot be written
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    // Gradle's own first project is not the plugin's cost.
    ProjectBuilder.builder().build().getPluginManager().apply("java");
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("firstMillis", apply());
    List<Long> more = IntStream.range(0, ROUNDS).mapToObj(round -> apply()).sorted().toList();
    figures.put("medianMillis", more.get(ROUNDS / 2));
    figures.put("java", Runtime.version().toString());
    figures.put("processors", Runtime.getRuntime().availableProcessors());
    String json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures);
    Files.writeString(folder.resolve("apply.json"), json);
    System.out.println(json);
    // Gradle leaves threads behind that would keep this process alive.
    System.exit(0);
  }

  private static long apply() {
    Project project = ProjectBuilder.builder().build();
    long start = System.nanoTime();
    project.getPluginManager().apply(TalosforgePlugin.class);
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
