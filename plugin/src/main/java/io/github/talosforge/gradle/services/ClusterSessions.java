package io.github.talosforge.gradle.services;

import io.github.talosforge.ClusterSession;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;

/** The clusters that tasks of this build work on; all connections are closed at its end. */
public abstract class ClusterSessions
    implements BuildService<BuildServiceParameters.None>, AutoCloseable {
  private final Map<String, SharedSession> sessions = new ConcurrentHashMap<>();

  /**
   * Returns the session of a cluster, and opens it when nobody has.
   *
   * @param cluster what tells the cluster from all others of the build
   * @param connection opens a new one
   * @return the session
   */
  public SharedSession open(String cluster, Supplier<ClusterSession> connection) {
    return sessions.computeIfAbsent(cluster, unused -> new SharedSession(connection.get()));
  }

  @Override
  public void close() {
    sessions.values().forEach(SharedSession::close);
    sessions.clear();
  }
}
