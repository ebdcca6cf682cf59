package io.github.talosforge.config;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import java.util.Optional;

/**
 * What came of reading a cluster's files.
 *
 * @param report everything to say about them
 * @param spec the cluster, present when nothing in the report is an error
 */
public record ClusterReading(FindingReport report, Optional<ClusterSpec> spec) {}
