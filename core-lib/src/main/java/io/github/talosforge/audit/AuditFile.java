package io.github.talosforge.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A file to whose end each write is added as one line of JSON, by one call of the system: a run
 * that is killed leaves whole lines, and runs that share a file mix none.
 */
public final class AuditFile implements Audit, AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final FileOutputStream file;
  private final Consumer<IOException> trouble;

  private AuditFile(FileOutputStream file, Consumer<IOException> trouble) {
    this.file = file;
    this.trouble = trouble;
  }

  /**
   * Opens a file, or makes one that only its owner can read.
   *
   * @param path where, in a folder that is made when needed
   * @param trouble hears when a line could not be written
   * @return the file
   * @throws IOException if nothing can be added to it
   */
  public static AuditFile open(Path path, Consumer<IOException> trouble) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try {
      Path unused = Files.createFile(path, ownersAlone(path));
    } catch (FileAlreadyExistsException e) {
      // One that is there keeps its readers.
    }
    // A channel would be closed for all when one of its writers is interrupted.
    FileOutputStream file = new FileOutputStream(path.toFile(), /* append= */ true);
    try {
      if (isCutOff(path)) {
        file.write('\n');
      }
    } catch (IOException e) {
      file.close();
      throw e;
    }
    return new AuditFile(file, trouble);
  }

  private static FileAttribute<?>[] ownersAlone(Path path) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Tells whether the last line was not written whole, such as on a full disk. */
  private static boolean isCutOff(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (RandomAccessFile there = new RandomAccessFile(path.toFile(), "r")) {
      long length = there.length();
      if (length == 0) {
        return false;
      }
      there.seek(length - 1);
      return there.read() != '\n';
    }
  }

  @Override
  public synchronized void wrote(Write write) {
    try {
      file.write((json(write) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      trouble.accept(e);
    }
  }

  private static String json(Write write) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("time", write.at().toString());
    line.put("system", lowerCase(write.receiver()));
    line.put("target", write.target());
    line.put("outcome", lowerCase(write.outcome()));
    write.upid().ifPresent(task -> line.put("upid", task));
    line.put("principal", write.principal());
    write.why().ifPresent(why -> line.put("why", why));
    try {
      return MAPPER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      trouble.accept(e);
    }
  }
}
