package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import java.nio.file.Path;
import java.time.Duration;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.work.DisableCachingByDefault;

/** A task that hands over the ways into a cluster. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class KubeconfigTask extends TalosTask {
  private static final Duration YEAR = Duration.ofDays(365);

  /**
   * Returns where the kubeconfig goes.
   *
   * @return the file; other clusters in it are kept
   */
  @Internal
  public abstract RegularFileProperty getKubeconfig();

  /**
   * Returns where the talosconfig goes.
   *
   * @return the file; other clusters in it are kept
   */
  @Internal
  public abstract RegularFileProperty getTalosconfig();

  void writeKubeconfig(TalosSession talos) {
    Path file = getKubeconfig().get().getAsFile().toPath();
    boolean written = talos.writeKubeconfig(file, YEAR, proxyUrl());
    getLogger()
        .lifecycle(
            "{} {}\nNext: kubectl --kubeconfig {} get nodes",
            written ? "Wrote the kubeconfig" : "The kubeconfig is still good:",
            shown(file.toString()),
            shown(file.toString()));
  }

  void writeTalosconfig(TalosSession talos) {
    Path file = getTalosconfig().get().getAsFile().toPath();
    boolean written = talos.writeTalosconfig(file, YEAR);
    getLogger()
        .lifecycle(
            "{} {}",
            written ? "Wrote the talosconfig" : "The talosconfig is still good:",
            shown(file.toString()));
  }
}
