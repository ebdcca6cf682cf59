package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.talos.FormedCluster;
import io.github.talosforge.simulator.talos.pki.Authority;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.world.World;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The way into a cluster's API from connections: locks the world, and saves what was done. */
final class ApiAccess {
  private final World world;
  private final ClusterApi api;
  private final Authority authority;
  private final ApiRecorder recorder;
  private final Runnable advance;
  private final Runnable afterCall;
  private @Nullable Issued issued;

  private record Issued(List<String> names, Identity identity) {}

  /**
   * A way in.
   *
   * @param world the world
   * @param api the cluster's API
   * @param log where requests are written down, and what goes wrong with them
   * @param advance lets happen what is due in the world
   * @param afterCall is done after each request and before its answer
   */
  ApiAccess(World world, ClusterApi api, CallLog log, Runnable advance, Runnable afterCall) {
    this.world = world;
    this.api = api;
    this.recorder = new ApiRecorder(world, api, log);
    this.advance = advance;
    this.afterCall = afterCall;
    FormedCluster cluster = api.cluster();
    authority = Authority.read(cluster.kubernetesCaCertificate(), cluster.kubernetesCaKey());
  }

  ClusterApi api() {
    return api;
  }

  X509Certificate authority() {
    return authority.identity().certificate();
  }

  /** The server's certificate; a new one whenever the control plane has other addresses. */
  Identity identity() {
    return world.locked(
        () -> {
          List<String> names = api.cluster().apiServerNames();
          Issued last = issued;
          if (last == null || !last.names().equals(names)) {
            last = new Issued(names, authority.server(names, Instant.now()));
            issued = last;
          }
          return last.identity();
        });
  }

  /** Counts a request. */
  ApiRecorder.Arrived arrived(ApiRequest request) {
    return recorder.arrived(request);
  }

  ApiResponse answer(Optional<X509Certificate> certificate, ApiRecorder.Arrived call) {
    return recorder.answer(call, () -> answer(certificate, call.request()));
  }

  private ApiResponse answer(Optional<X509Certificate> certificate, ApiRequest request) {
    Optional<User> user =
        certificate.flatMap(client -> new Clients(authority()).user(client, Instant.now()));
    ApiResponse response =
        world.locked(
            () -> {
              advance.run();
              return api.answer(user, request);
            });
    afterCall.run();
    return response;
  }

  /** Lets the cluster live while someone watches it. */
  void tick() {
    if (api.log().isWatched()) {
      world.locked(
          () -> {
            advance.run();
            api.live();
            return true;
          });
      afterCall.run();
    }
  }

  void follow(Watch watch, Consumer<String> lines) {
    world.locked(
        () -> {
          watch.open(lines);
          api.log().add(watch);
          return true;
        });
  }

  void forget(Watch watch) {
    world.locked(
        () -> {
          api.log().remove(watch);
          return true;
        });
  }
}
