package io.github.talosforge.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writes a file that only its owner can read, wholly or not at all.
 *
 * <p>The text goes to a neighbour first, which is then put in the file's place; whoever reads the
 * file sees the old text or the new one. Where the file system knows no owners, the directory's own
 * protection has to do.
 */
public final class PrivateFile {

  private PrivateFile() {}

  /**
   * Makes a file that is not there yet.
   *
   * @param file where
   * @param text what
   * @throws FileAlreadyExistsException if there is a file, which is left as it is
   * @throws IOException if it cannot be written
   */
  public static void create(Path file, String text) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Path written = neighbour(file, text);
    try {
      WholeFile.link(file, written);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /**
   * Makes a file, or gives it another text; a symbolic link stays one.
   *
   * @param file where
   * @param text what
   * @throws IOException if it cannot be written; the old text is then still there
   */
  public static void replace(Path file, String text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    Path written = neighbour(target, text);
    try {
      WholeFile.move(written, target);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  /**
   * Makes an empty file that is not there yet, to be written piece by piece.
   *
   * @param file where, in a folder that is made when needed
   * @return the file, opened
   * @throws FileAlreadyExistsException if there is a file, which is left as it is
   * @throws IOException if it cannot be made
   */
  public static FileChannel open(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory, owner(directory, "rwx------"));
    }
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
        owner(file, "rw-------"));
  }

  /**
   * Sees to it that there is a folder, and that only its owner can look into it.
   *
   * @param folder where
   * @throws IOException if it cannot be made
   */
  public static void folder(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.createDirectories(folder, owner(folder, "rwx------"));
    PosixFileAttributeView view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static Path neighbour(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is not the name of a file");
    }
    Files.createDirectories(directory, owner(directory, "rwx------"));
    Path made =
        Files.createTempFile(directory, ".talosforge-", ".tmp", owner(directory, "rw-------"));
    try {
      WholeFile.fill(made, StandardCharsets.UTF_8.encode(text));
    } catch (IOException e) {
      Files.deleteIfExists(made);
      throw e;
    }
    return made;
  }

  private static FileAttribute<?>[] owner(Path path, String permissions) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
