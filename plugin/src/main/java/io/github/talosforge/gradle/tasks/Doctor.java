package io.github.talosforge.gradle.tasks;

import io.github.talosforge.doctor.Diagnosis;
import io.github.talosforge.doctor.DiagnosisJson;
import io.github.talosforge.doctor.DiagnosisText;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import org.gradle.api.tasks.UntrackedTask;

/** Looks whether Proxmox VE is fit for what the files want and shows it on one page. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class Doctor extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Diagnosis diagnosis = shared.run().diagnose();
    if (printsJson()) {
      getLogger().quiet(DiagnosisJson.render(diagnosis).stripTrailing());
    } else {
      getLogger().lifecycle(shown(DiagnosisText.render(diagnosis)).stripTrailing());
    }
    if (!diagnosis.isReady()) {
      throw Trouble.PROXMOX_VE.failure(shown(DiagnosisText.failure(diagnosis)));
    }
  }
}
