package io.github.talosforge.architecture;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The list of packages is the architecture; {@code docs/simulator-ledger.md} shows the same list.
 */
class SimulatorArchitectureTest {
  private static final PackageList PACKAGES =
      PackageList.of(
          Path.of("build/classes/java/main"),
          "io.github.talosforge.simulator",
          """
          . -> auth, engine, factory, fault, http, inspect, journal, kubernetes, page, proxy, schema, server, state, talos, talos.api, talos.etcd, vm, world
          api -> world
          auth -> api, world
          cli -> ., fault, journal, schema, state, talos.api, world
          cluster -> api, task, vm, world
          engine -> api, cluster, storage, task, vm, world
          factory -> world
          fault -> journal
          http -> api, auth, factory, tls
          inspect -> world
          journal ->
          junit -> .
          kubernetes -> fault, journal, kubernetes.controller, kubernetes.object, kubernetes.patch, talos, talos.pki, tls, world
          kubernetes.controller -> kubernetes.object, talos
          kubernetes.object -> talos
          kubernetes.patch ->
          page -> http, world
          proxy -> talos
          schema -> api, world
          server -> api, auth, engine, fault, http, journal, schema, world
          state -> auth, talos.etcd, world
          storage -> api, task, world
          talos -> talos.config, talos.etcd, talos.pki, task, vm, world
          talos.api -> fault, journal, talos, talos.config, talos.etcd, talos.pki, talos.resource, tls, vm, world
          talos.config -> talos.pki
          talos.etcd ->
          talos.pki ->
          talos.resource -> talos, talos.config, vm, world
          task -> api, world
          tls ->
          vm -> api, storage, task, world
          world ->
          """);

  @Test
  void everyPackageUsesJustWhatTheListSays() {
    PACKAGES.holds();
  }

  @Test
  void arrowsPointOneWay() {
    PACKAGES.hasNoCycle();
  }

  @Test
  void everyPackageIsNullMarked() {
    PACKAGES.isNullMarked();
  }

  @Test
  void thePageShowsTheList() throws IOException {
    PACKAGES.isShownIn("docs/simulator-ledger.md");
  }
}
