package io.github.talosforge.gradle.tasks;

import io.github.talosforge.files.WholeFile;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.secrets.IgnoreLine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.gradle.api.provider.Property;

/** Where backups are kept: beside the build, out of the way of {@code clean}. */
final class BackupPlace {
  static final String USUAL = "backups";

  private BackupPlace() {}

  /** A backup in clear has every secret of Kubernetes that is not encrypted inside etcd. */
  static void keepFromGit(Path root, Path folder) {
    if (folder.startsWith(root) && !folder.equals(root)) {
      String line = "/" + root.relativize(folder).toString().replace(File.separatorChar, '/') + "/";
      try {
        IgnoreLine.ensure(root, line);
      } catch (IOException e) {
        throw ClusterFailure.because(
            "The line " + line + " cannot be added to .gitignore: " + WholeFile.reason(e));
      }
    }
  }

  static Path of(ClusterTask task, Property<String> folder) {
    return task.getRootDirectory().get().getAsFile().toPath().resolve(folder.get()).normalize();
  }
}
