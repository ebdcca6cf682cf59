package io.github.talosforge.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs every benchmark and writes its figures into a folder, a file each. */
public final class Benchmarks {
  private static final List<Benchmark> ALL =
      List.of(new ModelBenchmark(), new ClusterResourcesBenchmark(), new TaskWaitBenchmark());

  private Benchmarks() {}

  /** Runs them all; the argument is the folder. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    for (Benchmark benchmark : ALL) {
      Map<String, Object> figures = new TreeMap<>(benchmark.measure());
      figures.put("java", Runtime.version().toString());
      figures.put("processors", Runtime.getRuntime().availableProcessors());
      Path file = folder.resolve(benchmark.name() + ".json");
      json.writeValue(file.toFile(), figures);
      System.out.println(file + " " + figures);
    }
  }
}
