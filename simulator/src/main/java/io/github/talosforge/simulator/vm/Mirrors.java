package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The jobs with which QEMU copies the disks of a running VM. They are QEMU's own: one whose worker
 * was killed stays until the VM stops, or until the next one fails because of it.
 */
final class Mirrors {
  /** The process that has a job, by VM and drive. */
  private final Map<String, Vm.QemuProcess> jobs = new HashMap<>();

  DiskCopies.Mirror of(Vm vm, String drive) {
    return new Job(vm, drive);
  }

  void cancel(Vm vm, String drive) {
    jobs.remove(name(vm, drive));
  }

  private static String name(Vm vm, String drive) {
    return vm.id() + " " + drive;
  }

  private final class Job implements DiskCopies.Mirror {
    private final Vm vm;
    private final String drive;

    Job(Vm vm, String drive) {
      this.vm = vm;
      this.drive = drive;
    }

    @Override
    public void copy(Worker worker, long bytes, Duration real) {
      worker.run(() -> start(worker));
      worker.copy("mirror-" + drive + ": ", bytes, real);
      worker.run(() -> complete(worker));
    }

    private void start(Worker worker) {
      Vm.QemuProcess process = vm.process();
      if (process == null) {
        throw ApiFailure.died("VM " + vm.id() + " not running");
      }
      if (process.equals(jobs.get(name(vm, drive)))) {
        throw ApiFailure.died(
            "error starting blockdev mirrror - VM "
                + vm.id()
                + " qmp command 'blockdev-mirror' failed - Job ID 'mirror-"
                + drive
                + "' already in use");
      }
      jobs.put(name(vm, drive), process);
      worker.log("drive mirror is starting for drive-" + drive);
    }

    private void complete(Worker worker) {
      if (vm.process() == null) {
        throw ApiFailure.died("block job (mirror) error: VM " + vm.id() + " not running");
      }
      String job = "mirror-" + drive + ": ";
      worker.log("all 'mirror' jobs are ready");
      worker.log(job + "Completing block job...");
      worker.log(job + "Completed successfully.");
      worker.log(job + "mirror-job finished");
    }
  }
}
