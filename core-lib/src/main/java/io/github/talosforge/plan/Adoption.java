package io.github.talosforge.plan;

/**
 * What it takes to make existing VMs nodes of a cluster.
 *
 * @param marks the plan that puts the marks on them, and nothing else
 * @param later the plan that would follow: how the VMs differ from what the files say
 */
public record Adoption(Plan marks, Plan later) {}
