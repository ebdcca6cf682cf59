package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;

/**
 * A VM of this cluster that the files no longer name. It is left alone.
 *
 * @param node the node that it was
 * @param vmId its id
 * @param host where it is
 * @param running whether it runs
 */
public record UnlistedVm(NodeName node, VmId vmId, HostName host, boolean running) {}
