package io.github.talosforge.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.VmId;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.NewVm;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks at a simulated Proxmox cluster of three hosts, over TLS. */
class ObserverTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  private Simulator simulator;
  private ProxmoxClient proxmox;

  @BeforeEach
  void start() {
    simulator = Simulator.builder().hosts(3).timeScale(0).start();
    proxmox = connect();
  }

  private ProxmoxClient connect() {
    String[] token = simulator.token().split("=", 2);
    return RecordedClients.open(
        ProxmoxConnection.to(ProxmoxCredentials.ApiToken.of(token[0], token[1]), simulator.url())
            .withTrust(Trust.fingerprint(simulator.fingerprint()))
            .withDialer(Dialer.direct().loopbackOnly()));
  }

  @AfterEach
  void stop() {
    proxmox.close();
    simulator.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 50})
  void complaint40_anUnchangedClusterCostsThreeReadsAndOnePerHostAndVm(int nodes) {
    ClusterSpec spec = spec(nodes);
    deploy(spec);
    proxmox.host("pve1").create(NewVm.of(150).with("name", "mail")).await(SOON);
    NewVm others =
        NewVm.of(151).with("name", "other-1").with("tags", "talosforge;talosforge-other");
    proxmox.host("pve1").create(others).await(SOON);
    proxmox.close();
    proxmox = connect();
    long before = simulator.journal().count();

    Plan plan = plan(spec);

    List<RecordedCall> calls = simulator.journal().since(before);
    assertThat(plan.findings().hasErrors()).as(plan.findings().render()).isFalse();
    assertThat(plan.changes()).isEmpty();
    assertThat(plan.unchanged()).hasSize(nodes);
    assertThat(calls).hasSize(3 + Math.min(nodes, 3) + nodes).noneMatch(RecordedCall::isWrite);
  }

  @Test
  void complaint06_noGuestAgentIsAsked() {
    ClusterSpec spec = spec(1);
    deploy(spec);
    long before = simulator.journal().count();

    Plan unused = plan(spec);

    assertThat(simulator.journal().since(before))
        .extracting(RecordedCall::toString)
        .noneMatch(call -> call.contains("agent"));
  }

  @Test
  void whatIsThereIsSeen() {
    ClusterSpec spec = spec(1);
    deploy(spec);
    proxmox.host("pve2").create(NewVm.of(150).with("name", "mail")).await(SOON);

    ObservedCluster observed = new Observer(proxmox).observe(spec);

    assertThat(observed.version().major()).isGreaterThanOrEqualTo(8);
    assertThat(observed.allows("/", "Sys.Modify")).isTrue();
    assertThat(observed.hosts())
        .extracting(host -> host.name().value())
        .containsExactly("pve1", "pve2", "pve3");
    assertThat(observed.hosts()).allMatch(ObservedHost::online);
    assertThat(observed.hosts()).allMatch(host -> host.memoryBytes() > 0);
    assertThat(observed.storages()).isNotEmpty().allMatch(ObservedStorage::available);
    ObservedGuest node =
        observed.guests().stream().filter(g -> g.name().equals("cp-1")).findFirst().orElseThrow();
    assertThat(node.power()).isEqualTo(Power.RUNNING);
    assertThat(node.configuration().orElseThrow().digest()).isNotEmpty();
    assertThat(node.configuration().orElseThrow().get("scsi0")).isPresent();
    ObservedGuest other = observed.guest(VmId.of(150)).orElseThrow();
    assertThat(other.name()).isEqualTo("mail");
    assertThat(other.configuration()).isEmpty();
  }

  /** Hosts tell the list every ten seconds how their VMs are. */
  @Test
  void aVmThatWasStartedSinceTheListWasMadeIsSeenRunning() {
    SteppingTime time = new SteppingTime();
    stop();
    simulator = Simulator.builder().hosts(3).timeScale(1).time(time).start();
    proxmox = connect();
    ClusterSpec spec = spec(1);
    deploy(spec);
    ObservedGuest node = node(spec, "cp-1");
    vm(node).stop(() -> {}).await(SOON);
    assertThat(node(spec, "cp-1").power()).isEqualTo(Power.STOPPED);

    time.step = Duration.ofMillis(50);
    vm(node).start().await(SOON);

    assertThat(listed(node)).contains("stopped");
    assertThat(node(spec, "cp-1").power()).isEqualTo(Power.RUNNING);
  }

  private Optional<String> listed(ObservedGuest node) {
    return proxmox.cluster().resources().stream()
        .filter(line -> line.vmId().equals(OptionalInt.of(node.id().value())))
        .findFirst()
        .flatMap(ClusterResource::status);
  }

  /** Time that moves by a step whenever somebody asks for it. */
  private static final class SteppingTime implements SimulatedTime {
    private volatile Duration step = Duration.ofSeconds(20);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public synchronized Instant now() {
      now = now.plus(step);
      return now;
    }

    @Override
    public synchronized void await(Condition changed, Instant until) {
      now = now.isBefore(until) ? until : now;
    }
  }

  @Test
  void whatWaitsForAStopAndStartIsSeen() {
    ClusterSpec spec = spec(1);
    deploy(spec);
    ObservedGuest node = node(spec, "cp-1");
    vm(node).configureNow(ConfigChange.none().set("cores", "3"));

    GuestConfiguration seen = node(spec, "cp-1").configuration().orElseThrow();

    assertThat(seen.get("cores")).contains("4");
    assertThat(seen.afterRestart()).containsEntry("cores", "3");
    assertThat(seen.waits("cores")).isTrue();
  }

  @Test
  void complaint35_aHostThatIsDownHidesOnlyItsOwnVms() {
    ClusterSpec spec = spec(3);
    deploy(spec);
    HostName down = node(spec, "cp-2").host();
    HostName asked = HostName.of("pve1");
    simulator.interventions().host(down.equals(asked) ? "pve2" : down.value(), false);

    ObservedCluster observed = new Observer(proxmox).observe(spec);
    Plan plan = plan(spec);

    assertThat(observed.hosts()).filteredOn(host -> !host.online()).hasSize(1);
    assertThat(plan.findings().hasErrors()).as(plan.findings().render()).isFalse();
    assertThat(plan.changes()).as(plan.findings().render()).isEmpty();
    assertThat(plan.left()).hasSize(1);
    assertThat(plan.unchanged()).hasSize(2);
  }

  @Test
  void complaint10_aVmThatMovedIsReadWhereItIs() {
    ClusterSpec spec = spec(1);
    deploy(spec);
    ObservedGuest node = node(spec, "cp-1");
    String other = node.host().value().equals("pve3") ? "pve1" : "pve3";
    simulator.interventions().move(node.id().value(), other);

    Plan plan = plan(spec);

    assertThat(plan.changes()).as(plan.findings().render()).isEmpty();
    assertThat(node(spec, "cp-1").host()).isEqualTo(HostName.of(other));
  }

  private ObservedGuest node(ClusterSpec spec, String name) {
    return new Observer(proxmox)
        .observe(spec).guests().stream()
            .filter(guest -> guest.currentName().equals(name))
            .findFirst()
            .orElseThrow();
  }

  private Vm vm(ObservedGuest guest) {
    return proxmox.vm(guest.host().value(), guest.id().value());
  }

  private Plan plan(ClusterSpec spec) {
    return new Planner()
        .plan(
            PlanRequest.of(
                OwnedCluster.of(spec, new Observer(proxmox).observe(spec)),
                image -> SchematicId.of("0".repeat(64)),
                NodeSelection.all(),
                false));
  }

  private void deploy(ClusterSpec spec) {
    Plan plan = plan(spec);
    assertThat(plan.findings().hasErrors()).as(plan.findings().render()).isFalse();
    for (CreateVm create : plan.changes(CreateVm.class)) {
      NewVm made =
          NewVm.of(create.vm().vmId().value())
              .with("name", create.vm().node().value())
              .with("description", create.description());
      for (var entry : create.creation().values().entrySet()) {
        made = made.with(entry.getKey(), entry.getValue());
      }
      proxmox.host(create.vm().host().value()).create(made).await(SOON);
      Vm vm = proxmox.vm(create.vm().host().value(), create.vm().vmId().value());
      ConfigChange rest = ConfigChange.none();
      for (var entry :
          create.configuration().differencesTo(vm.currentConfig().settings()).entrySet()) {
        rest = rest.set(entry.getKey(), entry.getValue());
      }
      vm.configureNow(rest);
      vm.start().await(SOON);
    }
  }

  private static ClusterSpec spec(int nodes) {
    String list =
        IntStream.rangeClosed(1, nodes)
            .mapToObj(
                i ->
                    "  - {name: cp-"
                        + i
                        + ", controller: "
                        + (i <= 3)
                        + ", vm_disk_size: 1G, vm_memory: 2048}")
            .collect(Collectors.joining("\n"));
    return ClusterFiles.read(
            """
            cluster_name: homelab
            cluster_uid: 4c1f0a52
            talos_version: v1.12.4
            kubernetes_version: v1.35.0
            node_cidr: 192.168.0.0/16
            node_gateway: 192.168.0.1
            proxmox_api_url: https://127.0.0.1:8006
            proxmox_nodes: [pve1, pve2, pve3]
            proxmox_storage: local-lvm
            provision: iso
            """,
            "nodes:\n" + list + "\n")
        .spec()
        .orElseThrow();
  }
}
