package io.github.talosforge.proxmox;

/**
 * What went wrong, independent of how Proxmox said it: the same text gives the same kind as an HTTP
 * status and as the exit status of a task.
 */
public enum ErrorKind {
  /** The VM, volume, host, pool or path does not exist, or not on the host that was asked. */
  NOT_FOUND,
  /** The VM id, file or object is already taken. */
  ALREADY_EXISTS,
  /** The VM's configuration carries a lock, which can last for hours. */
  LOCKED,
  /** Another call held a lock for longer than Proxmox was willing to wait; nothing was changed. */
  LOCK_TIMEOUT,
  /** Somebody else changed the configuration since it was read. */
  MODIFIED,
  /** A privilege is missing, see {@link ProxmoxException#missingPrivilege()}. */
  PERMISSION,
  /** Only {@code root@pam} itself may do this; no privilege and no token helps. */
  ROOT_ONLY,
  /** The token, the password or the ticket was refused, or a second factor was demanded. */
  AUTHENTICATION,
  /** A parameter was refused, see {@link ProxmoxException#parameterErrors()}. */
  PARAMETER,
  /** The cluster has no quorum and refuses changes. */
  NO_QUORUM,
  /** The endpoint could not forward the call to the host (status 595 to 599). */
  HOST_UNREACHABLE,
  /** A storage is missing, full, not active, or does not take this content. */
  STORAGE,
  /** The VM is in the wrong state: running, not running, protected, or a template. */
  STATE,
  /** The guest agent is not configured or does not answer yet. */
  GUEST_AGENT,
  /** Proxmox could not start the worker of a task; trying again helps. */
  WORKER_NOT_STARTED,
  /**
   * The copy of a running VM's disk could not begin. If a killed worker had left another one, that
   * is cancelled now, so that trying again helps.
   */
  COPY_NOT_STARTED,
  /** The task ran and failed for a reason that has no kind of its own. */
  TASK_FAILED,
  /** The host no longer knows the task, or its worker died without a result. */
  TASK_LOST,
  /** The task was stopped on request. */
  TASK_CANCELLED,
  /** No endpoint could be reached: name, route, port, or nobody answers. */
  CONNECTION,
  /** The server's certificate is not trusted. */
  TRUST,
  /** The answer is not one that Proxmox VE gives. */
  PROTOCOL,
  /** The server does not know this call; it may be too old. */
  NOT_IMPLEMENTED,
  /** The time for the call or the task was over. */
  TIMEOUT,
  /** The thread was interrupted, or the client closed, while the call waited for its turn. */
  INTERRUPTED,
  /** The request was sent but its answer was lost: it may or may not have been carried out. */
  OUTCOME_UNKNOWN,
  /** Proxmox reported an error that has no kind of its own. */
  SERVER
}
