package io.github.talosforge.simulator.cli;

/** Starts a simulator. */
public final class Main {
  private Main() {}

  /**
   * Starts a simulator and waits.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    System.out.println("simulator");
  }
}
