package io.github.talosforge.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Runs every benchmark and writes its figures into a folder, a file each. */
public final class Benchmarks {
  private static final List<Benchmark> ALL =
      List.of(
          new ModelBenchmark(),
          new ClusterResourcesBenchmark(),
          new TaskWaitBenchmark(),
          new PlanBenchmark(),
          new SmallHeapBenchmark(),
          new ProvisionBenchmark(),
          new BootstrapBenchmark(),
          new GrowthBenchmark(),
          new AnsibleBenchmark());

  private Benchmarks() {}

  /** Runs all, or those that TALOSFORGE_BENCHMARKS names; the argument is the folder. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    String chosen = System.getenv("TALOSFORGE_BENCHMARKS");
    Predicate<Benchmark> wanted =
        chosen == null ? one -> true : one -> Set.of(chosen.split(",")).contains(one.name());
    for (Benchmark benchmark : ALL.stream().filter(wanted).toList()) {
      Map<String, Object> figures = new TreeMap<>(benchmark.measure());
      figures.put("java", Runtime.version().toString());
      figures.put("processors", Runtime.getRuntime().availableProcessors());
      Path file = folder.resolve(benchmark.name() + ".json");
      json.writeValue(file.toFile(), figures);
      System.out.println(file + " " + figures);
    }
  }
}
