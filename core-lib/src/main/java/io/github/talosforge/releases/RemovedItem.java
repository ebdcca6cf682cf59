package io.github.talosforge.releases;

/**
 * Something that a minor release of Kubernetes no longer knows.
 *
 * @param since that minor release
 * @param kind what kind of thing it is
 * @param component whose it was, such as {@code kubelet}; of APIs and gates nobody's
 * @param name what it was called
 */
public record RemovedItem(Minor since, Kind kind, String component, String name) {
  /** What can be removed. */
  public enum Kind {
    /** A kind of object, such as {@code workloads.v1alpha2.scheduling.k8s.io}. */
    API("API"),
    /** A flag of a component's command line. */
    FLAG("flag"),
    /** A feature gate of all components. */
    GATE("feature gate");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Returns what it is called. */
    public String words() {
      return words;
    }
  }
}
