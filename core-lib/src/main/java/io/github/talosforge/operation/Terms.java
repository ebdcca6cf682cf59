package io.github.talosforge.operation;

import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.talos.TalosConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What holds for all operations of a run.
 *
 * @param secrets where the cluster's secrets are or will be
 * @param machines how the machines are reached, and Kubernetes behind them
 * @param parallel how many changes are made at the same time
 * @param taskLimit how long a task of Proxmox may take
 * @param patience how long a machine, etcd or a drain may take
 * @param confirmations the words that were said, such as the cluster's name
 * @param agreed the plan that was agreed upon; VMs are changed only as it says
 * @param redaction learns every secret in the moment it is read
 * @param auditFile to whose end every write is added as a line of JSON
 */
public record Terms(
    SecretsFile secrets,
    TalosConnection machines,
    int parallel,
    Duration taskLimit,
    Duration patience,
    List<String> confirmations,
    Optional<Agreed> agreed,
    Redaction redaction,
    Optional<Path> auditFile) {

  /** Keeps an own copy. */
  public Terms {
    confirmations = List.copyOf(confirmations);
  }

  /**
   * A plan that somebody looked at and wrote down.
   *
   * @param file what the user calls its file
   * @param plan what it says
   */
  public record Agreed(String file, SavedPlan plan) {}

  /** Returns the usual terms: direct connections, sixteen changes at a time, an hour's patience. */
  public static Terms with(SecretsFile secrets) {
    return new Terms(
        secrets,
        TalosConnection.direct(),
        16,
        Duration.ofHours(1),
        Duration.ofHours(1),
        List.of(),
        Optional.empty(),
        Redaction.opened(),
        Optional.empty());
  }

  /** Returns the terms with another way to the machines. */
  public Terms through(Dialer value) {
    return through(machines.withDialer(value));
  }

  /** Returns the terms with another way to the machines, and other time-outs. */
  public Terms through(TalosConnection value) {
    return new Terms(
        secrets, value, parallel, taskLimit, patience, confirmations, agreed, redaction, auditFile);
  }

  /** Returns the terms with another number of changes at the same time. */
  public Terms parallel(int value) {
    return new Terms(
        secrets, machines, value, taskLimit, patience, confirmations, agreed, redaction, auditFile);
  }

  /** Returns the terms with another limit for tasks of Proxmox. */
  public Terms taskLimit(Duration value) {
    return new Terms(
        secrets, machines, parallel, value, patience, confirmations, agreed, redaction, auditFile);
  }

  /** Returns the terms with other patience. */
  public Terms patience(Duration value) {
    return new Terms(
        secrets, machines, parallel, taskLimit, value, confirmations, agreed, redaction, auditFile);
  }

  /** Returns the terms with the words that confirm what cannot be brought back. */
  public Terms confirming(Collection<String> words) {
    return new Terms(
        secrets,
        machines,
        parallel,
        taskLimit,
        patience,
        List.copyOf(words),
        agreed,
        redaction,
        auditFile);
  }

  /** Returns the terms with a plan that was agreed upon. */
  public Terms agreed(Optional<Agreed> value) {
    return new Terms(
        secrets,
        machines,
        parallel,
        taskLimit,
        patience,
        confirmations,
        value,
        redaction,
        auditFile);
  }

  /** Returns the terms with a redaction that others ask too. */
  public Terms redactedBy(Redaction value) {
    return new Terms(
        secrets, machines, parallel, taskLimit, patience, confirmations, agreed, value, auditFile);
  }

  /** Returns the terms with a file to whose end every write is added as a line of JSON. */
  public Terms auditFile(Optional<Path> value) {
    return new Terms(
        secrets, machines, parallel, taskLimit, patience, confirmations, agreed, redaction, value);
  }
}
