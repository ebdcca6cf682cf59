package io.github.talosforge.simulator.talos.resource;

import java.util.Locale;

/** How the types of resources describe themselves. */
final class Definitions {
  private Definitions() {}

  static NodeResource of(ResourceType type) {
    Spec spec =
        new Spec()
            .text(1, "type", type.type())
            .text(2, "displayType", type.singular())
            .text(3, "defaultNamespace", type.namespace())
            .texts(4, "aliases", type.aliases())
            .texts(5, "allAliases", type.aliases())
            .list(
                6,
                "printColumns",
                type.columns().stream()
                    .map(
                        c ->
                            new Spec()
                                .text(1, "name", c.getKey())
                                .text(2, "jsonPath", c.getValue()))
                    .toList())
            .choice(
                7,
                "sensitivity",
                type.isSensitive() ? "sensitive" : "",
                type.isSensitive() ? 1 : 0);
    return NodeResources.resource(
        ResourceType.RESOURCE_DEFINITION, type.type().toLowerCase(Locale.ROOT), spec);
  }
}
