package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.world.World;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The way into a cluster's API from connections: locks the world, and saves what was done. */
final class ApiAccess {
  private final World world;
  private final ClusterApi api;
  private final ClusterAuthority authority;
  private final Runnable advance;
  private final Runnable afterCall;
  private @Nullable Issued issued;

  private record Issued(Set<String> names, ServerCertificate certificate) {}

  /**
   * A way in.
   *
   * @param world the world
   * @param api the cluster's API
   * @param advance lets happen what is due in the world
   * @param afterCall is done after each request and before its answer
   */
  ApiAccess(World world, ClusterApi api, Runnable advance, Runnable afterCall) {
    this.world = world;
    this.api = api;
    this.advance = advance;
    this.afterCall = afterCall;
    authority = ClusterAuthority.of(api.cluster());
  }

  ClusterApi api() {
    return api;
  }

  X509Certificate authority() {
    return authority.certificate();
  }

  /** The server's certificate; a new one whenever the control plane has other addresses. */
  ServerCertificate certificate() {
    return world.locked(
        () -> {
          Set<String> names = ServerCertificate.names(api.cluster());
          Issued last = issued;
          if (last == null || !last.names().equals(names)) {
            last = new Issued(names, ServerCertificate.issue(authority, names, Instant.now()));
            issued = last;
          }
          return last.certificate();
        });
  }

  ApiResponse answer(Optional<X509Certificate> certificate, ApiRequest request) {
    Optional<User> user = certificate.flatMap(client -> authority.user(client, Instant.now()));
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
