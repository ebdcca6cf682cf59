package io.github.talosforge.backup;

import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.talos.etcd.SnapshotFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Snapshots as the simulator streams them, and backups of them. */
final class Snapshots {
  static final ClusterName CLUSTER = ClusterName.of("sample");
  static final ClusterUid UID = ClusterUid.of("0123456789abcdef");
  static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  static final byte[] SNAPSHOT = snapshot();

  private static final int PAGES = 128 * 1024;

  private Snapshots() {}

  private static byte[] snapshot() {
    EtcdCluster.Member only = new EtcdCluster.Member(7, "cp-1", "10.0.0.1", false);
    EtcdCluster etcd =
        new EtcdCluster(new EtcdCluster.Saved("a", List.of(only), new TreeMap<>(), 1, 2, 7));
    for (int i = 0; i < 300; i++) {
      long unused = etcd.put("/registry/things/" + i, "value " + i);
    }
    // What follows is free pages, of which a test needs no megabytes.
    byte[] pages = Arrays.copyOf(SnapshotFile.of(etcd), PAGES);
    byte[] whole = Arrays.copyOf(pages, PAGES + 32);
    System.arraycopy(SnapshotCheck.sha256().digest(pages), 0, whole, PAGES, 32);
    return whole;
  }

  /** A note that is right but for what the simulator's etcd would say. */
  static BackupNote note(Draft draft, Draft.Written written, ClusterUid uid, List<String> age) {
    return new BackupNote(
        BackupNote.SCHEMA,
        draft.name().backup(),
        written.bytes(),
        written.sha256(),
        age,
        NOON.toString(),
        new BackupNote.Cluster("sample", uid.value(), "https://10.0.0.9:6443", "ab".repeat(32)),
        new BackupNote.Versions("1.12.4", "1.35.2"),
        new BackupNote.Etcd(
            "cp-1", "0".repeat(15) + "7", true, "3.6.5", "3.6.0", 2, 9, 9, List.of()),
        new BackupNote.Snapshot(SNAPSHOT.length, "cd".repeat(32), written.revision().orElse(null)));
  }

  /** Makes a whole backup. */
  static BackupNote make(Path folder, Instant when, ClusterUid uid) throws IOException {
    try (Draft draft = BackupFolder.at(folder).begin(CLUSTER, uid, when, false)) {
      int unused = draft.sink().write(ByteBuffer.wrap(SNAPSHOT));
      return draft.publish(written -> note(draft, written, uid, List.of()));
    }
  }

  static List<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
