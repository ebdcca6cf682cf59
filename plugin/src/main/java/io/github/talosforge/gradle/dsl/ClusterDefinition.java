package io.github.talosforge.gradle.dsl;

import org.gradle.api.Named;

/**
 * One cluster of several. Its tasks carry its name: cluster {@code prod} has {@code
 * provisionNodesProd}. Its files are {@code clusters/<name>/cluster.yaml} and {@code nodes.yaml}
 * unless set; what it leaves open is taken from the {@code talosforge} block.
 */
public interface ClusterDefinition extends Named, ClusterSettings {}
