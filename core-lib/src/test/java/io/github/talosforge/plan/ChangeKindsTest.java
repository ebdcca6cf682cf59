package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.plan.SampleChanges.Sample;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.PlanDiff;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.talos.TalosCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wherever changes are told, every kind of change has its words. */
class ChangeKindsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static List<Sample> samples() {
    return SampleChanges.all();
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    Class<?>[] below = type.getPermittedSubclasses();
    return below == null ? Stream.of(type) : Stream.of(below).flatMap(ChangeKindsTest::kinds);
  }

  private static Set<Class<?>> kindsOf(Class<?> type, Collection<?> samples) {
    assertThat(samples.stream().map(Object::getClass).collect(Collectors.toSet()))
        .as("kinds of %s with a sample", type.getSimpleName())
        .containsAll(kinds(type).toList());
    return kinds(type).collect(Collectors.toSet());
  }

  private static Plan plan(Change change) {
    return Plan.of(ClusterName.of("homelab"), List.of(change), FindingReport.empty(), "digest");
  }

  private static JsonNode json(Plan plan) throws IOException {
    return MAPPER.readTree(PlanJson.render(plan));
  }

  private static Set<String> fields(JsonNode json) {
    Set<String> names = new HashSet<>();
    json.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** What programs are told of every change of a group. */
  private static Set<String> shared(Change change) {
    List<String> all = List.of("id", "kind", "disruptive", "dependsOn");
    List<String> more =
        change instanceof VmChange vm
            ? vm.vm().address().isPresent()
                ? List.of("node", "role", "vmId", "host", "address", "startupOrder")
                : List.of("node", "role", "vmId", "host", "startupOrder")
            : change instanceof ImageChange
                ? List.of("host", "imageStorage", "image")
                : List.of(
                    change instanceof HaChange
                        ? "name"
                        : change instanceof CleaningChange ? "host" : "node");
    return Stream.of(all, more).flatMap(List::stream).collect(Collectors.toSet());
  }

  private static RunReport report(Plan plan) {
    Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    RunJournal journal = new RunJournal(new Scene().spec(), clock, UnaryOperator.identity());
    journal.planned(plan);
    return journal.report(new ClientCounters(0, 0, 0, 0, 0), new TalosCounters(0, 0, 0));
  }

  private static String words(PlanDiff.Entry entry) {
    List<String> words = new ArrayList<>(List.of(entry.subject(), entry.details()));
    words.addAll(entry.notes());
    entry.values().stream().map(ChangeKindsTest::words).forEach(words::add);
    return String.join("\n", words);
  }

  private static String words(PlanDiff.Value value) {
    return "%s: %s → %s, %s, %s"
        .formatted(
            value.name(),
            value.before().orElse("nothing"),
            value.after().orElse("nothing"),
            value.effect(),
            value.origin().orElse("nobody"));
  }

  @Test
  void everyKindHasASample() {
    List<Change> changes = samples().stream().map(Sample::change).toList();
    assertThat(kindsOf(Change.class, changes)).hasSizeGreaterThan(25);
    assertThat(
            kindsOf(
                CreateVm.Source.class,
                changes.stream()
                    .filter(CreateVm.class::isInstance)
                    .map(change -> ((CreateVm) change).source())
                    .toList()))
        .hasSizeGreaterThan(4);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void hasItsLine(Sample sample) {
    assertThat(ChangeWords.of(sample.change())).isEqualTo(sample.line());
    assertThat(ChangeWords.subject(sample.change())).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isToldOnTheTerminal(Sample sample) {
    assertThat(PlanText.render(plan(sample.change()), false)).contains(sample.text());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isToldToPrograms(Sample sample) throws IOException {
    JsonNode json = json(plan(sample.change())).at("/changes/0");
    assertThat(sample.change().id().value()).startsWith(json.at("/kind").textValue() + "/");
    Set<String> told = fields(json);
    told.removeAll(shared(sample.change()));
    assertThat(told).isEqualTo(sample.fields());
    assertThat(fields(json)).containsAll(shared(sample.change()));
  }

  @Test
  void whatProgramsAreToldIsAsTheSchemaSays() throws IOException {
    String schema = Files.readString(Path.of("../docs/schema/plan.schema.json"));
    for (Sample sample : samples()) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(json(plan(sample.change()))))
          .as(sample.line())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isToldOnThePage(Sample sample) {
    RunReport report = report(plan(sample.change()));
    List<PlanDiff.Entry> entries = report.plan().orElseThrow().entries();
    assertThat(entries).hasSize(1);
    assertThat(words(entries.get(0))).contains(sample.page());
    assertThat(entries.get(0).subject()).isEqualTo(ChangeWords.subject(sample.change()));
    assertThat(ReportPage.render(report)).contains(entries.get(0).subject());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isCounted(Sample sample) throws IOException {
    Plan plan = plan(sample.change());
    Map<String, Integer> numbers =
        MAPPER.convertValue(
            json(plan).at("/summary"),
            MAPPER.getTypeFactory().constructMapType(Map.class, String.class, Integer.class));
    assertThat(numbers.values().stream().mapToInt(Integer::intValue).sum()).isPositive();
    assertThat(PlanSummary.of(plan).toString()).containsPattern("[1-9]|etcd to bootstrap");
    assertThat(PlanText.render(plan, false)).doesNotContain("No changes");
  }
}
