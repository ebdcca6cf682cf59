package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another plugin's libraries of the same names are in the same class loader, in other versions. */
class NeighbourTest {
  @TempDir Path folder;

  @Test
  void worksBesideOtherVersionsOfItsLibraries() {
    String jars =
        Arrays.stream(System.getProperty("talosforge.neighbour").split(File.pathSeparator))
            .map(file -> "'" + file + "'")
            .collect(Collectors.joining(", "));
    TestBuild build = TestBuild.withSample(folder).published().simulator(NEIGHBOUR);
    build.write(
        "build.gradle",
        "buildscript { dependencies { classpath files(%s) } }\n".formatted(jars)
            + build.read("build.gradle"));
    try {
      assertThat(build.run("neighbour", "planCluster", "bootstrap").getOutput())
          .contains("neighbour: okhttp/4.12.0, jackson 2.15.4, protobuf 3.25.9, kotlin 1.9.22")
          .contains("shared loader: true, of each class: [1, 1, 1, 1]")
          .contains("+ sample-worker-2  worker, VM 3001 on pve2")
          .contains("The cluster is healthy: 16 checks passed.");
    } finally {
      build.run("stopSimulator");
    }
  }

  /**
   * That the classes come from one loader, and each of them once, is what makes this a test: a jar
   * with libraries under their own names would bring each a second time.
   */
  private static final String NEIGHBOUR =
      """
      talosforgeSimulator { timeScale = 0 }
      abstract class Neighbour extends DefaultTask {
          @TaskAction
          void say() {
              def client = new okhttp3.OkHttpClient()
              com.google.protobuf.ByteString.copyFromUtf8("x").toByteArray()
              def own = [okhttp3.OkHttpClient, com.fasterxml.jackson.databind.ObjectMapper,
                  com.google.protobuf.ByteString, kotlin.KotlinVersion]
              def loader = io.github.talosforge.gradle.TalosforgePlugin.classLoader
              println("neighbour: " + okhttp3.internal.Util.userAgent
                  + ", jackson " + new com.fasterxml.jackson.databind.ObjectMapper().version()
                  + ", protobuf " + version(com.google.protobuf.ByteString)
                  + ", kotlin " + kotlin.KotlinVersion.CURRENT)
              println("shared loader: " + own.every { it.classLoader == loader }
                  + ", of each class: " + own.collect { places(loader, it) })
              client.dispatcher().executorService().shutdown()
          }

          static int places(ClassLoader loader, Class<?> one) {
              return loader.getResources(one.name.replace('.', '/') + '.class').toList().size()
          }

          static String version(Class<?> one) {
              return (one.protectionDomain.codeSource.location.path =~ /-([0-9.]+)\\.jar/)[0][1]
          }
      }
      tasks.register("neighbour", Neighbour)
      """;
}
