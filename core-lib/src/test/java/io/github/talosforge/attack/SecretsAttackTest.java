package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
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
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.validation.ClusterValidator;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

  /** Where in the files a secret can stand; each {@code §} becomes a secret of its own. */
  private static final List<String> PATCHES =
      List.of(
          "machine: {install: {extraKernelArgs: ['my.param=§']}}",
          "machine: {install: {extraKernelArgs: ['talos.config=https://x.lan/?h=§']}}",
          "machine: {install: {extraKernelArgs: ['talos.logging.kernel=tcp://me:§@x.lan']}}",
          "machine: {env: {HTTP_PROXY: 'http://me:§@proxy.lan:3128'}}",
          "machine: {env: {HARMLESS: '§'}}",
          "machine: {files: [{path: /var/a, permissions: 0o600, op: create, content: '§'}]}",
          "machine: {registries: {config: {a.lan: {auth: {username: '§'}}}}}",
          "machine: {registries: {config: {b.lan: {auth: {password: '§'}}}}}",
          "machine: {registries: {config: {c.lan: {auth: {auth: '§'}}}}}",
          "machine: {registries: {config: {d.lan: {auth: {identityToken: '§'}}}}}",
          "machine: {registries: {mirrors: {docker.io: {endpoints: ['https://me:§@m.lan']}}}}",
          "machine: {registries: {mirrors: {'me:§@n.lan': {endpoints: ['https://m.lan']}}}}",
          "machine: {kubelet: {extraArgs: {apiKeyX: '§'}}}",
          "machine: {kubelet: {extraArgs: {pw: '§'}}}",
          "machine: {kubelet: {extraArgs: {config: '--password=§'}}}",
          "machine: {kubelet: {extraArgs: {config-b: 'https://x.lan/?a=§'}}}",
          "machine: {kubelet: {extraArgs: {config-c: '--token § --v=2'}}}",
          "machine: {kubelet: {extraArgs: {config-d: '{\"password\":\"§\"}'}}}",
          "machine: {nodeLabels: {example.org/token: '§'}}",
          "machine: {nodeAnnotations: {example.org/note: 'password=§'}}",
          "machine: {nodeAnnotations: {example.org/more: 'Bearer §=='}}",
          "machine: {sysctls: {kernel.secret: '§'}}",
          "machine: {udev: {rules: ['RUN+=\"/bin/x --password=§\"']}}",
          "machine: {sysfs: {a.token: '§'}}",
          "cluster: {inlineManifests: [{name: a, contents: '§'}]}",
          "cluster: {extraManifests: ['https://me:§@x.lan/m.yaml']}",
          "cluster: {extraManifests: ['https://x.lan/m.yaml?sig=§']}",
          "cluster: {extraManifestHeaders: {X-Any: '§'}}",
          "cluster: {apiServer: {extraArgs: {oidc-client-secret: '§'}}}",
          "cluster: {apiServer: {extraArgs: {etcd-servers-x: 'https://me:§@e.lan'}}}",
          "cluster: {apiServer: {env: {ANY: '§'}}}",
          "cluster: {controllerManager: {extraArgs: {cloud-token: '§'}}}",
          "cluster: {scheduler: {extraArgs: {authKey: '§'}}}",
          "cluster: {etcd: {extraArgs: {root-password: '§'}}}",
          "cluster: {etcd: {extraArgs: {name-x: 'AGE-SECRET-KEY-1§'}}}",
          "cluster: {etcd: {extraArgs: {name-y: 'ghp_§0123456789abcdef'}}}",
          "{apiVersion: v1alpha1, kind: ExtensionServiceConfig, name: ts, environment: ['A=§']}",
          "{apiVersion: v1alpha1, kind: ExtensionServiceConfig, name: cf,"
              + " configFiles: [{mountPath: /a, content: '§'}]}",
          "{apiVersion: v1alpha1, kind: KmsgLogConfig, name: k, url: 'tcp://me:§@l.lan:1'}");

  private static final List<String> CLUSTER_KEYS =
      List.of(
          "kubelet: {extra_args: {my-password: '§'}}",
          "proxmox_vm_defaults: {description: 'password=§'}");

  /** Files that are refused, because of the secret or beside it. */
  static final List<String> REFUSED =
      List.of(
          "proxmox_api_url: 'https://me:§@pve.lan:8006'",
          "talos_factory_url: 'https://me:§@factory.lan'",
          "cluster_endpoint: 'https://me:§@k8s.lan'",
          "proxmox_token_secret: '§'",
          "vm_cores: 'password=§'",
          "dns_servers: ['https://me:§@dns.lan']",
          "machine_patches: {all: [{machine: {token: {a: '§'}}}]}",
          "machine_patches: {all: [{machine: {passwordd: '§'}}]}",
          "machine_patches: {all: [{machine: {kubelet: {extraArgs: 'password=§'}}}]}",
          "machine_patches: {all: ['machine: {token: §']}",
          "machine_patches: {all: [{machine: {ca: {key: ['§']}}}]}",
          "machine_patches: {all: [{machine: {env: ['§']}}]}",
          "registry_mirrors: {docker.io: 'password=§'}",
          "registry_mirrors: {ghcr.io: ['https://me:§@mirror.lan']}");

  /** What a server can say. */
  static final List<String> SAID =
      List.of(
          "no permission for https://me:§@x.lan",
          "login --password=§ failed",
          "token: §",
          "'password' => '§' is wrong",
          "PVEAPIToken=forge@pve!ci=§",
          "Bearer §0",
          "-----BEGIN PRIVATE KEY-----\\n§\\n-----END PRIVATE KEY-----",
          "{\"secret\":\"§\"}");

  private final Told told = new Told();

  @Test
  void noVerbTellsWhatStandsInTheFiles() {
    try (World world = new World()) {
      String first = world.file(patches(), CLUSTER_KEYS.stream().map(told::plant).toList());
      String second = world.file(patches(), CLUSTER_KEYS.stream().map(told::plant).toList());
      assertThat(told.secrets()).isGreaterThan(80);

      ClusterSpec spec = read(first);
      explain(spec);
      assertThat(told.by("explain")).contains("extraKernelArgs", "extra_args", "x.lan");
      provision(world, spec);
      bootstrap(world, spec);
      assertThat(told.by("bootstrap")).contains("The cluster is healthy");
      health(world, spec);
      ClusterSpec changed = read(second);
      explain(changed);
      plan("plan of other secrets", world, changed);
      assertThat(told.by("plan of other secrets"))
          .contains("my.param=(hidden:", "https://(hidden:", "machine.install.extraKernelArgs");
      applyConfigs(world, changed);
      destroy(world, changed);
    }
    told.holdsNoSecret();
  }

  private List<String> patches() {
    return PATCHES.stream().map(told::plant).toList();
  }

  @ParameterizedTest
  @FieldSource("REFUSED")
  void noFindingTellsWhatItRefuses(String place) {
    try (World world = new World()) {
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
  @FieldSource("SAID")
  void noVerbTellsWhatAServerSays(String words) {
    try (World world = new World()) {
      String said = told.plant(words);
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
    try (World world = new World()) {
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
    try (World world = new World()) {
      String name = told.plant("web\u001b[2J\nplan: ok password=§");
      world.stranger(Map.of("name", name, "description", name, "tags", "a"));
      ClusterSpec spec = read(world.file(List.of(), List.of()));
      plan("plan", world, spec);
      provision(world, spec);
      destroy(world, spec);
    }
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
    world.refuse(method, path, said);
    provision(world, spec);
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

  private void destroy(World world, ClusterSpec spec) {
    run(
        "destroy",
        world,
        spec,
        (session, journal) -> {
          Plan plan = session.planDestruction(NodeSelection.all(), false);
          tell("destroy", plan);
          journal.planned(plan);
          session.apply(plan, ApplyOptions.defaults(), journal.over(told.changes("destroy")));
          tell("leftovers", session.planLeftovers());
          tell("cleaning", session.planTemplateCleaning(0, true));
        });
  }

  private interface Verb {
    void run(ClusterSession session, RunJournal journal);
  }

  private void run(String name, World world, ClusterSpec spec, Verb verb) {
    RunJournal journal = journal(spec);
    try (ClusterSession session = world.session(spec)) {
      try {
        verb.run(session, journal);
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
