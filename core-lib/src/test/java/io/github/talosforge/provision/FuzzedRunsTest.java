package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a server answers to the calls of a whole run (writes, tasks, their logs, high
 * availability, what is looked at before), the run ends with what it should do or with a sentence,
 * and the next run finds the way.
 */
@Tag("exhaustive")
class FuzzedRunsTest {
  private static final int CASES = EveryCase.some(200, 6);

  /** Every so manieth case lies with each answer to one call, not with one answer. */
  private static final int LIAR = 8;

  private static final ApplyOptions PATIENT =
      new ApplyOptions(16, Duration.ofMinutes(10), () -> false);

  /** For who is lied to: the end of a task may never be told. */
  private static final ApplyOptions HASTY =
      new ApplyOptions(16, Duration.ofSeconds(2), () -> false);

  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, ha: true}
        - {name: worker-1, proxmox_node: pve2, data_vm: true, ephemeral_size: 10G}
      """;

  private static SimulatedCluster cluster(Personality release) {
    return new SimulatedCluster(
            Simulator.builder().hosts(2).personality(release).timeScale(0).start())
        .hosts(2)
        .storage("ceph")
        .cluster("anti_affinity: true\n")
        .nodes(NODES);
  }

  private static ClusterSession session(SimulatedCluster cluster, OddProxmox proxmox) {
    ProxmoxConnection connection =
        ProxmoxConnection.to(ApiToken.of("root@pam!simulator", "secret"), proxmox.url())
            .withDialer(Dialer.direct().loopbackOnly());
    return ClusterSession.over(cluster.spec(), connection, RecordedClients::open);
  }

  /** A clean world again, without the cost of starting one. */
  private static void wipe(SimulatedCluster cluster) {
    World world = cluster.simulator.world();
    world.locked(
        () -> {
          world.vms().clear();
          List.copyOf(world.volumes().all()).forEach(world.volumes()::remove);
          world.ha().resources().clear();
          world.ha().rules().clear();
          world.ha().groups().clear();
          world.touch();
          return world;
        });
  }

  private static List<String> run(
      SimulatedCluster cluster, OddProxmox proxmox, Function<ClusterSession, Plan> planning) {
    return run(cluster, proxmox, planning, PATIENT);
  }

  /** Returns what the run says of what it could not do; empty when it did everything. */
  private static List<String> run(
      SimulatedCluster cluster,
      OddProxmox proxmox,
      Function<ClusterSession, Plan> planning,
      ApplyOptions options) {
    try (ClusterSession session = session(cluster, proxmox)) {
      Plan plan = planning.apply(session);
      if (plan.isBlocked()) {
        return List.of(plan.findings().render());
      }
      List<String> reasons = new ArrayList<>();
      for (Outcome outcome : session.apply(plan, options, ApplyLog.SILENT).outcomes()) {
        if (outcome.ending() == Outcome.Ending.FAILED) {
          reasons.add(outcome.reason().orElse(""));
        }
      }
      return reasons;
    } catch (ProxmoxException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyAnswerInARunGivesItsEndOrASentence(Personality release) {
    try (SimulatedCluster cluster = cluster(release);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Function<ClusterSession, Plan> provision =
          session -> session.plan(NodeSelection.all(), false);
      Function<ClusterSession, Plan> destroy =
          session -> session.planDestruction(NodeSelection.all(), false, true);
      assertThat(run(cluster, proxmox, provision)).isEmpty();
      List<String> making = proxmox.operations();
      proxmox.sober();
      assertThat(run(cluster, proxmox, destroy)).isEmpty();
      List<String> destroying = proxmox.operations();
      Map<String, Integer> tried = new TreeMap<>();
      int sentences = 0;
      for (int seed = 0; seed < CASES; seed++) {
        wipe(cluster);
        proxmox.sober();
        boolean makes = seed % 3 != 0;
        if (!makes) {
          assertThat(run(cluster, proxmox, provision)).isEmpty();
        }
        String lie = lie(proxmox, makes ? making : destroying, seed);
        List<String> reasons = run(cluster, proxmox, makes ? provision : destroy, HASTY);
        tried.merge(lie.split(": ", 2)[0].replaceFirst("^\\d+ ", ""), 1, Integer::sum);
        sentences += reasons.isEmpty() ? 0 : 1;
        assertThat(reasons).allSatisfy(reason -> isSentence(lie, reason));
        proxmox.sober();
        assertThat(run(cluster, proxmox, provision)).as("the next run after %s", lie).isEmpty();
        assertThat(cluster.nodes()).as(lie).hasSize(3);
        assertThat(cluster.plan().changes()).as(lie).isEmpty();
      }
      System.out.printf(
          "%s: %d odd answers to %d operations of %d: %d sentences, the rest did not matter.%n",
          release,
          CASES,
          tried.size(),
          new TreeSet<>(concat(making, destroying)).size(),
          sentences);
      assertThat(sentences).isPositive();
    }
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  /** Lets the server lie: once, or always about the same thing. */
  private static String lie(OddProxmox proxmox, List<String> operations, int seed) {
    Random random = new Random(seed);
    List<String> kinds = List.copyOf(new TreeSet<>(operations));
    String kind = kinds.get(random.nextInt(kinds.size()));
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < operations.size(); place++) {
      if (operations.get(place).equals(kind)) {
        places.add(place);
      }
    }
    boolean always = seed % LIAR == 0;
    int which = random.nextInt(places.size());
    int[] met = {0};
    proxmox.change(
        (operation, number, answer) -> {
          synchronized (met) {
            if (!operation.equals(kind)) {
              return answer;
            }
            boolean lies = always || met[0] == which;
            met[0]++;
            return lies ? new OddJson(new Random(seed)).of(answer) : answer;
          }
        });
    return seed + " " + kind + (always ? ": always" : ": at " + which);
  }

  private static void isSentence(String lie, String reason) {
    assertThat(reason)
        .as(lie)
        .isNotBlank()
        .doesNotContain("Exception", "com.fasterxml", "java.", "io.github", "For input string");
  }
}
