package io.github.talosforge.simulator.world;

import java.util.Locale;

/** A random sequence whose whole state is one number, so that it can be saved. */
public final class Dice {
  private long state;

  /**
   * A sequence.
   *
   * @param seed where it starts
   */
  public Dice(long seed) {
    state = seed;
  }

  /**
   * What is needed to go on later.
   *
   * @return the state
   */
  public long state() {
    return state;
  }

  /**
   * The next number.
   *
   * @return 64 random bits
   */
  public long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * A MAC address with Proxmox' prefix.
   *
   * @return the address in capitals
   */
  public String mac() {
    long bits = next();
    return String.format(
        Locale.ROOT,
        "BC:24:11:%02X:%02X:%02X",
        bits & 0xff,
        (bits >> 8) & 0xff,
        (bits >> 16) & 0xff);
  }

  /**
   * A random UUID.
   *
   * @return the UUID in lower case
   */
  public String uuid() {
    long high = (next() & 0xffffffffffff0fffL) | 0x4000L;
    long low = (next() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new java.util.UUID(high, low).toString();
  }
}
