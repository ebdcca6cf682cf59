package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of embedding is compiled as it stands and run. */
class EmbeddingExampleTest {
  @TempDir Path classes;
  @TempDir Path folder;

  private static Path repository() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
        .filter(root -> Files.exists(root.resolve("settings.gradle.kts")))
        .findFirst()
        .orElseThrow();
  }

  private void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        Stream<Path> sources = Files.list(repository().resolve("examples/embedding"))) {
      List<Path> all = sources.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(all).hasSize(2);
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of("-d", classes.toString(), "-Xlint:all", "-Werror", "-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(all))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
  }

  @Test
  void theExampleCompilesMakesVmsAndDestroysThem() throws Exception {
    compile();
    try (SimulatedCluster cluster = SimulatedCluster.start();
        URLClassLoader loader =
            new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Files.writeString(folder.resolve("cluster.yaml"), cluster.clusterFile());
      Files.writeString(
          folder.resolve("nodes.yaml"), "pools: [{name: cp, role: controlplane, count: 1}]\n");
      String[] token = cluster.simulator.token().split("=", 2);
      List<String> arguments =
          List.of(
              folder.toString(),
              cluster.simulator.url(),
              cluster.simulator.fingerprint(),
              token[0],
              token[1]);
      Method main = loader.loadClass("Embedding").getMethod("main", String[].class);
      main.invoke(null, (Object) with(arguments, "provision"));

      assertThat(cluster.nodes().keySet()).containsExactly("2000 cp-1");
      assertThat(folder.resolve("report.html")).content().contains("<title>demo: Done");

      main.invoke(null, (Object) with(arguments, "destroy", "demo"));
      assertThat(cluster.nodes()).isEmpty();
    }
  }

  private static String[] with(List<String> arguments, String... more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
  }
}
