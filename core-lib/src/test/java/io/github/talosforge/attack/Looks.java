package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.NodeStatus.State;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.redaction.TalosforgeException;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What only looks and tells, beside a foreign VM: status, health, configurations, and the page. */
final class Looks {
  private static final List<Look> ALL =
      List.of(
          ClusterRun::status,
          ClusterRun::machines,
          ClusterRun::health,
          run -> run.machineConfigs(RunListener.SILENT),
          ClusterRun::leftovers);

  private static final Pattern MACHINE = Pattern.compile("<td>(\\d+)</td>");

  private interface Look {
    Object at(ClusterRun run);
  }

  private Looks() {}

  /** Looks at everything: nothing is written, and no node is shown in a VM of somebody else. */
  static void at(AttackedCluster attacked, Path folder, String what) {
    attacked.resetFiles();
    long mark = attacked.cluster.simulator.journal().count();
    Terms terms =
        Terms.with(secrets(folder))
            .through(HurriedSessions.patiently(attacked.dialer()))
            .patience(Duration.ZERO);
    try (ClusterRun run =
        ClusterRun.over(
            attacked.cluster.spec(), HurriedSessions.hurried(attacked.cluster.session()), terms)) {
      ALL.forEach(look -> look(look, run));

      assertThat(shown(run.status())).as(what).doesNotContainAnyElementsOf(attacked.foreign());
      if (!what.contains("HIDDEN")) {
        assertThat(told(ReportPage.render(run.report())))
            .as(what)
            .contains(AttackedCluster.CONTROL_PLANE)
            .doesNotContain(AttackedCluster.FOREIGN);
      }
    }
    assertThat(attacked.cluster.simulator.journal().since(mark))
        .as(what)
        .noneMatch(RecordedCall::isWrite);
  }

  /** Whoever finds nobody in a cluster that was never begun says so. */
  private static void look(Look look, ClusterRun run) {
    try {
      Object unused = look.at(run);
    } catch (TalosforgeException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static Set<Integer> shown(List<NodeStatus> nodes) {
    return nodes.stream()
        .filter(node -> node.state() == State.RUNNING || node.state() == State.STOPPED)
        .flatMap(
            node ->
                Stream.concat(
                    node.vmId().stream(), node.dataVm().map(NodeStatus.DataVm::vmId).stream()))
        .map(id -> id.value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The ids in the page's table of machines; of a node without a VM, the files say it. */
  private static Set<Integer> told(String page) {
    Set<Integer> ids = new TreeSet<>();
    Matcher cell = MACHINE.matcher(page);
    while (cell.find()) {
      ids.add(Integer.parseInt(cell.group(1)));
    }
    return ids;
  }

  private static SecretsFile secrets(Path folder) {
    SecretsFile file =
        SecretsFile.at(
            folder.resolve("secrets.yaml"), new SopsEnvironment(Map.of(), folder, "Linux"));
    if (!file.exists()) {
      file.create(World.SECRETS, Instant.now(), new SecureRandom());
    }
    return file;
  }
}
