package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.protocol.common.ContainerDriver;
import io.github.talosforge.talos.protocol.common.ContainerdInstance;
import io.github.talosforge.talos.protocol.common.ContainerdNamespace;
import io.github.talosforge.talos.protocol.machine.ImageServiceGrpc;
import io.github.talosforge.talos.protocol.machine.ImageServicePullRequest;
import io.github.talosforge.talos.protocol.machine.InstallArtifactsSource;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceGrpc;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceInstallProgress;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceUpgradeRequest;
import io.github.talosforge.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.talos.protocol.machine.UpgradeRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Both ways to another version: in steps since Talos 1.13, and in one call before. */
final class Upgrade {
  private static final ContainerdInstance SYSTEM =
      ContainerdInstance.newBuilder()
          .setDriver(ContainerDriver.CONTAINERD)
          .setNamespace(ContainerdNamespace.NS_SYSTEM)
          .build();
  private static final int NO_RESULT = -1;

  private final Calls calls;
  private final String image;
  private final Consumer<String> progress;

  Upgrade(Calls calls, String image, Consumer<String> progress) {
    this.calls = calls;
    this.image = image;
    this.progress = progress;
  }

  void run(Runnable reboot) {
    if (pulled()) {
      install();
      reboot.run();
    } else {
      inOneCall();
    }
  }

  private boolean pulled() {
    ImageServicePullRequest request =
        ImageServicePullRequest.newBuilder().setContainerd(SYSTEM).setImageRef(image).build();
    try {
      calls.follow(ImageServiceGrpc.getPullMethod(), request, answer -> {});
      progress.accept("loaded " + image);
      return true;
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.UNIMPLEMENTED) {
        return false;
      }
      throw e;
    }
  }

  private void install() {
    AtomicInteger exit = new AtomicInteger(NO_RESULT);
    LifecycleServiceUpgradeRequest request =
        LifecycleServiceUpgradeRequest.newBuilder()
            .setContainerd(SYSTEM)
            .setSource(InstallArtifactsSource.newBuilder().setImageName(image))
            .build();
    calls.follow(
        LifecycleServiceGrpc.getUpgradeMethod(),
        request,
        answer -> hear(answer.getProgress(), exit));
    if (exit.get() != 0) {
      throw calls.refused(
          LifecycleServiceGrpc.getUpgradeMethod(),
          exit.get() == NO_RESULT
              ? "the installer ended without a result"
              : "the installer ended with exit code " + exit.get());
    }
  }

  private void hear(LifecycleServiceInstallProgress said, AtomicInteger exit) {
    switch (said.getResponseCase()) {
      case MESSAGE -> progress.accept(said.getMessage());
      case EXIT_CODE -> exit.set(said.getExitCode());
      case RESPONSE_NOT_SET -> {}
    }
  }

  private void inOneCall() {
    Object unused =
        calls.unary(
            Verb.TRANSFER,
            MachineServiceGrpc.getUpgradeMethod(),
            UpgradeRequest.newBuilder().setImage(image).build());
    progress.accept("installs " + image);
  }
}
