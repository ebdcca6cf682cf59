package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another plugin's libraries of the same names are on the same class path, in other versions. */
class NeighbourTest {
  @TempDir Path folder;

  @Test
  void worksBesideOtherVersionsOfItsLibraries() {
    String jars =
        Arrays.stream(System.getProperty("talosforge.neighbour").split(File.pathSeparator))
            .map(file -> "'" + file + "'")
            .collect(Collectors.joining(", "));
    TestBuild build = TestBuild.withSample(folder).simulator(NEIGHBOUR);
    build.write(
        "build.gradle",
        "buildscript { dependencies { classpath files(%s) } }\n".formatted(jars)
            + build.read("build.gradle"));
    try {
      assertThat(build.run("neighbour", "bootstrap").getOutput())
          .contains("neighbour: okhttp/4.12.0, jackson 2.15.4, kotlin 1.9.22")
          .contains("The cluster is healthy: 16 checks passed.");
    } finally {
      build.run("stopSimulator");
    }
  }

  private static final String NEIGHBOUR =
      """
      talosforgeSimulator { timeScale = 0 }
      abstract class Neighbour extends DefaultTask {
          @TaskAction
          void say() {
              def client = new okhttp3.OkHttpClient()
              com.google.protobuf.ByteString.copyFromUtf8("x").toByteArray()
              println("neighbour: " + okhttp3.internal.Util.userAgent
                  + ", jackson " + new com.fasterxml.jackson.databind.ObjectMapper().version()
                  + ", kotlin " + kotlin.KotlinVersion.CURRENT)
              client.dispatcher().executorService().shutdown()
          }
      }
      tasks.register("neighbour", Neighbour)
      """;
}
