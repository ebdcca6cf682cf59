package io.github.talosforge.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/**
 * Replaces a file wholly or not at all: on a full disk the old one is still there. Its readers are
 * those that the user's own files have.
 */
public final class WholeFile {

  private WholeFile() {}

  /**
   * Makes a file, or gives it another text.
   *
   * @param file where, in a folder that is made when needed
   * @param text what
   * @throws IOException if it cannot be written; the old text is then still there
   */
  public static void replace(Path file, String text) throws IOException {
    replace(file, text, StandardCharsets.UTF_8);
  }

  /**
   * Does the same in another encoding.
   *
   * @param file where
   * @param text what
   * @param charset the encoding
   * @throws IOException if it cannot be written; the old text is then still there
   */
  public static void replace(Path file, String text, Charset charset) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    write(target, charset.encode(text), fresh -> move(fresh, target));
  }

  /**
   * Makes a file that is not there yet.
   *
   * @param file where, in a folder that is made when needed
   * @param text what
   * @throws FileAlreadyExistsException if there is a file, which is left as it is
   * @throws IOException if it cannot be written; then there is none
   */
  public static void create(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    write(target, StandardCharsets.UTF_8.encode(text), fresh -> link(target, fresh));
  }

  /** Puts what was written beside a file in its place. */
  @FunctionalInterface
  private interface Placing {
    void place(Path written) throws IOException;
  }

  private static void write(Path target, ByteBuffer bytes, Placing placing) throws IOException {
    Files.createDirectories(target.getParent());
    Path fresh = target.resolveSibling(".talosforge-" + UUID.randomUUID() + ".tmp");
    try {
      Files.createFile(fresh);
      fill(fresh, bytes);
      placing.place(fresh);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /**
   * Gives a file that is written a name that nobody has. A hard link is refused when the name is
   * taken, however close the race.
   *
   * @param file the name
   * @param written the file, beside it
   * @throws FileAlreadyExistsException if there is a file of that name, which is left as it is
   * @throws IOException if it cannot be done
   */
  public static void link(Path file, Path written) throws IOException {
    try {
      Files.createLink(file, written);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (FileSystemException | UnsupportedOperationException e) {
      Files.createFile(file);
      move(written, file);
    }
  }

  static void fill(Path file, ByteBuffer bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Says why a file could not be written, which exceptions of files often leave to their type.
   *
   * @param failure what was caught
   * @return some words without the name of the file
   */
  public static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "access is denied";
    }
    if (failure instanceof NoSuchFileException) {
      return "its folder is gone";
    }
    if (failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException) {
      return "something else is in its place";
    }
    return failure instanceof FileSystemException onDisk
        ? Optional.ofNullable(onDisk.getReason()).orElse(failure.toString())
        : String.valueOf(failure.getMessage());
  }
}
