package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import io.github.talosforge.simulator.fault.Fault.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever goes wrong with whichever call, the next run brings the cluster to the same end. */
class CrashMatrixTest {
  private static final int AT_ONCE = 4;
  private static final long SEED = 20261116;
  private static final CrashMatrix MATRIX = new CrashMatrix();

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
    List<Verdict> all = new ArrayList<>();
    for (Scenario scenario : chosen()) {
      List<Verdict> verdicts = verdicts(hostsGoDown(scenario).toList(), MATRIX::runWhileDown);
      System.out.println(scenario + ", host still down: " + figures(verdicts.size(), verdicts));
      all.addAll(verdicts);
    }
    assertThat(all).filteredOn(one -> one.ending() == Ending.LOST).isEmpty();
  }

  /** Its figures are those of {@code docs/reliability.md}. */
  @Tag("matrix")
  @Test
  void everyMishapAtEveryCallIsSurvivedOrNamed() throws Exception {
    Map<String, Object> figures = new LinkedHashMap<>();
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    figures.put("date", today.toString());
    Map<Scenario, MatrixPage.Row> rows = new EnumMap<>(Scenario.class);
    List<Verdict> all = new ArrayList<>();
    int points = 0;
    for (Scenario scenario : chosen()) {
      List<Verdict> verdicts = verdicts(MATRIX.cases(scenario), MATRIX::run);
      int here = MATRIX.whole(scenario).points().size();
      assertThat(verdicts).hasSize(here * Mishap.values().length * 2);
      points += here;
      all.addAll(verdicts);
      figures.put(scenario.toString(), figures(here, verdicts));
      figures.put("all", figures(points, all));
      System.out.println(scenario + ": " + figures.get(scenario.toString()));
      write(figures);
      rows.put(scenario, MatrixPage.Row.of(here, verdicts, today));
      MatrixPage.write(rows);
    }
    System.out.println("all: " + figures.get("all"));
    assertThat(all).filteredOn(one -> one.ending() == Ending.LOST).isEmpty();
  }

  /** All, or those that TALOSFORGE_SCENARIOS names. */
  private static List<Scenario> chosen() {
    String names = Optional.ofNullable(System.getenv("TALOSFORGE_SCENARIOS")).orElse("");
    return names.isEmpty()
        ? List.of(Scenario.values())
        : Stream.of(names.split(",")).map(Scenario::valueOf).toList();
  }

  private static List<Verdict> verdicts(List<CrashCase> cases, Function<CrashCase, Verdict> way)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<Verdict>> running =
          cases.stream().map(crash -> threads.submit(() -> told(crash, way))).toList();
      List<Verdict> verdicts = new ArrayList<>();
      for (Future<Verdict> one : running) {
        verdicts.add(one.get());
      }
      return verdicts;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Verdict told(CrashCase crash, Function<CrashCase, Verdict> way) {
    Verdict verdict = way.apply(crash);
    if (verdict.ending() == Ending.LOST) {
      System.out.println("LOST " + crash + "\n  " + verdict.words());
    }
    return verdict;
  }

  private static Map<String, Object> figures(int points, List<Verdict> verdicts) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("points", points);
    figures.put("mishaps", Mishap.values().length);
    figures.put("cases", verdicts.size());
    for (Ending ending : Ending.values()) {
      figures.put(
          ending.name().toLowerCase(Locale.ROOT),
          verdicts.stream().filter(one -> one.ending() == ending).count());
    }
    figures.put(
        "further_runs",
        verdicts.stream()
            .collect(Collectors.groupingBy(Verdict::runs, TreeMap::new, Collectors.counting())));
    figures.put(
        "named_commands",
        verdicts.stream()
            .filter(one -> one.ending() == Ending.NAMED)
            .collect(
                Collectors.groupingBy(
                    one -> one.words().replaceAll("\\d+", "ID"),
                    TreeMap::new,
                    Collectors.counting())));
    figures.put(
        "lost_cases",
        verdicts.stream()
            .filter(one -> one.ending() == Ending.LOST)
            .map(one -> one.crash() + ": " + one.words().lines().findFirst().orElse(""))
            .toList());
    return figures;
  }

  private static void write(Map<String, Object> figures) throws IOException {
    Path file = Path.of("build/reliability/crash-matrix.json");
    Files.createDirectories(file.getParent());
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(file.toFile(), figures);
  }
}
