package io.github.talosforge.attack;

import static io.github.talosforge.attack.SecretPlaces.CLUSTER_KEYS;
import static io.github.talosforge.attack.SecretPlaces.PATCHES;
import static io.github.talosforge.attack.SecretPlaces.REFUSED;
import static io.github.talosforge.attack.SecretPlaces.SAID;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.health.HealthJson;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.validation.ClusterValidator;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Secrets stand wherever somebody can write one, and every verb that tells anything runs over them.
 * They are looked for by their values.
 */
class SecretsAttackTest {
  private static final String NODES = "nodes: [{name: cp-1, controller: true, memory: 4096}]\n";

  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(5));

  /** What {@code docs/security.md} promises. */
  private static final int PLACES = 60;

  private static final Duration LIFETIME = Duration.ofHours(1);

  private final Told told = new Told();

  @TempDir Path folder;

  @Test
  void placesAreAsManyAsPromised() {
    assertThat(Stream.of(PATCHES, CLUSTER_KEYS, REFUSED, SAID).flatMap(List::stream).distinct())
        .hasSizeGreaterThanOrEqualTo(PLACES);
  }

  /** The second file holds what the cluster itself keeps secret, at the same places. */
  @Test
  void noVerbTellsWhatStandsInTheFiles() {
    try (World world = world()) {
      String first = world.file(patches(), CLUSTER_KEYS.stream().map(told::plant).toList());
      List<String> own =
          Stream.concat(World.SECRETS.values().stream(), Stream.of(world.token())).toList();
      String second = world.file(with(own, PATCHES), with(own, CLUSTER_KEYS));
      assertThat(PATCHES).hasSizeGreaterThan(own.size());
      assertThat(told.secrets()).isEqualTo(PATCHES.size() + CLUSTER_KEYS.size() + own.size());
      assertThat(PATCHES.size() + CLUSTER_KEYS.size()).isGreaterThanOrEqualTo(40);

      ClusterSpec spec = read(first);
      explain(spec);
      assertThat(told.by("explain")).contains("extraKernelArgs", "extra_args", "x.lan");
      provision(world, spec);
      bootstrap(world, spec);
      assertThat(told.by("bootstrap")).contains("The cluster is healthy");
      health(world, spec);
      ask(world, spec);
      planOthers(world, spec);
      ClusterSpec changed = read(second);
      explain(changed);
      plan("plan of other secrets", world, changed);
      assertThat(told.by("plan of other secrets"))
          .contains("my.param=(hidden:", "https://(hidden:", "machine.install.extraKernelArgs");
      applyConfigs(world, changed);
      new EveryGoal(world, changed, secrets(), told).reach();
      assertThat(told.by("Configure")).contains("(hidden:");
      assertThat(told.by("RemoveNodes")).contains("cp-1: destroy VM");
      assertThat(told.by("CleanTemplates")).contains("remove from pve1");
    }
    assertThat(EveryGoal.forgotten()).isEmpty();
    told.holdsNoSecret();
  }

  private SecretsFile secrets() {
    SecretsFile file =
        SecretsFile.at(
            folder.resolve("secrets.yaml"), new SopsEnvironment(Map.of(), folder, "Linux"));
    file.create(World.SECRETS, Instant.now(), new SecureRandom());
    return file;
  }

  /** Whatever else is asked, nothing tells the cluster's secrets or the token. */
  private World world() {
    World world = new World();
    World.SECRETS.values().forEach(value -> told.plant(value, "the cluster's secrets"));
    told.plant(world.token(), "the token");
    return world;
  }

  private List<String> with(List<String> secrets, List<String> places) {
    return IntStream.range(0, places.size())
        .mapToObj(i -> told.plant(secrets.get(i % secrets.size()), places.get(i)))
        .toList();
  }

  private List<String> patches() {
    return PATCHES.stream().map(told::plant).toList();
  }

  @ParameterizedTest
  @FieldSource("io.github.talosforge.attack.SecretPlaces#REFUSED")
  void noFindingTellsWhatItRefuses(String place) {
    try (World world = world()) {
      ClusterReading reading =
          ClusterFiles.read(world.file(List.of(), List.of(told.plant(place))), NODES);
      told.by("findings", reading.report().render());
      reading
          .spec()
          .ifPresent(
              spec -> {
                explain(spec);
                told.by("findings", new ClusterValidator().validate(spec).render());
                plan("plan", world, spec);
              });
      told.by(
          "report of what was refused",
          ReportPage.render(
              RunJournal.refused(
                  "main",
                  Clock.systemUTC().instant(),
                  reading.report(),
                  reading.report().render(),
                  UnaryOperator.identity())));
    }
    told.holdsNoSecret();
  }

  @ParameterizedTest
  @FieldSource("io.github.talosforge.attack.SecretPlaces#SAID")
  void noVerbTellsWhatAServerSays(String words) {
    try (World world = world()) {
      String said = "The server regrets: " + told.plant(words).replace("TOKEN", world.token());
      ClusterSpec spec = read(world.file(List.of(), List.of()));
      provisionAgainst(world, spec, "POST", "/nodes/{node}/qemu", said);
      provisionAgainst(world, spec, "POST", "/nodes/{node}/qemu/{vmid}/clone", said);
      provisionAgainst(world, spec, "GET", "/cluster/resources", said);
    }
    told.holdsNoSecret();
  }

  /** A machine quotes what it cannot read. */
  @Test
  void noVerbTellsWhatAMachineRefuses() {
    try (World world = world()) {
      String patch = "machine: {logging: {destinations: [{endpoint: 'https://me:§@l.lan'}]}}";
      ClusterSpec spec = read(world.file(List.of(told.plant(patch)), List.of()));
      provision(world, spec);
      bootstrap(world, spec);
      assertThat(told.by("bootstrap")).contains("cannot construct", "https://(hidden)@l.lan");
    }
    told.holdsNoSecret();
  }

  @Test
  void strangersNamesSteerNobodysTerminal() {
    String name = told.plant("web\u001b[2J\nplan: ok password=§");
    try (AttackedCluster attacked = Attack.CLONE.prepared().set("name", name)) {
      for (Verb verb : Verb.values()) {
        tell(verb.name(), verb.plan(attacked));
      }
    }
    assertThat(told.everything()).contains("plan: ok password=(hidden)");
    assertThat(told.everything().lines())
        .noneMatch(line -> line.contains("\u001b") || line.startsWith("plan: ok"));
    told.holdsNoSecret();
  }

  private static ClusterSpec read(String file) {
    ClusterReading reading = ClusterFiles.read(file, NODES);
    return reading
        .spec()
        .orElseThrow(() -> new IllegalArgumentException(reading.report().render()));
  }

  private void explain(ClusterSpec spec) {
    Stream.concat(
            Stream.of(spec.provenance()), spec.nodes().stream().map(node -> node.provenance()))
        .flatMap(provenance -> provenance.values().stream())
        .map(ExplainedValue::render)
        .forEach(line -> told.by("explain", line));
  }

  private void provisionAgainst(
      World world, ClusterSpec spec, String method, String path, String said) {
    int before = told.by("provision").split("The server regrets", -1).length;
    world.refuse(method, path, said);
    provision(world, spec);
    assertThat(told.by("provision").split("The server regrets", -1))
        .as("%s %s", method, path)
        .hasSizeGreaterThan(before);
  }

  private void plan(String verb, World world, ClusterSpec spec) {
    try (ClusterSession session = world.session(spec)) {
      Plan vms = session.plan(NodeSelection.all(), false);
      Plan plan = vms.isBlocked() ? vms : world.talos(session).plan(vms);
      tell(verb, plan);
      RunJournal journal = journal(spec);
      journal.planned(plan);
      journal.seen(session.status());
      tell(verb, journal, session);
    } catch (RuntimeException e) {
      told.by(verb, e);
    }
  }

  private void tell(String verb, Plan plan) {
    told.by(verb, PlanText.render(plan, false));
    told.by(verb, PlanJson.render(plan));
    told.by(verb, plan.findings().render());
  }

  private void tell(String verb, RunJournal journal, ClusterSession session) {
    told.by(
        verb, ReportPage.render(journal.report(session.counters(), new TalosCounters(0, 0, 0))));
  }

  private static RunJournal journal(ClusterSpec spec) {
    return new RunJournal(spec, Clock.systemUTC(), UnaryOperator.identity());
  }

  private void provision(World world, ClusterSpec spec) {
    run(
        "provision",
        world,
        spec,
        (session, journal) -> {
          Plan plan = session.plan(NodeSelection.all(), false);
          tell("provision", plan);
          journal.planned(plan);
          if (!plan.isBlocked()) {
            session
                .apply(plan, ApplyOptions.defaults(), journal.over(told.changes("provision")))
                .outcomes()
                .forEach(outcome -> outcome.reason().ifPresent(why -> told.by("provision", why)));
          }
        });
  }

  private void bootstrap(World world, ClusterSpec spec) {
    run(
        "bootstrap",
        world,
        spec,
        (session, journal) ->
            told.by(
                "bootstrap",
                HealthText.render(
                    world
                        .talos(session)
                        .bootstrap(OPTIONS, journal.over(told.machines("bootstrap")))
                        .health())));
  }

  private void applyConfigs(World world, ClusterSpec spec) {
    run(
        "apply",
        world,
        spec,
        (session, journal) ->
            world
                .talos(session)
                .applyMachineConfigs(OPTIONS, journal.over(told.machines("apply")))
                .forEach(outcome -> told.by("apply", outcome.toString())));
  }

  private void health(World world, ClusterSpec spec) {
    run(
        "health",
        world,
        spec,
        (session, journal) -> {
          HealthReport report = world.talos(session).health();
          journal.checked(report);
          told.by("health", HealthText.render(report));
          told.by("health", HealthJson.render(report));
        });
  }

  private void ask(World world, ClusterSpec spec) {
    run(
        "ask",
        world,
        spec,
        (session, journal) -> {
          TalosSession talos = world.talos(session);
          told.by("ask", "" + talos.generateMachineConfigs());
          told.by("ask", "" + talos.waitForTalos(OPTIONS, told.machines("ask")));
          told.by("ask", "" + talos.status());
          told.by("ask", "" + talos.kubeconfig(folder.resolve("kubeconfig"), LIFETIME));
          told.by("ask", "" + talos.talosconfig(folder.resolve("talosconfig"), LIFETIME));
        });
    assertThat(told.by("ask")).contains("kubeconfig", "talosconfig", "running");
  }

  /** Plans of what is confirmed by a word; what they name comes from users and servers too. */
  private void planOthers(World world, ClusterSpec spec) {
    run(
        "plans",
        world,
        spec,
        (session, journal) -> {
          tell("plans", session.plan(NodeSelection.all(), true));
          tell("plans", session.planRebuild(NodeSelection.all(), true));
          tell("plans", session.planVolumeDestruction(NodeSelection.all(), told.plant("a=§")));
          tell(
              "plans",
              session
                  .planAdoption(Map.of(told.plant("https://me:§@x"), NodeName.of("cp-1")))
                  .marks());
        });
    assertThat(told.by("plans")).contains("TF-VM-NOT-ADOPTABLE");
  }

  private interface Deed {
    void run(ClusterSession session, RunJournal journal);
  }

  private void run(String name, World world, ClusterSpec spec, Deed deed) {
    RunJournal journal = journal(spec);
    try (ClusterSession session = world.session(spec)) {
      try {
        deed.run(session, journal);
        session.status().stream()
            .map(NodeStatus::toString)
            .forEach(line -> told.by("status", line));
        journal.seen(session.status());
      } catch (RuntimeException e) {
        told.by(name, e);
        journal.failed(String.valueOf(e.getMessage()));
      }
      tell(name, journal, session);
    }
  }
}
