import io.github.talosforge.ClusterSession;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.CheckedFiles;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Does one thing to a cluster and leaves a report: {@code Embedding <folder> <url> <fingerprint>
 * <token id> <token secret> <verb> [<node or cluster>]}.
 */
public final class Embedding {
  private Embedding() {}

  /** Plans, shows the plan, carries it out, and writes {@code report.html} into the folder. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    ClusterReading files =
        new CheckedFiles(folder.resolve("cluster.yaml"), folder.resolve("nodes.yaml")).read();
    ClusterSpec spec =
        files.spec().orElseThrow(() -> new IllegalArgumentException(files.report().render()));
    ProxmoxConnection connection =
        ProxmoxConnection.to(ApiToken.of(arguments[3], arguments[4]), arguments[1])
            .withTrust(Trust.fingerprint(arguments[2]));
    List<String> words = Arrays.asList(arguments).subList(6, arguments.length);
    Terms terms =
        Terms.with(SecretsFile.at(folder.resolve("secrets.yaml"), SopsEnvironment.ofProcess()))
            .confirming(words);
    try (ClusterRun run =
        ClusterRun.over(spec, ClusterSession.open(spec, connection), terms)) {
      Operation operation = run.operation(goal(arguments[5], words));
      System.out.println(PlanText.render(operation.plan(), false));
      // Refused here, as by the plugin, if it could hurt: read the exception to the user.
      operation.run(new PrintedProgress());
      Files.writeString(folder.resolve("report.html"), ReportPage.render(run.report()));
    }
  }

  private static Goal goal(String verb, List<String> words) {
    return switch (verb) {
      case "provision" -> new Goal.Provision(NodeSelection.all(), false);
      case "bootstrap" -> new Goal.Bootstrap(NodeSelection.all(), false);
      case "remove" -> new Goal.RemoveNodes(node(words), false, false);
      // Rebuilding is confirmed by the cluster's name, which stands behind the node's.
      case "rebuild" -> new Goal.Rebuild(node(words), false, false);
      case "destroy" -> new Goal.Destroy(NodeSelection.all(), false, false);
      default -> throw new IllegalArgumentException("No such verb: " + verb);
    };
  }

  private static NodeSelection node(List<String> words) {
    return NodeSelection.only(NodeName.of(words.get(0)));
  }
}
