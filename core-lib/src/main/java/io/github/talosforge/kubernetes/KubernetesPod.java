package io.github.talosforge.kubernetes;

/**
 * A pod.
 *
 * @param name its name
 * @param application the value of its label {@code k8s-app}
 * @param node the node that it is on; empty before it is on one
 * @param ready whether all its containers are ready
 */
public record KubernetesPod(String name, String application, String node, boolean ready) {}
