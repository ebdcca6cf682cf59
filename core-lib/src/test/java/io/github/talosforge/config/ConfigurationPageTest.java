package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.validation.ClusterValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files that the page about them shows are read, and nothing is found in them. */
class ConfigurationPageTest {
  private static final Pattern BLOCK =
      Pattern.compile("```yaml\\n# (\\S+) \\((\\w+)\\)\\n(.*?)```", Pattern.DOTALL);

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
    ClusterSpec spec = reading.spec().orElseThrow();
    assertThat(new ClusterValidator().validate(spec).render()).isEmpty();
    return spec;
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
}
