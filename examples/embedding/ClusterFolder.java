import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.validation.ClusterValidator;
import java.nio.file.Path;

/** A folder with {@code cluster.yaml} and {@code nodes.yaml}. */
record ClusterFolder(Path folder) {

  /** Reads both files; everything that is wrong with them comes at once. */
  ClusterSpec read() {
    ClusterReading reading =
        ClusterFiles.read(folder.resolve("cluster.yaml"), folder.resolve("nodes.yaml"));
    FindingReport report =
        reading
            .spec()
            .map(new ClusterValidator()::validate)
            .map(reading.report()::merge)
            .orElse(reading.report());
    if (report.hasErrors()) {
      throw new IllegalArgumentException(report.render());
    }
    return reading.spec().orElseThrow();
  }
}
