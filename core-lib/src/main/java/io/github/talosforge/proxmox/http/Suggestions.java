package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.MissingPrivilege;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The next step for each situation. */
final class Suggestions {
  private static final Pattern HOST = Pattern.compile("/nodes/(?<host>[^/]+)");
  private static final Pattern VM = Pattern.compile("/qemu/(?<vm>\\d+)");

  private Suggestions() {}

  static @Nullable String of(
      ErrorTable.Meaning meaning,
      @Nullable MissingPrivilege privilege,
      ProxmoxCredentials credentials,
      String path) {
    String subject = meaning.subject();
    return switch (meaning.kind()) {
      case AUTHENTICATION -> authentication(credentials);
      case PERMISSION -> privilege == null ? null : grant(privilege, credentials);
      case ROOT_ONLY ->
          "Only root@pam with its password may do this, never a token: set it on the host, or leave"
              + " it out.";
      case LOCKED -> locked(subject, path);
      case LOCK_TIMEOUT -> "Another task holds the lock; try again when it is done.";
      case MODIFIED -> "Somebody else changed the configuration meanwhile: plan again.";
      case NO_QUORUM ->
          "Too few hosts are online to change anything: check with 'pvecm status' on a host.";
      case HOST_UNREACHABLE ->
          "Check that host "
              + host(path)
              + " is online and spelled as in the cluster: 'pvecm nodes' lists the names.";
      case STORAGE ->
          subject.isEmpty()
              ? "'pvesm status' on host " + host(path) + " shows its storages and free space."
              : "Check storage "
                  + subject
                  + ": 'pvesm status' on host "
                  + host(path)
                  + " shows the storages, their content types and free space.";
      case ALREADY_EXISTS -> "Take another id or name, or look whether an earlier run made it.";
      case NOT_IMPLEMENTED -> "This Proxmox VE may be too old; 8.4 and 9.x are supported.";
      case COPY_NOT_STARTED -> "Try again: what a killed copy left is cancelled now.";
      case WORKER_NOT_STARTED -> "The host is overloaded or out of memory; try again.";
      case TASK_LOST ->
          "The host may have restarted: look at the object itself before trying again.";
      default -> null;
    };
  }

  private static String authentication(ProxmoxCredentials credentials) {
    if (credentials instanceof ProxmoxCredentials.ApiToken token) {
      return "Check name, secret and expiry of token "
          + token.principal()
          + ": 'pveum user token list "
          + token.user()
          + "' on a host.";
    }
    return "Check user, realm and password of " + credentials.principal() + ".";
  }

  /**
   * A privilege-separated token has only what its user has too, so both get the role. One that is
   * there already has the privilege that it is named after.
   */
  private static String grant(MissingPrivilege missing, ProxmoxCredentials credentials) {
    String privilege = missing.privileges().isEmpty() ? "" : missing.privileges().get(0);
    String role = "only-" + privilege;
    String who =
        credentials instanceof ProxmoxCredentials.ApiToken token
            ? "--users '" + token.user() + "' --tokens '" + token.principal() + "'"
            : "--users '" + credentials.principal() + "'";
    return "Grant it: pveum role add "
        + role
        + " --privs "
        + privilege
        + " 2>/dev/null; pveum acl modify "
        + missing.path()
        + " --roles "
        + role
        + " "
        + who;
  }

  private static String locked(String lock, String path) {
    Matcher vm = VM.matcher(path);
    String id = vm.find() ? vm.group("vm") : "<vmid>";
    return "Wait for the task behind the '"
        + lock
        + "' lock; if none runs any more: 'qm unlock "
        + id
        + "' on host "
        + host(path)
        + ".";
  }

  private static String host(String path) {
    Matcher matcher = HOST.matcher(path);
    return matcher.find() ? matcher.group("host") : "<host>";
  }
}
