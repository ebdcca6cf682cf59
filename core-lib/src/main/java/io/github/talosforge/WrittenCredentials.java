package io.github.talosforge;

import java.nio.file.Path;

/**
 * A talosconfig or kubeconfig that leads to a cluster.
 *
 * @param file where it is
 * @param context the name of the cluster's context in it
 * @param changed whether it had to be written
 * @param command a command that uses it
 */
public record WrittenCredentials(Path file, String context, boolean changed, String command) {}
