package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.backup.BackupException;
import io.github.talosforge.backup.BackupFolder;
import io.github.talosforge.backup.BackupNote;
import io.github.talosforge.backup.BackupReport;
import io.github.talosforge.backup.BackupText;
import io.github.talosforge.backup.BackupWish;
import io.github.talosforge.backup.StoredBackup;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.secrets.sops.AgeFile;
import io.github.talosforge.secrets.sops.AgeIdentities;
import io.github.talosforge.secrets.sops.AgeRecipient;
import io.github.talosforge.secrets.sops.SopsFixtures;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup comes from a member that is well, is proven, and is whole or not there. */
class EtcdBackupTest {
  private static TalosWorld world;

  @TempDir Path folder;

  @BeforeAll
  static void bringUp() {
    world = new TalosWorld("1.12.4", 3, 0).provisioned();
    assertThat(
            world
                .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                .health()
                .healthy())
        .isTrue();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @AfterEach
  void mend() {
    for (String node : List.of("cp-1", "cp-2", "cp-3")) {
      for (Trouble trouble :
          List.of(
              Trouble.CUT_OFF, Trouble.SNAPSHOT_BREAKS, Trouble.ETCD_CORRUPT, Trouble.DISK_FULL)) {
        world.trouble(node, trouble, false);
      }
      world.simulator.talos().streamAsSnapshot(world.vm(node), Optional.empty());
    }
  }

  private static BackupReport backup(BackupWish wish) {
    try (ClusterRun run = world.run(world.terms())) {
      return run.backup(wish);
    }
  }

  private BackupException refused() {
    return catchThrowableOfType(BackupException.class, () -> backup(BackupWish.to(folder)));
  }

  private static String leader() {
    Talos talos = world.simulator.talos();
    return world
        .simulator
        .world()
        .locked(
            () -> {
              EtcdCluster etcd = talos.etcdOf(talos.machines().iterator().next()).orElseThrow();
              return etcd.member(etcd.leader(member -> true)).orElseThrow().name();
            });
  }

  private static List<String> followers() {
    String leader = leader();
    return List.of("cp-1", "cp-2", "cp-3").stream().filter(node -> !node.equals(leader)).toList();
  }

  private static byte[] sha256(byte[] bytes, int length) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(bytes, length));
  }

  @Test
  void aFollowerStreamsItAndTheNoteSaysWhatARestoreNeeds()
      throws IOException, GeneralSecurityException {
    BackupReport report = backup(BackupWish.to(folder));

    byte[] file = Files.readAllBytes(report.file());
    String trailer = HexFormat.of().formatHex(file, file.length - 32, file.length);
    assertThat(HexFormat.of().formatHex(sha256(file, file.length - 32))).isEqualTo(trailer);
    BackupNote note = report.note();
    assertThat(note.snapshot().sha256()).isEqualTo(trailer);
    assertThat(note.snapshot().bytes()).isEqualTo(file.length).isEqualTo(note.bytes());
    assertThat(note.snapshot().revision()).isPositive();
    assertThat(note.etcd().node()).isEqualTo(followers().get(0));
    assertThat(note.etcd().leader()).isFalse();
    assertThat(note.etcd().version()).isEqualTo("3.6.5");
    assertThat(note.etcd().databaseBytes()).isEqualTo(file.length - 32);
    assertThat(note.etcd().members())
        .extracting(BackupNote.Member::name)
        .containsExactlyInAnyOrder("cp-1", "cp-2", "cp-3");
    assertThat(note.cluster().uid()).isEqualTo("0123456789abcdef");
    assertThat(note.cluster().etcdCa())
        .isEqualTo(TalosWorld.SECRETS.certificates().etcd().certificate().fingerprint());
    assertThat(note.cluster().endpoint()).startsWith("https://");
    assertThat(note.files().talos()).contains("1.12.4");
    assertThat(report.warnings()).isEmpty();
    Path json = folder.resolve(note.file().replace(".db", ".json"));
    assertThat(json).content().isEqualTo(note.json()).doesNotContain("redacted", "***");
    TalosWorld.SECRETS
        .values()
        .forEach(secret -> assertThat(json).content().doesNotContain(secret));
    assertThat(BackupFolder.at(folder).list()).singleElement().matches(StoredBackup::sound);
    assertThat(BackupText.render(report)).contains(" MiB from " + note.etcd().node());
  }

  /** What a backup's own role may not do is refused by the simulator as by Talos. */
  @Test
  void onlyFourCallsAreMade() {
    long before = world.simulator.journal().count();
    BackupReport unused = backup(BackupWish.to(folder));
    assertThat(
            world.simulator.journal().since(before).stream()
                .map(RecordedCall::path)
                .filter(path -> path.contains("Service/") || path.contains("State/")))
        .isNotEmpty()
        .allMatch(
            path ->
                path.matches(
                    "/?machine.MachineService/Etcd(AlarmList|MemberList|Status|Snapshot)"));
  }

  @Test
  void aSilentMemberIsPassedOverAndNamed() {
    world.trouble(followers().get(0), Trouble.CUT_OFF, true);
    BackupReport report = backup(BackupWish.to(folder));

    assertThat(report.note().etcd().node()).isNotEqualTo(followers().get(0));
    assertThat(report.warnings()).singleElement().asString().matches("cp-\\d: .*");
  }

  @Test
  void aStreamThatBreaksIsFollowedByTheNextMembers() {
    world.trouble(followers().get(0), Trouble.SNAPSHOT_BREAKS, true);
    BackupReport report = backup(BackupWish.to(folder));

    assertThat(report.note().etcd().node()).isEqualTo(followers().get(1));
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .startsWith(followers().get(0) + ": EtcdSnapshot on ")
        .contains("unexpected EOF");
    assertThat(BackupFolder.at(folder).list()).singleElement().matches(StoredBackup::sound);
  }

  @Test
  void ifAllBreakNothingIsLeft() {
    List.of("cp-1", "cp-2", "cp-3")
        .forEach(node -> world.trouble(node, Trouble.SNAPSHOT_BREAKS, true));

    assertThat(refused().getMessage())
        .startsWith("No control plane streamed a whole snapshot of etcd; nothing is left")
        .contains("cp-1: ", "cp-2: ", "cp-3: ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aWrongTrailerIsNoBackup() {
    byte[] foreign = new byte[8192 + 32];
    world.simulator.talos().streamAsSnapshot(world.vm(followers().get(0)), Optional.of(foreign));
    BackupReport report = backup(BackupWish.to(folder));

    assertThat(report.note().etcd().node()).isEqualTo(followers().get(1));
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .contains("what it streamed is no snapshot of etcd: it does not begin as a database");
  }

  @Test
  void corruptDataAreNotBackedUp() {
    world.trouble(leader(), Trouble.ETCD_CORRUPT, true);

    assertThat(refused().getMessage())
        .startsWith("etcd has raised the alarm CORRUPT for " + leader())
        .contains("Keep the last backup");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFullDatabaseIsBackedUpWithAWarning() {
    world.trouble("cp-3", Trouble.DISK_FULL, true);
    assertThat(backup(BackupWish.to(folder)).warnings())
        .singleElement()
        .asString()
        .startsWith("etcd has raised the alarm NOSPACE for cp-3");
  }

  @Test
  void withoutALeaderNothingIsWritten() {
    List.of("cp-2", "cp-3").forEach(node -> world.trouble(node, Trouble.CUT_OFF, true));

    assertThat(refused().getMessage())
        .startsWith("No control plane can give a snapshot of etcd; nothing was written.")
        .contains("cp-1: ", "cp-2: ", "cp-3: ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void twoRunsAtOnceBothMakeOne() {
    CompletableFuture<BackupReport> other =
        CompletableFuture.supplyAsync(() -> backup(BackupWish.to(folder)));
    BackupReport mine = backup(BackupWish.to(folder));

    assertThat(other.join().file()).isNotEqualTo(mine.file());
    assertThat(BackupFolder.at(folder).list()).hasSize(2).allMatch(StoredBackup::sound);
  }

  @Test
  void aStoppedRunLeavesNothing() {
    try (ClusterRun run = world.run(world.terms())) {
      run.stop();
      assertThat(
              catchThrowableOfType(RuntimeException.class, () -> run.backup(BackupWish.to(folder))))
          .isNotNull();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatIsEncryptedWithAgeIsTheSameWhenOpened() throws IOException, GeneralSecurityException {
    SopsFixtures.AgeKey key = SopsFixtures.AgeKey.make();
    BackupReport report =
        backup(BackupWish.to(folder).encryptedFor(List.of(new AgeRecipient(key.recipient()))));

    assertThat(report.file().toString()).endsWith(".db.age");
    assertThat(report.note().recipients()).containsExactly(key.recipient());
    AgeIdentities mine =
        AgeIdentities.lookUp(SopsFixtures.environment(Map.of("SOPS_AGE_KEY", key.identity())));
    byte[] opened;
    try (ReadableByteChannel clear = AgeFile.decrypting(FileChannel.open(report.file()), mine)) {
      opened = Channels.newInputStream(clear).readAllBytes();
    }
    assertThat(HexFormat.of().formatHex(sha256(opened, opened.length - 32)))
        .isEqualTo(report.note().snapshot().sha256());
    assertThat(Files.size(report.file())).isEqualTo(report.note().bytes());
    assertThat(BackupFolder.at(folder).list()).singleElement().matches(StoredBackup::sound);
  }
}
