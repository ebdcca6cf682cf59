package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import java.util.Locale;

/**
 * What was done to a node.
 *
 * @param node the node
 * @param ending how it ended
 */
public record NodeOutcome(NodeName node, Ending ending) {

  /** How the configuration of a node ended. */
  public enum Ending {
    /** It runs what it should. */
    UNCHANGED,
    /** It got its first configuration. */
    CONFIGURED,
    /** It got another configuration, which is in force. */
    CHANGED,
    /** It got another configuration and rebooted for it. */
    REBOOTED,
    /** It needs a reboot for its new configuration, which was not allowed; nothing was changed. */
    NEEDS_REBOOT,
    /** It was left as it is, because it is not known which versions it runs or should run. */
    LEFT_ALONE;

    /**
     * Gives the words.
     *
     * @return the ending in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
