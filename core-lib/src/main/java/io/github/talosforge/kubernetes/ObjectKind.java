package io.github.talosforge.kubernetes;

/**
 * A kind of objects and where the API serves them.
 *
 * @param group the API group; empty: the core
 * @param version the version of the group
 * @param plural the name in paths
 * @param title the name in objects
 * @param namespaced whether objects live in namespaces
 */
public record ObjectKind(
    String group, String version, String plural, String title, boolean namespaced) {
  /** Who holds something, and whether he is still at work. */
  public static final ObjectKind LEASE =
      new ObjectKind("coordination.k8s.io", "v1", "leases", "Lease", true);

  /** Group and version as objects name them. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  String path(String namespace) {
    return (group.isEmpty() ? "api/" : "apis/")
        + apiVersion()
        + (namespaced ? "/namespaces/" + namespace : "")
        + "/"
        + plural;
  }
}
