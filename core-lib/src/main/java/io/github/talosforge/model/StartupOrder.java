package io.github.talosforge.model;

/**
 * When a host starts a VM relative to the others, and how long it waits.
 *
 * @param order the place in the order, from 1 to 100; equal numbers start together
 * @param up the seconds to wait after the start, from 0 to 300
 * @param down the seconds to wait for the shutdown, from 0 to 600
 */
public record StartupOrder(int order, int up, int down) {
  private static final WholeNumber ORDER = WholeNumber.of("a startup order", 1, 100);
  private static final WholeNumber UP = WholeNumber.of("a startup delay in seconds", 0, 300);
  private static final WholeNumber DOWN = WholeNumber.of("a shutdown delay in seconds", 0, 600);

  /** Checks the bounds. */
  public StartupOrder {
    ORDER.check(order);
    UP.check(up);
    DOWN.check(down);
  }

  /** Returns the value of a VM's {@code startup} option. */
  @Override
  public String toString() {
    return "order=" + order + ",up=" + up + ",down=" + down;
  }
}
