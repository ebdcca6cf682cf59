package io.github.talosforge.simulator.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A folder that one simulator at a time keeps its state in. Each file is written whole beside the
 * old one and then takes its place, so that a kill leaves either the old or the new one.
 */
public final class StateFolder implements AutoCloseable {
  private static final String STATE = "state.json";
  private static final String CONNECTION = "connection.json";
  private static final String IDENTITY = "identity.pem";

  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path folder;
  private final FileChannel lockFile;
  private final FileLock lock;

  private StateFolder(Path folder, FileChannel lockFile, FileLock lock) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Opens a folder, making it if need be.
   *
   * @param folder the folder
   * @return the folder, held until it is closed
   * @throws IllegalStateException with a sentence when another simulator holds it
   */
  public static StateFolder open(Path folder) {
    FileChannel channel = null;
    try {
      make(folder);
      channel =
          FileChannel.open(
              folder.resolve("lock"),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              owner(folder, "rw-------"));
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new IllegalStateException(
            "Another simulator is using the state folder " + folder + "; stop it first.");
      }
      return new StateFolder(folder, channel, lock);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open the state folder " + folder, e);
    }
  }

  /** Keys and a token are in it: it is its owner's alone, also one that another version made. */
  private static void make(Path folder) throws IOException {
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

  private static FileAttribute<?>[] owner(Path path, String permissions) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  /**
   * What was saved last.
   *
   * @return the state, or empty for a new folder
   */
  public Optional<SavedState> load() {
    return load(folder);
  }

  /**
   * What was saved last in a folder that somebody else may hold.
   *
   * @param folder the folder
   * @return the state, or empty for a new folder
   */
  public static Optional<SavedState> load(Path folder) {
    Optional<SavedState> state =
        read(folder.resolve(STATE))
            .map(text -> parse(folder.resolve(STATE), text, SavedState.class));
    state.ifPresent(
        saved -> {
          if (saved.format() != SavedState.FORMAT) {
            throw new IllegalStateException(
                folder.resolve(STATE)
                    + " was written by another version of the simulator (format "
                    + saved.format()
                    + "); delete the folder to start afresh.");
          }
        });
    return state;
  }

  /**
   * Saves the state.
   *
   * @param state the state
   */
  public void save(SavedState state) {
    write(STATE, json(state));
  }

  /**
   * The ports and token of the last run.
   *
   * @return the connection, or empty for a new folder
   */
  public Optional<Connection> connection() {
    Path file = folder.resolve(CONNECTION);
    return read(file).map(text -> parse(file, text, Connection.class));
  }

  /**
   * Saves ports and token.
   *
   * @param connection the connection
   */
  public void save(Connection connection) {
    write(CONNECTION, json(connection));
  }

  /**
   * The text of a key and certificate, made once.
   *
   * @param fresh makes it
   * @return PEM text
   */
  public String identity(Supplier<String> fresh) {
    return read(folder.resolve(IDENTITY))
        .orElseGet(
            () -> {
              String made = fresh.get();
              write(IDENTITY, made);
              return made;
            });
  }

  private static Optional<String> read(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private static <T> T parse(Path file, String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          file
              + " cannot be read ("
              + e.getOriginalMessage()
              + "); delete the folder to start afresh.",
          e);
    }
  }

  private static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the simulator's state as JSON", e);
    }
  }

  private void write(String name, String text) {
    Path target = folder.resolve(name);
    Path fresh = folder.resolve(name + ".new");
    try {
      Files.deleteIfExists(fresh);
      try (FileChannel out =
          FileChannel.open(
              fresh,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              owner(fresh, "rw-------"))) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + target, e);
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the state folder " + folder, e);
    }
  }
}
