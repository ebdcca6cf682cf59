package io.github.talosforge.gradle;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.List;
import java.util.function.Consumer;

/** A simulated Proxmox VE inside of the test, which sees its calls and rules its time. */
final class SimulatedProxmox implements AutoCloseable {
  static final String CLONE = "POST /nodes/{node}/qemu/{vmid}/clone";

  static final String BOOTSTRAP = "POST /machine.MachineService/Bootstrap";

  final HeldTime time = new HeldTime();
  final Simulator simulator;

  SimulatedProxmox() {
    simulator = Simulator.builder().hosts(3).timeScale(1).time(time).start();
  }

  /** What a build script says to reach it; the token is handed over by other ways. */
  String block() {
    return """
        talosforge {
          imageFactory = '%s'
          talosProxy = '%s'
          proxmox {
            endpoint = '%s'
            fingerprint = '%s'
            loopbackOnly = true
          }
        }
        """
        .formatted(
            simulator.connection().factory(),
            simulator.proxy(),
            simulator.url(),
            simulator.fingerprint());
  }

  int calls(String operation) {
    return simulator.journal().callsTo(operation).size();
  }

  List<RecordedCall> writesSince(long mark) {
    return simulator.journal().since(mark).stream().filter(RecordedCall::isWrite).toList();
  }

  /** Changes a VM's file behind everybody's back, as root can on a host. */
  void edit(int id, Consumer<Vm> change) {
    World world = simulator.world();
    Vm unused =
        world.locked(
            () -> {
              Vm vm = world.vms().get(id);
              change.accept(vm);
              vm.touch();
              world.touch();
              return vm;
            });
  }

  void protect(int id, boolean on) {
    edit(id, vm -> vm.config().put("protection", on ? "1" : "0"));
  }

  @Override
  public void close() {
    simulator.close();
  }
}
