package io.github.talosforge.gradle.tasks;

import io.github.talosforge.backup.BackupException;
import io.github.talosforge.backup.BackupFolder;
import io.github.talosforge.backup.BackupJson;
import io.github.talosforge.backup.BackupText;
import io.github.talosforge.backup.StoredBackup;
import io.github.talosforge.gradle.report.ClusterFailure;
import java.util.List;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Lists the backups in a folder after reading every byte of them. */
@UntrackedTask(because = "Its result is what it prints")
public abstract class ListBackups extends OptionsTask {
  /** Sets what holds unless said otherwise. */
  public ListBackups() {
    getFolder().convention(BackupPlace.USUAL);
  }

  /**
   * Returns where the backups are.
   *
   * @return a folder, from the root of the build
   */
  @Internal
  @Option(option = "folder", description = "Where backups are kept (default backups).")
  public abstract Property<String> getFolder();

  /** Prints the list. */
  @TaskAction
  public void list() {
    BackupFolder folder = BackupFolder.at(BackupPlace.of(this, getFolder()));
    List<StoredBackup> backups;
    try {
      backups = folder.list();
    } catch (BackupException e) {
      throw ClusterFailure.because(shown(e.getMessage()));
    }
    if (printsJson()) {
      getLogger().quiet(BackupJson.render(backups).stripTrailing());
    } else {
      getLogger().lifecycle(shown(BackupText.render(folder, backups)).stripTrailing());
    }
  }
}
