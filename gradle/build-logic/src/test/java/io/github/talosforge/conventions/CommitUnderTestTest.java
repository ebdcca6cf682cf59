package io.github.talosforge.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures are recorded for the code that was run, and for nothing else. */
class CommitUnderTestTest {
  @TempDir Path repository;

  private String git(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=me", "-c", "user.email=me@example.org"));
    command.addAll(List.of(words));
    Process git =
        new ProcessBuilder(command)
            .directory(repository.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(git.waitFor()).as(said).isZero();
    return said;
  }

  private void write(String file, String text) throws IOException {
    Path path = repository.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String commit(String file) throws Exception {
    write(file, "committed");
    git("add", ".");
    git("commit", "-q", "-m", file);
    return git("rev-parse", "HEAD");
  }

  private String name() {
    return new CommitUnderTest(repository.toFile()).name();
  }

  @Test
  void aCleanTreeIsItsCommit() throws Exception {
    git("init", "-q");
    String head = commit("Code.java");
    assertThat(name()).isEqualTo(head);
  }

  @Test
  void aChangedOrNewFileMakesItDirty() throws Exception {
    git("init", "-q");
    String head = commit("Code.java");
    write("Code.java", "changed");
    assertThat(name()).isEqualTo(head + "-dirty");
    git("checkout", "-q", "Code.java");
    write("New.java", "new");
    assertThat(name()).isEqualTo(head + "-dirty");
  }

  @Test
  void theRecordItselfIsNeitherAChangeNorAnotherCommit() throws Exception {
    git("init", "-q");
    String code = commit("Code.java");
    write("docs/reliability.json", "{}");
    assertThat(name()).isEqualTo(code);
    commit("docs/reliability.md");
    assertThat(name()).isEqualTo(code);
    assertThat(commit("docs/other.md")).isEqualTo(name()).isNotEqualTo(code);
  }

  @Test
  void whereThereIsNoRepositoryNothingCounts() {
    assertThat(name()).isEqualTo("unknown-dirty");
  }
}
