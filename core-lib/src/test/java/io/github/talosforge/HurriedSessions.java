package io.github.talosforge;

import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.secrets.SecretsBundle;
import java.time.Duration;

/** Talos halves for tests of any package, which look again soon: simulated nodes boot at once. */
public final class HurriedSessions {
  private static final int TIMES = 20;

  /** Waits a twentieth of the time. */
  public static final Pacing HURRIED =
      new Pacing() {
        @Override
        public long nanos() {
          return REAL.nanos();
        }

        @Override
        public void pause(Duration time) throws InterruptedException {
          REAL.pause(time.dividedBy(TIMES));
        }
      };

  private HurriedSessions() {}

  /** Opens the Talos half of a session. */
  public static TalosSession talos(ClusterSession session, SecretsBundle secrets, Dialer nodes) {
    return session.talos(secrets, nodes, HURRIED);
  }
}
