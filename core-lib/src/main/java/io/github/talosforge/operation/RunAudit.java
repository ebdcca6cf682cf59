package io.github.talosforge.operation;

import io.github.talosforge.audit.Audit;
import io.github.talosforge.audit.AuditFile;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.audit.Write;
import io.github.talosforge.files.WholeFile;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.operation.OperationException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Tells the writes of a run to its journal, and to a file without which nothing is begun. */
final class RunAudit implements Audit, AutoCloseable {
  private final RunJournal journal;
  private final AtomicReference<IOException> trouble = new AtomicReference<>();
  private final Optional<Path> path;
  private final Optional<AuditFile> file;

  /**
   * Opens the file, if one is wanted.
   *
   * @throws OperationException if nothing can be added to it
   */
  RunAudit(Terms terms, RunJournal journal) {
    this.journal = journal;
    this.path = terms.auditFile();
    this.file = path.map(this::opened);
  }

  private AuditFile opened(Path at) {
    try {
      return AuditFile.open(at, failure -> trouble.compareAndSet(null, failure));
    } catch (IOException e) {
      throw new OperationException(
          Kind.AUDIT,
          "The audit file %s cannot be written: %s. Nothing was sent; name another with --audit-file."
              .formatted(at, WholeFile.reason(e)));
    }
  }

  @Override
  public synchronized void wrote(Write write) {
    journal.wrote(write);
    file.ifPresent(lines -> lines.wrote(write));
  }

  /** Tells whether a write is missing in the file: then nothing more is begun. */
  boolean isBroken() {
    return trouble.get() != null;
  }

  /** Does the work of an operation for a reason; without the file it does not end well. */
  <T> T during(Reason why, Supplier<T> work) {
    requireWhole();
    T result;
    try {
      result = why.get(work);
    } catch (RuntimeException e) {
      throw failure().<RuntimeException>map(broken -> after(e, broken)).orElse(e);
    }
    requireWhole();
    return result;
  }

  private static OperationException after(RuntimeException stopped, OperationException broken) {
    broken.addSuppressed(stopped);
    return broken;
  }

  private void requireWhole() {
    failure()
        .ifPresent(
            broken -> {
              throw broken;
            });
  }

  private Optional<OperationException> failure() {
    return Optional.ofNullable(trouble.get())
        .map(
            cause ->
                new OperationException(
                    Kind.AUDIT,
                    "The audit file %s could not be written: %s. Nothing more was begun, and what was"
                            .formatted(path.orElseThrow(), WholeFile.reason(cause))
                        + " done last is missing in it. Make room or name another file, and run"
                        + " again to continue."));
  }

  @Override
  public void close() {
    file.ifPresent(AuditFile::close);
  }
}
