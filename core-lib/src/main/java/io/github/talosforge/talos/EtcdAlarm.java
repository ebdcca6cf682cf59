package io.github.talosforge.talos;

/**
 * An alarm of etcd, which stays until somebody disarms it.
 *
 * @param memberId the member that raised it
 * @param kind what it is about
 */
public record EtcdAlarm(long memberId, Kind kind) {
  /** What an alarm is about. */
  public enum Kind {
    /** The quota is used up, so that nothing can be written. */
    NO_SPACE,
    /** The member has other data than the others. */
    CORRUPT,
    /** Something that is not known here. */
    OTHER
  }
}
