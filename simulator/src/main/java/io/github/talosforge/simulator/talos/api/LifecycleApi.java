package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.TalosImage;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceInstallProgress;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceUpgradeRequest;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceUpgradeResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;

/** The LifecycleService of Talos 1.13 and later; it neither drains nor looks at etcd. */
final class LifecycleApi extends LifecycleServiceGrpc.LifecycleServiceImplBase {
  private final TalosCalls calls;

  LifecycleApi(TalosCalls calls) {
    this.calls = calls;
  }

  @Override
  public void upgrade(
      LifecycleServiceUpgradeRequest request, StreamObserver<LifecycleServiceUpgradeResponse> out) {
    calls.stream(out, scope -> upgrade(scope.machine(), request.getSource().getImageName()));
  }

  private List<LifecycleServiceUpgradeResponse> upgrade(Machine machine, String image) {
    TalosImage system =
        TalosImage.installed(image, machine.image().arch())
            .filter(found -> calls.talos().hasPulled(machine, image))
            .orElseThrow(() -> failed(Status.NOT_FOUND, "image \"" + image + "\": not found"));
    boolean done = calls.talos().sequences().install(machine, system);
    return List.of(
        message("running Talos installer " + system.version().tag()),
        message(
            done
                ? "installation of " + system.version().tag() + " complete"
                : "no space left on device"),
        LifecycleServiceUpgradeResponse.newBuilder()
            .setProgress(LifecycleServiceInstallProgress.newBuilder().setExitCode(done ? 0 : 1))
            .build());
  }

  private static LifecycleServiceUpgradeResponse message(String text) {
    return LifecycleServiceUpgradeResponse.newBuilder()
        .setProgress(LifecycleServiceInstallProgress.newBuilder().setMessage(text))
        .build();
  }
}
