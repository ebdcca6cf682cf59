package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.Vm;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Start, stop, shutdown, reboot, reset, suspend, resume; under HA they become requests. */
public final class PowerVm {
  private final Cluster cluster;
  private final HaCommands ha;
  private final StartVm starts;
  private final StopVm stops;

  public PowerVm(Cluster cluster, HaCommands ha) {
    this.cluster = cluster;
    this.ha = ha;
    this.starts = new StartVm(cluster);
    this.stops = new StopVm(cluster);
  }

  /** The operations. */
  public List<Operation> operations() {
    return List.of(
        operation("start", Set.of("timeout", "skiplock"), this::start),
        operation("stop", Set.of("timeout", "skiplock", "overrule-shutdown"), this::stop),
        operation("shutdown", Set.of("timeout", "forceStop", "skiplock"), this::shutdown),
        operation("reboot", Set.of("timeout"), this::reboot),
        operation("reset", Set.of("skiplock"), this::reset),
        operation("suspend", Set.of("skiplock"), call -> pause(call, "qmsuspend", "paused")),
        operation("resume", Set.of("skiplock"), call -> pause(call, "qmresume", "running")));
  }

  private Operation operation(String verb, Set<String> parameters, Operation.Handler handler) {
    return new Operation(
        "POST",
        "/nodes/{node}/qemu/{vmid}/status/" + verb,
        parameters,
        call -> {
          Access access = new Access(call.principal());
          access.check("/vms/" + call.vmid(), "VM.PowerMgmt");
          access.rootOption(call, "skiplock");
          return handler.handle(call);
        });
  }

  private String start(ApiCall call) {
    cluster.files().checkQuorum();
    if (ha.isManaged(call.vmid())) {
      return request(call, "hastart", "Requesting HA start for VM ", "started");
    }
    return fork(
        call.principal(),
        call.path("node"),
        call.vmid(),
        "qmstart",
        worker -> starts.plan(worker, call.vmid(), call.flag("skiplock")));
  }

  /** Starts a VM for someone else's operation. */
  public String start(Principal principal, String host, int vmid) {
    return fork(principal, host, vmid, "qmstart", worker -> starts.plan(worker, vmid, false));
  }

  /** Stops a VM for someone else's operation. */
  public String stop(Principal principal, String host, int vmid) {
    return fork(principal, host, vmid, "qmstop", worker -> stops.plan(worker, vmid, false));
  }

  private String request(ApiCall call, String type, String text, String state) {
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            type,
            Integer.toString(call.vmid()),
            worker -> {
              worker.log(text + call.vmid());
              worker.run(() -> ha.request(worker, call.vmid(), state));
            });
  }

  private String fork(
      Principal principal, String host, int vmid, String type, Consumer<Worker> program) {
    return cluster
        .workers()
        .fork(
            principal,
            host,
            type,
            Integer.toString(vmid),
            worker -> {
              worker.lock(LockName.vm(host, vmid), LockName.USUAL);
              worker.run(() -> program.accept(worker));
            });
  }

  private String stop(ApiCall call) {
    if (ha.isManaged(call.vmid())) {
      if (call.flag("overrule-shutdown")) {
        throw ApiFailure.parameter("overrule-shutdown", "Not applicable for HA resources.");
      }
      return request(call, "hastop", "Requesting HA stop for VM ", "stopped");
    }
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "qmstop",
            Integer.toString(call.vmid()),
            worker -> {
              if (call.flag("overrule-shutdown")) {
                overrule(worker, call.vmid());
              }
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              stops.plan(worker, call.vmid(), call.flag("skiplock"));
            });
  }

  private void overrule(Worker worker, int vmid) {
    List<Task> tasks = cluster.workers().running("qmshutdown", Integer.toString(vmid));
    for (Task task : tasks) {
      cluster.workers().interrupt(task.upid());
      worker.log("overruled qmshutdown tasks: " + task.upid());
    }
  }

  private String shutdown(ApiCall call) {
    Vm vm = cluster.world().vms().get(call.vmid());
    boolean force = call.flag("forceStop");
    boolean paused = vm != null && GuestState.isPaused(vm);
    if (paused && !force) {
      throw ApiFailure.died("VM is paused - cannot shutdown");
    }
    if (ha.isManaged(call.vmid())) {
      return request(call, "hastop", "Requesting HA stop for VM ", "stopped");
    }
    return fork(
        call.principal(),
        call.path("node"),
        call.vmid(),
        "qmshutdown",
        worker -> {
          if (paused) {
            worker.log("VM is paused - stop instead of shutdown");
            stops.plan(worker, call.vmid(), false);
          } else {
            stops.planShutdown(worker, call.vmid(), timeout(call), force, () -> {});
          }
        });
  }

  private static @Nullable Duration timeout(ApiCall call) {
    return call.given("timeout") ? Duration.ofSeconds(call.number("timeout", 60)) : null;
  }

  private String reboot(ApiCall call) {
    Vm vm = cluster.files().find(call.path("node"), call.vmid());
    if (GuestState.isPaused(vm)) {
      throw ApiFailure.died("VM is paused - cannot shutdown");
    }
    if (!vm.isRunning()) {
      throw ApiFailure.died("VM " + call.vmid() + " not running");
    }
    return fork(
        call.principal(),
        call.path("node"),
        call.vmid(),
        "qmreboot",
        worker ->
            stops.planShutdown(
                worker, call.vmid(), timeout(call), false, () -> startAgain(worker, call.vmid())));
  }

  /** The host starts the VM again once the stopped process is cleaned up. */
  private void startAgain(Worker worker, int vmid) {
    worker.unlock(LockName.vm(worker.host(), vmid));
    worker.run(() -> start(HostPrincipal.ROOT, worker.host(), vmid));
  }

  private String reset(ApiCall call) {
    Vm vm = cluster.files().find(call.path("node"), call.vmid());
    if (!vm.isRunning()) {
      throw ApiFailure.died("VM " + call.vmid() + " not running");
    }
    return fork(
        call.principal(),
        call.path("node"),
        call.vmid(),
        "qmreset",
        worker -> {
          VmFiles.checkLock(vm);
          setStatus(vm, "running");
        });
  }

  private String pause(ApiCall call, String type, String status) {
    Vm vm = cluster.files().find(call.path("node"), call.vmid());
    if (!vm.isRunning()) {
      throw ApiFailure.died("VM " + call.vmid() + " not running");
    }
    return fork(
        call.principal(),
        call.path("node"),
        call.vmid(),
        type,
        worker -> {
          VmFiles.checkLock(vm);
          setStatus(vm, status);
        });
  }

  private void setStatus(Vm vm, String status) {
    Vm.QemuProcess old = vm.process();
    if (old != null) {
      boolean reset = status.equals("running") && old.status().equals("running");
      long started = reset ? cluster.world().now().toEpochMilli() : old.started();
      vm.process(new Vm.QemuProcess(old.pid(), started, old.machine(), status));
    }
  }
}
