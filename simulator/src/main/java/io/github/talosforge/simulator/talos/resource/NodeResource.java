package io.github.talosforge.simulator.talos.resource;

import com.google.protobuf.ByteString;

/**
 * A resource of a node.
 *
 * @param namespace for example {@code runtime}
 * @param type for example {@code MachineStatuses.runtime.talos.dev}
 * @param id for example {@code machine}
 * @param yaml its content for people
 * @param proto its content for programs
 */
public record NodeResource(
    String namespace, String type, String id, String yaml, ByteString proto) {}
