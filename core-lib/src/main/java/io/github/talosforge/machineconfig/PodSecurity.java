package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.FreeYaml;
import java.util.List;

/** Writes the pod security that Talos clusters have by default. */
final class PodSecurity {

  private PodSecurity() {}

  static FreeYaml.Mapping admission() {
    Fields configuration =
        new Fields()
            .put("apiVersion", "pod-security.admission.config.k8s.io/v1alpha1")
            .put("kind", "PodSecurityConfiguration")
            .put("defaults", defaults())
            .put("exemptions", exemptions());
    return new Fields().put("name", "PodSecurity").put("configuration", configuration).mapping();
  }

  private static Fields defaults() {
    return new Fields()
        .put("enforce", "baseline")
        .put("enforce-version", "latest")
        .put("audit", "restricted")
        .put("audit-version", "latest")
        .put("warn", "restricted")
        .put("warn-version", "latest");
  }

  private static Fields exemptions() {
    return new Fields()
        .put("namespaces", List.of("kube-system"))
        .put("runtimeClasses", List.of())
        .put("usernames", List.of());
  }
}
