package io.github.talosforge.backup;

import io.github.talosforge.files.WholeFile;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder with backups, which may be those of several clusters, among files of others. What is not
 * proven to be a backup of ours is never written to or removed.
 */
public final class BackupFolder {
  private static final int MOST_OF_A_SECOND = 99;
  private static final long LARGEST_NOTE = 1 << 20;
  private static final int PIECE = 1 << 16;

  private final Path path;

  private BackupFolder(Path path) {
    this.path = path;
  }

  /** Names a folder, which need not be there yet. */
  public static BackupFolder at(Path path) {
    return new BackupFolder(path);
  }

  /** Returns the path, as messages name the folder. */
  @Override
  public String toString() {
    return path.toString();
  }

  /**
   * Lists the backups, whosever they are, and reads every byte of them.
   *
   * @return the newest first; what was left half and what has no note is listed too
   * @throws BackupException if the folder cannot be read
   */
  public List<StoredBackup> list() {
    return names().stream().flatMap(name -> stored(name).stream()).toList();
  }

  private List<String> names() {
    if (Files.notExists(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(path)) {
      return all.map(file -> String.valueOf(file.getFileName()))
          .sorted(Comparator.comparing(BackupFolder::dated, BackupName.NEWEST))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new BackupException("The folder " + path + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The name of the backup that a file belongs to. */
  private static String dated(String file) {
    if (file.endsWith(".json")) {
      return file.replaceFirst("json$", "db");
    }
    return BackupName.ofPart(file).map(BackupName::backup).orElse(file);
  }

  private Optional<StoredBackup> stored(String file) {
    if (file.endsWith(".json")) {
      return ofNote(file);
    }
    Optional<BackupName> half = BackupName.ofPart(file);
    if (half.isPresent()) {
      return Optional.of(new StoredBackup(file, Optional.empty(), halfway(file)));
    }
    return BackupName.parse(file)
        .filter(name -> Files.notExists(path.resolve(name.note())))
        .map(
            name ->
                new StoredBackup(
                    file, Optional.empty(), "nothing proves whose it is: its JSON is missing"));
  }

  private String halfway(String part) {
    try {
      return Draft.isHeld(path.resolve(part))
          ? "it is being written"
          : "a run that was cut off left it; the cluster's next backup removes it";
    } catch (IOException e) {
      return "it is half a backup";
    }
  }

  private Optional<StoredBackup> ofNote(String file) {
    try {
      return note(file).map(note -> new StoredBackup(note.file(), Optional.of(note), flaw(note)));
    } catch (BackupException e) {
      String what = "its JSON cannot be understood: " + e.getMessage();
      return Optional.of(new StoredBackup(file, Optional.empty(), what));
    }
  }

  /** Reads a note; what names another file than the one that it lies beside is none. */
  private Optional<BackupNote> note(String file) {
    Path json = path.resolve(file);
    try {
      if (!Files.isRegularFile(json, LinkOption.NOFOLLOW_LINKS)
          || Files.size(json) > LARGEST_NOTE) {
        return Optional.empty();
      }
      return BackupNote.read(Files.readString(json))
          .filter(
              note ->
                  BackupName.parse(note.file())
                      .filter(name -> name.note().equals(file))
                      .isPresent());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Says what is wrong with a backup; empty if every byte is as it was. */
  private String flaw(BackupNote note) {
    Path file = path.resolve(note.file());
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return "the file itself is missing";
      }
      long bytes = Files.size(file);
      return bytes == note.bytes()
          ? flaw(note, file)
          : "it has " + bytes + " bytes, and had " + note.bytes() + " when it was made";
    } catch (IOException e) {
      return "it cannot be read: " + WholeFile.reason(e);
    }
  }

  private static String flaw(BackupNote note, Path file) throws IOException {
    MessageDigest digest = SnapshotCheck.sha256();
    SnapshotCheck snapshot = new SnapshotCheck();
    ByteBuffer piece = ByteBuffer.allocate(PIECE);
    try (ReadableByteChannel in = FileChannel.open(file)) {
      while (in.read(piece.clear()) >= 0) {
        digest.update(piece.flip().duplicate());
        snapshot.add(piece);
      }
    }
    if (!HexFormat.of().formatHex(digest.digest()).equals(note.sha256())) {
      return "it is damaged: its SHA-256 is not the one that it was made with";
    }
    return note.encrypted() ? "" : snapshot.problem().orElse("");
  }

  /**
   * Removes what runs of this cluster left that were killed.
   *
   * @return the names of what was removed
   */
  List<String> sweep(ClusterUid uid) {
    List<String> swept = new ArrayList<>();
    for (String file : names()) {
      BackupName.ofPart(file, uid)
          .filter(name -> isAbandoned(file, name, uid))
          .ifPresent(name -> swept.add(file));
    }
    return swept;
  }

  private boolean isAbandoned(String part, BackupName name, ClusterUid uid) {
    try {
      return Draft.removeAbandoned(path.resolve(part), () -> forget(name, uid));
    } catch (IOException | UncheckedIOException e) {
      // It stays, and is listed as what it is.
      return false;
    }
  }

  /** The note comes before the backup, so that a killed run may have left it alone. */
  private void forget(BackupName name, ClusterUid uid) {
    boolean ours = note(name.note()).filter(note -> isOf(note, uid)).isPresent();
    if (ours && Files.notExists(path.resolve(name.backup()), LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.deleteIfExists(path.resolve(name.note()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static boolean isOf(BackupNote note, ClusterUid uid) {
    return note.cluster().uid().equals(uid.value());
  }

  /** Begins a backup under a name that nobody has. */
  Draft begin(ClusterName cluster, ClusterUid uid, Instant now, boolean encrypted)
      throws IOException {
    for (int number = 1; number <= MOST_OF_A_SECOND; number++) {
      BackupName name = BackupName.of(cluster, now, number, encrypted);
      if (isTaken(name)) {
        continue;
      }
      try {
        Optional<Draft> draft = Draft.begin(name, path.resolve(name.part(uid)));
        if (draft.isPresent()) {
          return draft.get();
        }
      } catch (FileAlreadyExistsException e) {
        // Another run of this second.
      }
    }
    throw new FileAlreadyExistsException(
        path.resolve(BackupName.of(cluster, now, 1, encrypted).backup()).toString());
  }

  private boolean isTaken(BackupName name) {
    return Stream.of(name.note(), name.backup())
        .anyMatch(file -> Files.exists(path.resolve(file), LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Removes the oldest sound backups of a cluster, until as many as wished are left. Damaged ones
   * count for nothing and stay.
   *
   * @param keep how many stay, with the one that was just made
   * @param made the one that was just made
   * @return the names of what was removed
   */
  List<String> keepNewest(ClusterUid uid, int keep, BackupNote made) throws IOException {
    List<String> removed = new ArrayList<>();
    int kept = 1;
    for (String file : names()) {
      Optional<BackupNote> note =
          Optional.of(file)
              .filter(name -> name.endsWith(".json"))
              .flatMap(this::understood)
              .filter(one -> isOf(one, uid) && !one.file().equals(made.file()))
              .filter(one -> flaw(one).isEmpty());
      if (note.isPresent() && ++kept > keep) {
        // The backup first: a note that is left alone says that its backup is gone.
        Files.delete(path.resolve(note.get().file()));
        Files.deleteIfExists(path.resolve(file));
        removed.add(note.get().file());
      }
    }
    return removed;
  }

  private Optional<BackupNote> understood(String file) {
    try {
      return note(file);
    } catch (BackupException e) {
      return Optional.empty();
    }
  }
}
