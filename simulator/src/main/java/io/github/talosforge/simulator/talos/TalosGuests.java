package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.vm.GuestModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What Proxmox VE sees of VMs that run Talos. */
final class TalosGuests implements GuestModel {
  private static final Duration SHUTDOWN = Duration.ofSeconds(6);

  private final Talos talos;

  TalosGuests(Talos talos) {
    this.talos = talos;
  }

  @Override
  public Guest boots(@Nullable String identity) {
    return TalosImage.parse(identity)
        .map(image -> new Guest(talos.hasAgent(image), true, Step.BOOT.duration(), SHUTDOWN))
        .orElseGet(() -> GuestModel.ordinary().boots(identity));
  }

  @Override
  public Optional<Report> report(int vmid) {
    return talos
        .machine(vmid)
        .map(
            machine ->
                new Report(
                    machine.stage() != Stage.UNKNOWN,
                    talos.hasAgent(machine.image()),
                    interfaces(machine)));
  }

  private List<Interface> interfaces(Machine machine) {
    List<Interface> interfaces = new ArrayList<>();
    interfaces.add(new Interface("lo", "00:00:00:00:00:00", List.of("127.0.0.1/8", "::1/128")));
    talos
        .network()
        .links(machine)
        .forEach(link -> interfaces.add(new Interface(link.name(), link.mac(), link.addresses())));
    return interfaces;
  }
}
