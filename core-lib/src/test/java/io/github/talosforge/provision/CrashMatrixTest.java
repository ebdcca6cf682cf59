package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import io.github.talosforge.provision.MatrixProgress.Done;
import io.github.talosforge.provision.MatrixRecord.Commit;
import io.github.talosforge.provision.MatrixRecord.Row;
import io.github.talosforge.simulator.fault.Fault.Side;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever goes wrong with whichever call, the next run brings the cluster to the same end. */
class CrashMatrixTest {
  private static final long SEED = 20261116;
  private static final CrashMatrix MATRIX = new CrashMatrix();
  private static final Path PROGRESS = Path.of("build/crash-matrix");
  private static final Commit COMMIT = Commit.underTest();

  /** Some of the scenarios that do most harm when they go wrong. */
  static List<CrashCase> slice() {
    Random chance = new Random(SEED);
    return Stream.of(
            Scenario.FROM_NOTHING,
            Scenario.REBUILT,
            Scenario.CONTROL_PLANE_REBUILT,
            Scenario.CONTROL_PLANE_DESTROYED)
        .map(MATRIX::cases)
        .flatMap(
            cases -> {
              Collections.shuffle(cases, chance);
              return cases.subList(0, 2).stream();
            })
        .toList();
  }

  @ParameterizedTest
  @MethodSource("slice")
  void theNextRunMendsIt(CrashCase crash) {
    Verdict verdict = MATRIX.run(crash);
    assertThat(verdict.ending()).as(verdict.words()).isNotEqualTo(Ending.LOST);
  }

  /** Once the only node's VM is gone, nobody but the notes of its data VM says what it ran. */
  static List<CrashCase> sliceOfTheOnlyNode() {
    Pattern some = Pattern.compile("DELETE .*/qemu/.vmid.|POST .*/(clone|status/(start|shutdown))");
    return MATRIX.cases(Scenario.ONLY_NODE_REBUILT).stream()
        .filter(one -> one.mishap() == Mishap.CALLER_DIES && one.side() == Side.AFTER)
        .filter(
            one ->
                EveryCase.some(1, 0) == 1
                    || some.matcher(one.point().method() + " " + one.point().template()).matches())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("sliceOfTheOnlyNode")
  void theOnlyNodeComesBackWithWhatItRan(CrashCase crash) {
    Verdict verdict = MATRIX.run(crash);
    assertThat(verdict.ending()).as(verdict.words()).isNotEqualTo(Ending.LOST);
  }

  private static Stream<CrashCase> hostsGoDown(Scenario scenario) {
    return MATRIX.cases(scenario).stream().filter(one -> one.mishap() == Mishap.HOST_OFFLINE);
  }

  /** A host goes down and stays down between a clone and the call that would have marked it. */
  static List<CrashCase> sliceWhileDown() {
    return List.of(
        beforeTheMarks(Scenario.FROM_NOTHING, 2002, 1),
        beforeTheMarks(Scenario.ONE_MORE_WORKER, 3002, 1),
        beforeTheMarks(Scenario.REBUILT, 3000, 2));
  }

  private static CrashCase beforeTheMarks(Scenario scenario, int vm, int occurrence) {
    return hostsGoDown(scenario)
        .filter(one -> one.side() == Side.BEFORE)
        .filter(one -> one.point().template().endsWith("/qemu/{vmid}/config"))
        .filter(one -> one.point().vmid() == vm && one.point().occurrence() == occurrence)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("sliceWhileDown")
  void runsWhileTheHostIsStillDownMakeNothingTwice(CrashCase crash) {
    Verdict verdict = MATRIX.runWhileDown(crash);
    assertThat(verdict.ending()).as(verdict.words()).isNotEqualTo(Ending.LOST);
  }

  @Tag("matrix")
  @Test
  void noRunWhileAHostIsStillDownMakesAnythingTwice() throws Exception {
    List<Done> all = new ArrayList<>();
    for (Scenario scenario : chosen()) {
      List<Done> done =
          new MatrixProgress(PROGRESS, COMMIT, scenario.name() + "-host-down")
              .complete(hostsGoDown(scenario).toList(), MATRIX::runWhileDown);
      all.addAll(told(scenario + ", host still down", done));
    }
    assertThat(all).filteredOn(one -> one.ending() == Ending.LOST).isEmpty();
  }

  /** Its figures are those of {@code docs/reliability.json}. */
  @Tag("matrix")
  @Test
  void everyMishapAtEveryCallIsSurvivedOrNamed() throws Exception {
    List<Done> all = new ArrayList<>();
    for (Scenario scenario : chosen()) {
      MatrixProgress progress = new MatrixProgress(PROGRESS, COMMIT, scenario.name());
      List<Done> done = progress.complete(MATRIX.cases(scenario), MATRIX::run);
      int points = MATRIX.whole(scenario).points().size();
      assertThat(done).hasSize(points * Mishap.values().length * 2);
      MatrixRecord.renew(
          MatrixRecord.FILE,
          COMMIT,
          scenario,
          Row.whole(COMMIT, progress.date().toString(), points, done));
      all.addAll(told(scenario.toString(), done));
    }
    assertThat(all).filteredOn(one -> one.ending() == Ending.LOST).isEmpty();
  }

  /** A sample that takes a third of the time. Whoever runs the rest later goes on from it. */
  @Tag("matrix")
  @Test
  void everyThirdCaseIsSurvivedOrNamedWithTheLateList() throws Exception {
    List<Done> all = new ArrayList<>();
    for (Scenario scenario : chosen()) {
      MatrixProgress progress = new MatrixProgress(PROGRESS, COMMIT, scenario.name());
      List<Done> done = progress.complete(everyThird(scenario), MATRIX::run);
      int points = MATRIX.whole(scenario).points().size();
      MatrixRecord.renew(
          MatrixRecord.FILE,
          COMMIT,
          scenario,
          Row.sampled(COMMIT, progress.date().toString(), points, done, SEED));
      all.addAll(told(scenario + ", every third case", done));
    }
    assertThat(all).filteredOn(one -> one.ending() == Ending.LOST).isEmpty();
  }

  private static List<CrashCase> everyThird(Scenario scenario) {
    List<CrashCase> cases = MATRIX.cases(scenario);
    Collections.shuffle(cases, new Random(SEED));
    return IntStream.range(0, cases.size()).filter(i -> i % 3 == 0).mapToObj(cases::get).toList();
  }

  /** All, or those that TALOSFORGE_SCENARIOS names. */
  private static List<Scenario> chosen() {
    String names = Optional.ofNullable(System.getenv("TALOSFORGE_SCENARIOS")).orElse("");
    return names.isEmpty()
        ? List.of(Scenario.values())
        : Stream.of(names.split(",")).map(Scenario::valueOf).toList();
  }

  private static List<Done> told(String what, List<Done> done) {
    System.out.println(
        what
            + ": "
            + done.stream()
                .collect(Collectors.groupingBy(Done::ending, TreeMap::new, Collectors.counting())));
    done.stream()
        .filter(one -> one.ending() == Ending.LOST)
        .forEach(one -> System.out.println("LOST " + one.crash() + "\n  " + one.words()));
    return done;
  }
}
