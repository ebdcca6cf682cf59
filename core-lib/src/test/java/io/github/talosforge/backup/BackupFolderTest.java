package io.github.talosforge.backup;

import static io.github.talosforge.backup.Snapshots.CLUSTER;
import static io.github.talosforge.backup.Snapshots.NOON;
import static io.github.talosforge.backup.Snapshots.SNAPSHOT;
import static io.github.talosforge.backup.Snapshots.UID;
import static io.github.talosforge.backup.Snapshots.make;
import static io.github.talosforge.backup.Snapshots.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.model.ClusterUid;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups lie in a folder whole or not at all, among files of others that nobody touches. */
class BackupFolderTest {
  private static final ClusterUid OTHER = ClusterUid.of("fedcba9876543210");
  private static final String STEM = "sample-20261120T120000Z";
  private static final String PART = STEM + ".db." + UID + ".part";

  @TempDir Path folder;

  private BackupFolder backups() {
    return BackupFolder.at(folder);
  }

  private Draft begun() throws IOException {
    return backups().begin(CLUSTER, UID, NOON, /* encrypted= */ false);
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aBackupIsItsOwnersAloneAndSoIsAFolderThatIsMadeForIt() throws IOException {
    Path deep = folder.resolve("made/for it");
    try (Draft draft = BackupFolder.at(deep).begin(CLUSTER, UID, NOON, false)) {
      assertThat(permissions(deep.resolve(PART))).isEqualTo("rw-------");
      int unused = draft.sink().write(ByteBuffer.wrap(SNAPSHOT));
      BackupNote note = draft.publish(written -> Snapshots.note(draft, written, UID, List.of()));
      assertThat(note.snapshot().revision()).isEqualTo(301);
    }

    assertThat(names(deep)).containsExactly(STEM + ".db", STEM + ".json");
    assertThat(permissions(deep)).isEqualTo("rwx------");
    assertThat(permissions(deep.resolve(STEM + ".db"))).isEqualTo("rw-------");
    assertThat(permissions(deep.resolve(STEM + ".json"))).isEqualTo("rw-------");
    assertThat(deep.resolve(STEM + ".db")).hasBinaryContent(SNAPSHOT);
  }

  @Test
  void aFolderOfTheUsersKeepsItsPermissions() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    BackupNote unused = make(folder, NOON, UID);
    assertThat(permissions(folder)).isEqualTo("rwxr-x---");
  }

