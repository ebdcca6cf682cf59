package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import io.github.talosforge.WrittenCredentials;
import java.nio.file.Path;
import java.time.Duration;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.work.DisableCachingByDefault;

/** A task that hands over the ways into a cluster. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class KubeconfigTask extends ProxmoxTask {
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
    WrittenCredentials written = talos.kubeconfig(file, YEAR, proxyUrl());
    tell("kubeconfig", written);
    // Whole, because it is copied: a build that -p names runs in another folder than the shell.
    getLogger().lifecycle("Next: {}", written.command());
  }

  void writeTalosconfig(TalosSession talos) {
    Path file = getTalosconfig().get().getAsFile().toPath();
    tell("talosconfig", talos.talosconfig(file, YEAR));
  }

  private void tell(String kind, WrittenCredentials written) {
    getLogger()
        .lifecycle(
            written.changed() ? "Wrote the {} {}" : "The {} is still good: {}",
            kind,
            shown(written.file().toString()));
  }
}
