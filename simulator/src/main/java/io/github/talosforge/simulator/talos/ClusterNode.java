package io.github.talosforge.simulator.talos;

/**
 * A node whose kubelet has joined a formed cluster.
 *
 * @param vmid the VM that it runs in
 * @param hostname its name, in Talos and in Kubernetes
 * @param address its first address
 * @param controlPlane whether it is a control plane node
 * @param running whether its kubelet runs right now; when not, Kubernetes shows it as not ready
 * @param talosVersion for example {@code v1.12.6}
 * @param kubernetesVersion the kubelet's, for example {@code v1.35.0}
 * @param systemUuid the SMBIOS UUID of its VM
 * @param bootId changes with every boot
 */
public record ClusterNode(
    int vmid,
    String hostname,
    String address,
    boolean controlPlane,
    boolean running,
    String talosVersion,
    String kubernetesVersion,
    String systemUuid,
    String bootId) {}
