package io.github.talosforge;

import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.talos.TalosConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Talos halves for tests of any package, which look again soon: simulated nodes boot at once. */
public final class HurriedSessions {
  private static final int TIMES = 20;

  /** A dozen looks: for what does not come, however long it is waited for. */
  public static final TalosOptions IMPATIENT =
      TalosOptions.defaults().withPatience(Duration.ofSeconds(6));

  private HurriedSessions() {}

  /** Has a session look again soon. */
  public static ClusterSession hurried(ClusterSession session) {
    return session.pacedBy(pacing());
  }

  /** Reaches machines that have their time to answer, however slow this machine is. */
  public static TalosConnection patiently(Dialer nodes) {
    return TalosConnection.direct()
        .withDialer(nodes)
        .withTimeouts(Duration.ofMinutes(2), Duration.ofMinutes(5));
  }

  /** Opens the Talos half of a session. */
  public static TalosSession talos(ClusterSession session, SecretsBundle secrets, Dialer nodes) {
    return hurried(session).talos(secrets, patiently(nodes));
  }

  /**
   * Waits a twentieth of the time. Only waiting counts: whoever has waited often enough gives up,
   * not who runs on a slow machine.
   */
  public static Pacing pacing() {
    AtomicLong latest = new AtomicLong();
    ThreadLocal<Long> waited = ThreadLocal.withInitial(latest::get);
    return new Pacing() {
      @Override
      public long nanos() {
        return waited.get();
      }

      @Override
      public void pause(Duration time) throws InterruptedException {
        REAL.pause(time.dividedBy(TIMES));
        waited.set(waited.get() + time.toNanos());
        latest.accumulateAndGet(waited.get(), Math::max);
      }
    };
  }

  /** Reads a cluster's secrets, or makes them. */
  public static SecretsBundle obtainSecrets(
      ClusterSession session, SecretsFile file, Dialer nodes, TalosOptions options) {
    return hurried(session).obtainSecrets(file, patiently(nodes), options, TalosLog.SILENT);
  }
}
