package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on using the library by itself says what is true. */
class LibraryPageTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([A-Z]\\w+\\.\\w+)` \\|(.+)\\|(.+)\\|$");

  private final String page = read("docs/library.md");

  @Test
  void everyOperationHasOneRowWithItsPrivilegesOnBothReleases() {
    List<MatchResult> rows = ROW.matcher(page).results().toList();
    assertThat(rows.stream().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(Operations.all());
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.group(2)).as("release 8 in %s", row.group()).isNotBlank();
              assertThat(row.group(3)).as("release 9 in %s", row.group()).isNotBlank();
            });
  }

  @Test
  void theExampleIsCompiledAndWorks() {
    String source =
        read(
            "core-lib/src/test/java/" + LibraryExample.class.getName().replace('.', '/') + ".java");
    int start = source.indexOf("    var connection");
    String body = source.substring(start, source.indexOf("\n  }\n", start)).stripIndent();
    assertThat(page).contains("```java\n" + body + "\n```");
    try (AnsweringServer server = new AnsweringServer()) {
      server.answer("POST", "/nodes/pve1/qemu/100/status/start", '"' + AnsweringServer.UPID + '"');
      server.answerEverything("{\"status\":\"stopped\",\"exitstatus\":\"OK\"}");
      LibraryExample.startVm(server.endpoint(), UUID.randomUUID().toString());
      assertThat(server.requests()).contains("POST /nodes/pve1/qemu/100/status/start");
    }
  }

  private static String read(String file) {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("settings.gradle.kts"))) {
      folder = folder.getParent();
    }
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
