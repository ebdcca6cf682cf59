package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.TalosImage;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServicePullProgress;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServicePullRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServicePullResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;

/** The ImageService of Talos 1.13 and later. */
final class ImageApi extends ImageServiceGrpc.ImageServiceImplBase {
  private final TalosCalls calls;

  ImageApi(TalosCalls calls) {
    this.calls = calls;
  }

  @Override
  public void pull(ImageServicePullRequest request, StreamObserver<ImageServicePullResponse> out) {
    calls.stream(
        out,
        scope -> {
          String image = request.getImageRef();
          if (TalosImage.installed(image, scope.machine().image().arch()).isEmpty()) {
            throw TalosCalls.failed(
                Status.NOT_FOUND, "failed to pull image \"" + image + "\": not found");
          }
          calls.talos().pulled(scope.machine(), image);
          return List.of(
              ImageServicePullResponse.newBuilder()
                  .setPullProgress(ImageServicePullProgress.getDefaultInstance())
                  .build(),
              ImageServicePullResponse.newBuilder().setName(image).build());
        });
  }
}
