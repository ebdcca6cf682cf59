import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.talos.TalosCounters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.UnaryOperator;

/**
 * Makes the VMs of a cluster and leaves a report: {@code Embedding <folder> <url> <fingerprint>
 * <token id> <token secret>}.
 */
public final class Embedding {
  private Embedding() {}

  /** Plans, shows the plan, carries it out, and writes {@code report.html} into the folder. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    ClusterSpec spec = new ClusterFolder(folder).read();
    ProxmoxConnection connection =
        ProxmoxConnection.to(ApiToken.of(arguments[3], arguments[4]), arguments[1])
            .withTrust(Trust.fingerprint(arguments[2]));
    RunJournal journal = new RunJournal(spec, Clock.systemUTC(), UnaryOperator.identity());
    try (ClusterSession session = ClusterSession.open(spec, connection)) {
      Plan plan = session.plan(NodeSelection.all(), false);
      journal.planned(plan);
      System.out.println(PlanText.render(plan, false));
      if (!plan.isBlocked()) {
        session.apply(plan, ApplyOptions.defaults(), journal.over(new PrintedProgress()));
      }
      journal.seen(session.status());
      Files.writeString(
          folder.resolve("report.html"),
          ReportPage.render(journal.report(session.counters(), new TalosCounters(0, 0, 0))));
    }
  }
}
