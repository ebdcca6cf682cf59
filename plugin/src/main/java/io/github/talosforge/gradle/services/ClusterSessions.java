package io.github.talosforge.gradle.services;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.operation.CheckedFiles;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.redaction.Redaction;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gradle.api.logging.Logger;
import org.gradle.api.logging.Logging;
import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;

/**
 * The clusters that tasks of this build work on. Those on the same Proxmox share its limits; all
 * connections are closed at the build's end.
 */
public abstract class ClusterSessions
    implements BuildService<BuildServiceParameters.None>, AutoCloseable {
  private static final Logger LOGGER = Logging.getLogger(ClusterSessions.class);

  private final Set<URI> pages = new ConcurrentSkipListSet<>();
  private final Map<String, SharedRun> runs = new ConcurrentHashMap<>();
  private final Map<CheckedFiles, ClusterReading> readings = new ConcurrentHashMap<>();
  private final Redaction redaction = Redaction.opened();
  private final CallQueues queues = new CallQueues();

  /**
   * Reads a cluster's files, once in a build.
   *
   * @param files the files
   * @param told hears what they say when they are read
   * @return what they say
   */
  public ClusterReading read(CheckedFiles files, Consumer<ClusterReading> told) {
    return readings.computeIfAbsent(
        files,
        unread -> {
          ClusterReading reading = unread.read();
          told.accept(reading);
          return reading;
        });
  }

  /**
   * Returns the run over a cluster, and begins it when nobody has.
   *
   * @param label what tells the cluster from all others of the build
   * @param cluster the cluster
   * @param connection how to reach its Proxmox
   * @param terms what holds for all tasks of the cluster
   * @param journal remembers what happens; the first one that is given is kept
   * @return the run
   */
  public SharedRun open(
      String label,
      ClusterSpec cluster,
      Supplier<ProxmoxConnection> connection,
      Supplier<Terms> terms,
      RunJournal journal) {
    return runs.computeIfAbsent(
        label, unused -> open(Path.of(label), cluster, connection.get(), terms.get(), journal));
  }

  private SharedRun open(
      Path results, ClusterSpec cluster, ProxmoxConnection alone, Terms terms, RunJournal journal) {
    redaction.learn(alone.credentials().secrets());
    ProxmoxConnection connection = queues.join(alone);
    ClusterSession session = ClusterSession.open(cluster, connection).keepingLists(results);
    return new SharedRun(
        ClusterRun.over(cluster, session, terms.redactedBy(redaction), journal),
        connection.queue());
  }

  /**
   * Returns the door of this build to consoles and files; it knows what all its clusters hold.
   *
   * @return what decides what is shown
   */
  public Redaction redaction() {
    return redaction;
  }

  /**
   * Has the build's end tell where a page is, once, however many tasks wrote it.
   *
   * @param page its URL
   */
  public void tellAtTheEnd(URI page) {
    pages.add(page);
  }

  @Override
  public void close() {
    pages.forEach(page -> LOGGER.lifecycle("The run as a page: {}", page));
    pages.clear();
    runs.values().forEach(SharedRun::close);
    runs.clear();
  }
}
