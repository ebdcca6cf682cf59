package io.github.talosforge.gradle.tasks;

import io.github.talosforge.backup.BackupReport;
import io.github.talosforge.backup.BackupText;
import io.github.talosforge.backup.BackupWish;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.secrets.sops.AgeRecipient;
import java.nio.file.Path;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Makes a backup of etcd; changes nothing in the cluster. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class BackupEtcd extends ProxmoxTask {
  /** Sets what holds unless said otherwise. */
  public BackupEtcd() {
    getFolder().convention(BackupPlace.USUAL);
  }

  /**
   * Returns where the backup goes.
   *
   * @return a folder, from the root of the build
   */
  @Internal
  @Option(option = "folder", description = "Where backups are kept (default backups).")
  public abstract Property<String> getFolder();

  /**
   * Returns who can open the backup.
   *
   * @return age recipients
   */
  @Internal
  @Option(option = "age", description = "Encrypts the backup for this age recipient; repeatable.")
  public abstract ListProperty<String> getAge();

  /**
   * Returns how many backups of the cluster stay.
   *
   * @return a whole number
   */
  @Internal
  @Option(
      option = "keep",
      description = "How many sound backups of this cluster stay; older ones are removed.")
  public abstract Property<String> getKeep();

  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Path folder = BackupPlace.of(this, getFolder());
    BackupPlace.keepFromGit(getRootDirectory().get().getAsFile().toPath(), folder);
    BackupWish wish =
        BackupWish.to(folder).encryptedFor(getAge().get().stream().map(AgeRecipient::new).toList());
    BackupWish wished = getKeep().isPresent() ? wish.keeping(keep()) : wish;
    BackupReport report = stoppable(shared, listener -> shared.run().backup(wished));
    report.warnings().forEach(warning -> getLogger().warn(shown(warning)));
    if (printsJson()) {
      getLogger().quiet(report.note().json().stripTrailing());
    } else {
      getLogger().lifecycle(shown(BackupText.render(report)).stripTrailing());
    }
  }

  private int keep() {
    String keep = getKeep().get();
    if (!keep.matches("[1-9][0-9]{0,3}")) {
      throw ClusterFailure.because(
          "--keep takes a whole number from 1 to 9999, not '" + keep + "'");
    }
    return Integer.parseInt(keep);
  }
}
