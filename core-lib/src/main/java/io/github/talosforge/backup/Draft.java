package io.github.talosforge.backup;

import io.github.talosforge.files.PrivateFile;
import io.github.talosforge.files.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A backup that is being written, under a name that says so. While it is, its file is locked, so
 * that others see whether whoever writes it still lives; it is deleted unless it is published.
 */
final class Draft implements AutoCloseable {
  private final BackupName name;
  private final Path part;
  private final FileChannel file;
  private final MessageDigest digest = SnapshotCheck.sha256();
  private long bytes;

  private Draft(BackupName name, Path part, FileChannel file) {
    this.name = name;
    this.part = part;
    this.file = file;
  }

  /**
   * Begins a backup.
   *
   * @return the draft; empty if somebody else just removes what was left of that name
   * @throws java.nio.file.FileAlreadyExistsException if the name is taken
   */
  static Optional<Draft> begin(BackupName name, Path part) throws IOException {
    FileChannel file = PrivateFile.open(part);
    Held held = Held.of(file);
    if (held.byOthers() || Files.notExists(part)) {
      file.close();
      return Optional.empty();
    }
    return Optional.of(new Draft(name, part, file));
  }

  /** Deletes what a killed run left; whether it was there and nobody holds it. */
  static boolean removeAbandoned(Path part, Runnable also) throws IOException {
    try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
      Held held = Held.of(file);
      if (held.lock() == null) {
        return false;
      }
      also.run();
      return Files.deleteIfExists(part);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Tells whether a run that lives writes a part. */
  static boolean isHeld(Path part) throws IOException {
    try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
      return Held.of(file).byOthers();
    }
  }

  /**
   * Who has a file's lock. Where the file system has no locks nobody knows, so that nothing there
   * is taken for abandoned.
   *
   * @param lock ours, if we got it
   * @param byOthers whether somebody else has it
   */
  private record Held(@Nullable FileLock lock, boolean byOthers) {
    static Held of(FileChannel file) {
      try {
        FileLock lock = file.tryLock();
        return new Held(lock, lock == null);
      } catch (OverlappingFileLockException e) {
        return new Held(null, true);
      } catch (IOException e) {
        return new Held(null, false);
      }
    }
  }

  BackupName name() {
    return name;
  }

  /** Takes the file's bytes; closing it closes nothing. */
  WritableByteChannel sink() {
    return new WritableByteChannel() {
      @Override
      public int write(ByteBuffer piece) throws IOException {
        digest.update(piece.duplicate());
        int length = piece.remaining();
        while (piece.hasRemaining()) {
          file.write(piece);
        }
        bytes += length;
        return length;
      }

      @Override
      public boolean isOpen() {
        return file.isOpen();
      }

      @Override
      public void close() {}
    };
  }

  /**
   * What was written.
   *
   * @param bytes its size
   * @param sha256 its SHA-256
   * @param revision the last revision in it, where it is in clear
   */
  record Written(long bytes, String sha256, Optional<Long> revision) {}

  /** Gives the backup its name, after its note: nothing that has a backup's name is half. */
  BackupNote publish(Function<Written, BackupNote> about) throws IOException {
    file.force(true);
    Optional<Long> revision = name.encrypted() ? Optional.empty() : DatabaseFile.revision(file);
    BackupNote note =
        about.apply(new Written(bytes, HexFormat.of().formatHex(digest.digest()), revision));
    Path beside = part.resolveSibling(name.note());
    PrivateFile.create(beside, note.json());
    try {
      WholeFile.link(part.resolveSibling(name.backup()), part);
    } catch (IOException e) {
      Files.deleteIfExists(beside);
      throw e;
    }
    return note;
  }

  /** The lock goes last, so that nobody takes for abandoned what is being published. */
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(part);
    } finally {
      file.close();
    }
  }
}
