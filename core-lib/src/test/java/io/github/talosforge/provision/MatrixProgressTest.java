package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import io.github.talosforge.provision.MatrixProgress.Done;
import io.github.talosforge.provision.MatrixRecord.Commit;
import io.github.talosforge.simulator.fault.Fault.Side;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of the matrix that is cut off goes on where it was. */
class MatrixProgressTest {
  private static final Commit CLEAN = new Commit("abcdef0");
  private static final Commit DIRTY = new Commit("abcdef0-dirty");

  @TempDir Path folder;
  private final Queue<CrashCase> run = new ConcurrentLinkedQueue<>();

  private static List<CrashCase> cases() {
    CrashPoint set = new CrashPoint("POST", "/nodes/{node}/qemu/{vmid}/config", 2000, "", 1);
    CrashPoint upload = new CrashPoint("POST", "/nodes/{node}/storage/{storage}/upload", 0, "p", 2);
    return Stream.of(set, upload)
        .flatMap(
            point ->
                Stream.of(Side.values())
                    .map(
                        side -> new CrashCase(Scenario.GROW_DISK, point, Mishap.CALLER_DIES, side)))
        .toList();
  }

  private List<Done> start(Commit commit, List<CrashCase> cases) throws Exception {
    run.clear();
    return new MatrixProgress(folder, commit, "GROW_DISK").complete(cases, this::ended);
  }

  private Verdict ended(CrashCase crash) {
    run.add(crash);
    return new Verdict(crash, Ending.NAMED, 2, "qm unlock " + crash.point().vmid());
  }

  @Test
  void whatIsDoneIsSkippedAndCounted() throws Exception {
    List<Done> first = start(CLEAN, cases().subList(0, 2));
    List<Done> all = start(CLEAN, cases());

    assertThat(run).containsExactlyInAnyOrderElementsOf(cases().subList(2, 4));
    assertThat(all)
        .extracting(Done::crash)
        .isEqualTo(cases().stream().map(Object::toString).toList());
    assertThat(all.subList(0, 2)).isEqualTo(first);
  }

  @Test
  void aLineThatWasCutOffIsRunAgain() throws Exception {
    start(CLEAN, cases().subList(0, 2));
    Files.writeString(
        folder.resolve("abcdef0/GROW_DISK.jsonl"),
        "{\"crash\":\"" + cases().get(2) + "\",\"end",
        StandardOpenOption.APPEND);
    start(CLEAN, cases().subList(0, 3));
    assertThat(run).containsExactly(cases().get(2));
    assertThat(start(CLEAN, cases().subList(0, 3))).hasSize(3);
    assertThat(run).isEmpty();
  }

  @Test
  void whatWasDoneOnADirtyTreeOrAnotherCommitIsNot() throws Exception {
    for (Commit commit : List.of(DIRTY, DIRTY, CLEAN, new Commit("0ld0000"))) {
      start(commit, cases());
      assertThat(run).as(commit.name()).hasSameSizeAs(cases());
    }
  }
}
