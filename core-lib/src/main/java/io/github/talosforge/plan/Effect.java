package io.github.talosforge.plan;

/** When a change takes effect. */
public enum Effect {
  /** As soon as it is written. */
  AT_ONCE("at once"),
  /** When the VM was stopped and started; a reboot from inside is not enough. */
  AFTER_STOP_START("after a stop and start");

  private final String label;

  Effect(String label) {
    this.label = label;
  }

  /** Returns the words that plans print. */
  public String label() {
    return label;
  }
}