  @Test
  void whatIsNotPublishedLeavesNothing() throws IOException {
    try (Draft draft = begun()) {
      int unused = draft.sink().write(ByteBuffer.wrap(new byte[99]));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileOfThatNameIsLeftAsItIs() throws IOException {
    Files.writeString(folder.resolve(STEM + ".db"), "precious");
    Files.writeString(folder.resolve(STEM + "-2.json"), "{}");

    assertThat(make(folder, NOON, UID).file()).isEqualTo(STEM + "-3.db");

    assertThat(folder.resolve(STEM + ".db")).hasContent("precious");
    assertThat(folder.resolve(STEM + "-2.json")).hasContent("{}");
  }

  /** Whoever is in the last moment in the way is not overwritten, and no note is left alone. */
  @Test
  void aFileThatComesMeanwhileIsLeftAsItIs() throws IOException {
    try (Draft draft = begun()) {
      int unused = draft.sink().write(ByteBuffer.wrap(SNAPSHOT));
      Files.writeString(folder.resolve(STEM + ".db"), "precious");
      assertThatThrownBy(
              () -> draft.publish(written -> Snapshots.note(draft, written, UID, List.of())))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(names(folder)).containsExactly(STEM + ".db");
    assertThat(folder.resolve(STEM + ".db")).hasContent("precious");
  }

  @Test
  void twoRunsAtOnceMakeTwoBackupsAndLeaveEachOthersParts() throws IOException {
    try (Draft one = begun();
        Draft two = begun()) {
      assertThat(backups().sweep(UID)).isEmpty();
      assertThat(backups().list())
          .extracting(StoredBackup::problem)
          .containsOnly("it is being written")
          .hasSize(2);
      for (Draft each : List.of(one, two)) {
        int unused = each.sink().write(ByteBuffer.wrap(SNAPSHOT));
        BackupNote note = each.publish(written -> Snapshots.note(each, written, UID, List.of()));
        assertThat(note.file()).isIn(STEM + ".db", STEM + "-2.db");
      }
    }
    assertThat(backups().list()).hasSize(2).allMatch(StoredBackup::sound);
  }

  @Test
  void whatAKilledRunLeftIsListedAndRemovedByTheNextOfItsCluster()
      throws IOException, InterruptedException {
    String said = BackupChild.run("", "dies", folder);
    assertThat(names(folder)).as(said).containsExactly(PART);
    assertThat(backups().list())
        .singleElement()
        .satisfies(left -> assertThat(left.problem()).startsWith("a run that was cut off left it"));

    assertThat(backups().sweep(OTHER)).isEmpty();
    assertThat(backups().sweep(UID)).containsExactly(PART);
    assertThat(folder).isEmptyDirectory();
  }

  /** Killed between its note and its name. */
  @Test
  void aNoteWhoseBackupNeverCameGoesWithItsPart() throws IOException {
    BackupNote note = make(folder, NOON, UID);
    Files.move(folder.resolve(note.file()), folder.resolve(PART));

    assertThat(backups().sweep(UID)).containsExactly(PART);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void onAFullDiskNothingIsLeft() throws IOException, InterruptedException {
    assumeTrue(File.separatorChar == '/', "there is no ulimit here");
    String said = BackupChild.run("ulimit -f 100 && ", "writes", folder);

    assertThat(said).startsWith("failed: ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void soundBackupsAreListedNewestFirstAndDamagedOnesAreMarked() throws IOException {
    BackupNote first = make(folder, NOON, UID);
    BackupNote second = make(folder, NOON.plusSeconds(1), OTHER);
    BackupNote third = make(folder, NOON.plusSeconds(2), UID);
    BackupNote fourth = make(folder, NOON.plusSeconds(3), UID);
    BackupNote fifth = make(folder, NOON.plusSeconds(4), UID);
    byte[] flipped = SNAPSHOT.clone();
    flipped[5000] ^= 1;
    Files.write(folder.resolve(first.file()), flipped);
    Files.write(folder.resolve(third.file()), Arrays.copyOf(SNAPSHOT, 4096));
    Files.delete(folder.resolve(fourth.file()));
    Files.delete(folder.resolve(fifth.file().replace(".db", ".json")));

    List<StoredBackup> list = backups().list();

    assertThat(list)
        .extracting(StoredBackup::file)
        .containsExactly(fifth.file(), fourth.file(), third.file(), second.file(), first.file());
    assertThat(list)
        .extracting(StoredBackup::problem)
        .containsExactly(
            "nothing proves whose it is: its JSON is missing",
            "the file itself is missing",
            "it has 4096 bytes, and had " + SNAPSHOT.length + " when it was made",
            "",
            "it is damaged: its SHA-256 is not the one that it was made with");
    JsonNode json = new ObjectMapper().readTree(BackupJson.render(list));
    assertThat(json.at("/backups/3/sound").asBoolean()).isTrue();
    assertThat(json.at("/backups/3/note/cluster/uid").asText()).isEqualTo(OTHER.value());
    assertThat(BackupText.render(backups(), list))
        .contains("[ok] " + second.file() + ": 0.1 MiB, cluster sample, revision 301")
        .contains("[--] " + fifth.file() + "\n      nothing proves whose it is");
  }

  @Test
  void anEmptyFolderAndOneThatIsNotThereHaveNone() {
    assertThat(backups().list()).isEmpty();
    assertThat(BackupFolder.at(folder.resolve("none")).list()).isEmpty();
  }

  @Test
  void theOldestSoundOnesGoAndNothingElse() throws IOException {
    BackupNote oldest = make(folder, NOON, UID);
    BackupNote old = make(folder, NOON.plusSeconds(1), UID);
    BackupNote foreign = make(folder, NOON.plusSeconds(2), OTHER);
    BackupNote damaged = make(folder, NOON.plusSeconds(3), UID);
    BackupNote kept = make(folder, NOON.plusSeconds(4), UID);
    Files.write(folder.resolve(damaged.file()), new byte[9]);
    Path users = Files.writeString(folder.resolve("sample-20200101T000000Z.db"), "user's");
    Path odd =
        Files.writeString(
            folder.resolve("sample-20200102T000000Z.json"),
            Files.readString(folder.resolve(oldest.file().replace(".db", ".json"))));
    BackupNote made = make(folder, NOON.plusSeconds(5), UID);

    assertThat(backups().keepNewest(UID, 2, made)).containsExactly(old.file(), oldest.file());

    assertThat(names(folder))
        .contains(made.file(), kept.file(), damaged.file(), foreign.file())
        .contains(users.getFileName().toString(), odd.getFileName().toString())
        .doesNotContain(old.file(), old.file().replace(".db", ".json"))
        .doesNotContain(oldest.file(), oldest.file().replace(".db", ".json"))
        .hasSize(10);
  }

  /** The clock of whoever made others may have been ahead. */
  @Test
  void whatWasJustMadeStays() throws IOException {
    BackupNote ahead = make(folder, NOON.plusSeconds(99), UID);
    BackupNote made = make(folder, NOON, UID);
    assertThat(backups().keepNewest(UID, 1, made)).containsExactly(ahead.file());
    assertThat(names(folder)).containsExactly(STEM + ".db", STEM + ".json");
  }

  @Test
  void aNoteThatNamesAnotherFileIsNone() throws IOException {
    BackupNote note = make(folder, NOON, UID);
    Path json = folder.resolve(STEM + ".json");
    Files.writeString(
        json, Files.readString(json).replace("\"" + note.file(), "\"../" + note.file()));
    Files.copy(json, folder.resolve("sample-20200102T000000Z.json"));
    assertThat(backups().list()).isEmpty();
    Files.writeString(
        folder.resolve("sample-20200103T000000Z.json"),
        Files.readString(json).replace("\"../", "\""));
    assertThat(backups().list()).isEmpty();
  }

  @Test
  void aNoteThatLacksSomethingIsMarked() throws IOException {
    BackupNote unused = make(folder, NOON, UID);
    Path json = folder.resolve(STEM + ".json");
    Files.writeString(json, Files.readString(json).replace("\"sha256\"", "\"sha1\""));
    assertThat(backups().list())
        .singleElement()
        .satisfies(odd -> assertThat(odd.problem()).startsWith("its JSON cannot be understood: "));
  }
}
