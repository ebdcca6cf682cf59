package io.github.talosforge.backup;

import io.github.talosforge.backup.MemberChoice.Voice;
import io.github.talosforge.files.WholeFile;
import io.github.talosforge.health.CheckedNode;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.secrets.sops.AgeFile;
import io.github.talosforge.secrets.sops.AgeRecipient;
import io.github.talosforge.talos.TalosException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Makes a backup of etcd: asks all control planes, streams the data of one member, proves them, and
 * only then gives the file its name. Nothing is changed in the cluster; a client with Talos' role
 * {@code os:etcd:backup} may do all of it.
 */
public final class EtcdBackup {
  /** How much more than its database a member may stream, for what is written meanwhile. */
  private static final int ROOM = 2;

  private static final long MORE_ROOM = 64L << 20;

  private final Subject subject;
  private final BackupWish wish;
  private final BackupFolder folder;
  private final Clock clock;
  private final BooleanSupplier stopped;

  /**
   * The cluster.
   *
   * @param name its name
   * @param uid its uid
   * @param endpoint where its API is reached
   * @param etcdCa the SHA-256 of the certificate of etcd's authority
   * @param versions what its files name
   */
  public record Subject(
      ClusterName name,
      ClusterUid uid,
      String endpoint,
      String etcdCa,
      BackupNote.Versions versions) {}

  /**
   * Prepares a backup; nobody is asked yet.
   *
   * @param subject the cluster
   * @param wish what is wanted
   * @param clock tells the time
   * @param stopped whether the run was asked to stop
   */
  public EtcdBackup(Subject subject, BackupWish wish, Clock clock, BooleanSupplier stopped) {
    this.subject = subject;
    this.wish = wish;
    this.folder = BackupFolder.at(wish.folder());
    this.clock = clock;
    this.stopped = stopped;
  }

  /**
   * Makes the backup. A member that fails in the midst is followed by the next one.
   *
   * @param controlPlanes the control planes
   * @return what was made
   * @throws BackupException if none was made; then nothing is left of it
   */
  public BackupReport of(List<CheckedNode> controlPlanes) {
    MemberChoice choice = MemberChoice.of(controlPlanes);
    List<String> warnings = new ArrayList<>(choice.warnings());
    folder
        .sweep(subject.uid())
        .forEach(
            part -> warnings.add("Removed " + part + ", which a run that was cut off had left."));
    List<String> failures = new ArrayList<>();
    for (Voice voice : choice.voices()) {
      Optional<BackupNote> made = from(voice, failures);
      if (made.isPresent()) {
        warnings.addAll(failures);
        return report(made.get(), warnings);
      }
    }
    throw new BackupException(
        "No control plane streamed a whole snapshot of etcd; nothing is left of what came.\n  "
            + String.join("\n  ", failures),
        /* cause= */ null);
  }

  private BackupReport report(BackupNote note, List<String> warnings) {
    List<String> removed = List.of();
    try {
      if (wish.keep().isPresent()) {
        removed = folder.keepNewest(subject.uid(), wish.keep().getAsInt(), note);
      }
    } catch (IOException e) {
      warnings.add("Older backups could not be removed: " + WholeFile.reason(e));
    }
    return new BackupReport(wish.folder().resolve(note.file()), note, warnings, removed);
  }

  private Optional<BackupNote> from(Voice voice, List<String> failures) {
    try {
      return from(voice, clock.instant().truncatedTo(ChronoUnit.SECONDS), failures);
    } catch (TalosException e) {
      if (stopped.getAsBoolean() || e.kind() == TalosException.Kind.INTERRUPTED) {
        throw e;
      }
      failures.add(voice.name() + ": " + MemberChoice.words(e));
      return Optional.empty();
    } catch (UncheckedIOException e) {
      throw unwritten(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  private BackupException unwritten(IOException reason) {
    return new BackupException(
        "The backup could not be written to "
            + folder
            + ": "
            + WholeFile.reason(reason)
            + ". Nothing is left of it.",
        reason);
  }

  private Optional<BackupNote> from(Voice voice, Instant now, List<String> failures)
      throws IOException {
    boolean encrypted = !wish.recipients().isEmpty();
    try (Draft draft = folder.begin(subject.name(), subject.uid(), now, encrypted)) {
      SnapshotCheck check = new SnapshotCheck();
      try (WritableByteChannel out = encrypted(draft.sink())) {
        long most = ROOM * voice.status().databaseBytes() + MORE_ROOM;
        voice.talos().etcdSnapshot(most, piece -> take(piece, check, out));
      }
      Optional<String> problem = check.problem();
      if (problem.isPresent()) {
        failures.add(voice.name() + ": what it streamed is no snapshot of etcd: " + problem.get());
        return Optional.empty();
      }
      return Optional.of(draft.publish(written -> note(draft, written, voice, check, now)));
    }
  }

  private WritableByteChannel encrypted(WritableByteChannel out) throws IOException {
    return wish.recipients().isEmpty() ? out : AgeFile.encrypting(out, wish.recipients());
  }

  private void take(ByteBuffer piece, SnapshotCheck check, WritableByteChannel out) {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("The backup was stopped; nothing is left of it.");
    }
    check.add(piece);
    try {
      while (piece.hasRemaining()) {
        int unused = out.write(piece);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BackupNote note(
      Draft draft, Draft.Written written, Voice voice, SnapshotCheck check, Instant now) {
    return new BackupNote(
        BackupNote.SCHEMA,
        draft.name().backup(),
        written.bytes(),
        written.sha256(),
        wish.recipients().stream().map(AgeRecipient::value).toList(),
        now.toString(),
        new BackupNote.Cluster(
            subject.name().value(), subject.uid().value(), subject.endpoint(), subject.etcdCa()),
        subject.versions(),
        etcd(voice),
        new BackupNote.Snapshot(check.bytes(), check.trailer(), written.revision().orElse(null)));
  }

  private static BackupNote.Etcd etcd(Voice voice) {
    return new BackupNote.Etcd(
        voice.name(),
        hex(voice.status().memberId()),
        voice.leads(),
        voice.status().version(),
        voice.status().storageVersion(),
        voice.status().raftTerm(),
        voice.status().appliedIndex(),
        voice.status().databaseBytes(),
        voice.members().stream()
            .map(
                member ->
                    new BackupNote.Member(
                        hex(member.id()), member.hostname(), member.peerUrls(), member.learner()))
            .toList());
  }

  private static String hex(long id) {
    return "%016x".formatted(id);
  }
}
