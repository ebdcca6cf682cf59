package io.github.talosforge.audit;

/**
 * Hears of writes, each exactly once: when its answer came, or when nobody could find out what
 * became of it. Called from many threads; it must not throw, for the write is done.
 */
@FunctionalInterface
public interface Audit {
  /** Hears nothing. */
  Audit NONE = write -> {};

  /**
   * Something was sent that changes something.
   *
   * @param write what
   */
  void wrote(Write write);

  /**
   * Tells another one too.
   *
   * @param other hears the same, afterwards
   * @return both
   */
  default Audit and(Audit other) {
    return write -> {
      wrote(write);
      other.wrote(write);
    };
  }
}
