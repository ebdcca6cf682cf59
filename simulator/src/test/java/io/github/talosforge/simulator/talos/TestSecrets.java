package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.pki.Authority;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.talos.pki.Pem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The secrets of a cluster and the configs that carry them. */
record TestSecrets(Authority os, Authority kubernetes, Authority etcd, String token) {
  static TestSecrets create() {
    Instant now = Instant.now();
    return new TestSecrets(
        Authority.create("talos", now),
        Authority.create("kubernetes", now),
        Authority.create("etcd", now),
        "abcdef.0123456789abcdef");
  }

  Identity client(String... roles) {
    return os.client(List.of(roles), "", false, Instant.now().minusSeconds(60), Duration.ofDays(1));
  }

  private static String pair(Authority authority, boolean key) {
    return "{crt: "
        + Pem.base64(authority.identity().certificatePem())
        + ", key: "
        + (key ? Pem.base64(authority.identity().keyPem()) : "\"\"")
        + "}";
  }

  String controlPlane(String endpoint) {
    return """
        version: v1alpha1
        persist: true
        machine:
          type: controlplane
          token: %1$s
          ca: %2$s
          kubelet: {image: "ghcr.io/siderolabs/kubelet:v1.34.1"}
          install: {disk: /dev/sda, image: "factory.talos.dev/nocloud-installer/%6$s:v1.12.6"}
        cluster:
          id: lab
          secret: lab
          clusterName: lab
          controlPlane: {endpoint: "%3$s"}
          token: %1$s
          ca: %4$s
          etcd: {ca: %5$s}
          discovery: {enabled: true, registries: {service: {}}}
        """
        .formatted(
            token,
            pair(os, true),
            endpoint,
            pair(kubernetes, true),
            pair(etcd, true),
            TalosLab.SCHEMATIC);
  }

  String worker(String endpoint) {
    return """
        version: v1alpha1
        machine:
          type: worker
          token: %1$s
          ca: %2$s
          install: {disk: /dev/sda, image: "factory.talos.dev/nocloud-installer/%5$s:v1.12.6"}
        cluster:
          id: lab
          secret: lab
          clusterName: lab
          controlPlane: {endpoint: "%3$s"}
          token: %1$s
          ca: %4$s
          discovery: {enabled: true, registries: {service: {}}}
        """
        .formatted(token, pair(os, false), endpoint, pair(kubernetes, false), TalosLab.SCHEMATIC);
  }
}
