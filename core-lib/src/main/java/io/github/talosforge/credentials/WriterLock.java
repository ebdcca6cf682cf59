package io.github.talosforge.credentials;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The right to write a file that {@code kubectl} writes too; it ends with the process that has it.
 *
 * <p>A file {@code <name>.lock} keeps {@code kubectl} away, which asks only whether there is one. A
 * process that is killed leaves it behind. So whoever makes one here signs it, and holds it by the
 * operating system, which lets go of it however the process ends: one that is signed and that
 * nobody holds was left behind and is taken over. {@code kubectl} and earlier versions of this
 * library neither sign nor hold theirs: it counts for a minute, which is far longer than they
 * write.
 */
final class WriterLock implements AutoCloseable {
  private static final Duration UNSIGNED = Duration.ofMinutes(1);

  /**
   * Marks what this process holds. Nobody here may as much as open it: POSIX lets go of all that a
   * process holds of a file when the process closes it, whoever opened it and why. System
   * properties are what several class loaders of one process have in common.
   */
  private static final String HELD = "talosforge.held.";

  private final Path file;
  private final FileChannel channel;

  private WriterLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Returns the file that is the lock of another one. */
  static Path of(Path written) {
    return written.resolveSibling(written.getFileName() + ".lock");
  }

  /**
   * Takes the lock of a file.
   *
   * @return the lock, or nothing while somebody else has it
   */
  static Optional<WriterLock> take(Path written) throws IOException {
    Path file = of(written).toAbsolutePath().normalize();
    if (System.getProperties().putIfAbsent(HELD + file, "") != null) {
      return Optional.empty();
    }
    Optional<WriterLock> lock = Optional.empty();
    try {
      lock = madeOrTakenOver(file);
      return lock;
    } finally {
      if (lock.isEmpty()) {
        System.clearProperty(HELD + file);
      }
    }
  }

  private static Optional<WriterLock> madeOrTakenOver(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try {
      return made(file);
    } catch (FileAlreadyExistsException e) {
      return takenOver(file);
    }
  }

  /** The lock appears signed and held: whoever is killed before leaves a file that stops nobody. */
  private static Optional<WriterLock> made(Path file) throws IOException {
    Path signed = file.resolveSibling(".talosforge-" + UUID.randomUUID() + ".tmp");
    FileChannel channel =
        FileChannel.open(signed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      if (isFree(channel, /* otherwise= */ true)) {
        sign(channel);
        Files.createLink(file, signed);
        taken = true;
        return Optional.of(new WriterLock(file, channel));
      }
      return Optional.empty();
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (FileSystemException | UnsupportedOperationException e) {
      return madeInPlace(file);
    } finally {
      Files.deleteIfExists(signed);
      if (!taken) {
        channel.close();
      }
    }
  }

  /** Not every file system has links. */
  private static Optional<WriterLock> madeInPlace(Path file) throws IOException {
    return held(
        file,
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        attributes(file).fileKey(),
        /* mayBeUnsigned= */ true);
  }

  private static Optional<WriterLock> takenOver(Path file) throws IOException {
    try {
      BasicFileAttributes seen = attributes(file);
      boolean old = seen.lastModifiedTime().toInstant().isBefore(Instant.now().minus(UNSIGNED));
      if (old && !Files.isWritable(file)) {
        // kubectl makes its own so that nobody may open it.
        Files.delete(file);
        return made(file);
      }
      return held(file, FileChannel.open(file, StandardOpenOption.WRITE), seen.fileKey(), old);
    } catch (NoSuchFileException | AccessDeniedException | FileAlreadyExistsException e) {
      return Optional.empty();
    }
  }

  /** Whoever opens a lock that is given back this moment holds a file without a name. */
  private static Optional<WriterLock> held(
      Path file, FileChannel channel, @Nullable Object key, boolean mayBeUnsigned)
      throws IOException {
    boolean taken = false;
    try {
      taken =
          (mayBeUnsigned || channel.size() > 0)
              && isFree(channel, mayBeUnsigned)
              && Objects.equals(key, attributes(file).fileKey());
      if (taken) {
        sign(channel);
      }
      return taken ? Optional.of(new WriterLock(file, channel)) : Optional.empty();
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  /** Not every file system of a network can hold files; there a minute has to do for all. */
  private static boolean isFree(FileChannel channel, boolean otherwise) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return otherwise;
    }
  }

  private static void sign(FileChannel channel) throws IOException {
    String signature = "talosforge, process " + ProcessHandle.current().pid() + "\n";
    ByteBuffer bytes = ByteBuffer.wrap(signature.getBytes(StandardCharsets.US_ASCII));
    // Never empty in between: a lock that nobody signed counts for a minute.
    for (long at = 0; bytes.hasRemaining(); at = bytes.position()) {
      channel.write(bytes, at);
    }
    channel.truncate(bytes.limit());
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Does something that only who has the lock may do. */
  <T> T whileHeld(Supplier<T> work) {
    return work.get();
  }

  /** Gives the lock back; it is taken away while it is still held, so that nobody else signs it. */
  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(file);
    } finally {
      System.clearProperty(HELD + file);
    }
  }
}
