package io.github.talosforge.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is not a whole snapshot of etcd is told apart while it passes. */
class SnapshotCheckTest {
  private static Optional<String> problem(byte[] file, int piece) {
    SnapshotCheck check = new SnapshotCheck();
    for (int at = 0; at < file.length; at += piece) {
      check.add(ByteBuffer.wrap(file, at, Math.min(piece, file.length - at)));
    }
    return check.problem();
  }

  private static byte[] flipped(int at) {
    byte[] file = Snapshots.SNAPSHOT.clone();
    file[at < 0 ? file.length + at : at] ^= 1;
    return file;
  }

  @ParameterizedTest
  @ValueSource(ints = {1 << 30, 65536, 1000, 31})
  void aWholeOneIsProvenWhateverPiecesItComesIn(int piece) {
    assertThat(problem(Snapshots.SNAPSHOT, piece)).isEmpty();
  }

  @Test
  void theDigestAtItsEndIsTold() {
    SnapshotCheck check = new SnapshotCheck();
    check.add(ByteBuffer.wrap(Snapshots.SNAPSHOT));
    int length = Snapshots.SNAPSHOT.length;
    assertThat(check.bytes()).isEqualTo(length);
    assertThat(check.trailer())
        .isEqualTo(HexFormat.of().formatHex(Snapshots.SNAPSHOT, length - 32, length));
  }

  /** In the first page's number, in the midst, and in the digest itself. */
  @ParameterizedTest
  @ValueSource(ints = {0, 100_000, -33, -32, -1})
  void oneBitIsEnough(int at) {
    assertThat(problem(flipped(at), 4096).orElseThrow()).contains("it is damaged");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 32, 512, 4096, 102_432})
  void whatIsCutOffIsRefused(int length) {
    assertThat(problem(Arrays.copyOf(Snapshots.SNAPSHOT, length), 4096)).isPresent();
  }

  @Test
  void aCutAtARightLengthIsRefusedForItsDigest() {
    assertThat(problem(Arrays.copyOf(Snapshots.SNAPSHOT, 512 * 100 + 32), 4096).orElseThrow())
        .contains("it is damaged");
  }

  @Test
  void whatIsNoDatabaseIsRefusedThoughItsDigestIsRight() {
    byte[] foreign = new byte[4096 + 32];
    byte[] digest = SnapshotCheck.sha256().digest(new byte[4096]);
    System.arraycopy(digest, 0, foreign, 4096, 32);
    assertThat(problem(foreign, 100)).contains("it does not begin as a database of etcd");
  }

  @Test
  void theLastRevisionIsRead(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("a.db"), Snapshots.SNAPSHOT);
    try (FileChannel channel = FileChannel.open(file)) {
      assertThat(DatabaseFile.revision(channel)).contains(301L);
    }
  }

  @Test
  void ofAnythingElseNoRevisionIsTold(@TempDir Path folder) throws IOException {
    byte[] lost = Snapshots.SNAPSHOT.clone();
    Arrays.fill(lost, 8192, 12288, (byte) 0x7f);
    for (byte[] odd : new byte[][] {new byte[0], new byte[100], new byte[1 << 16], lost}) {
      Path file = Files.write(folder.resolve("a.db"), odd);
      try (FileChannel channel = FileChannel.open(file)) {
        assertThat(DatabaseFile.revision(channel)).isEmpty();
      }
    }
  }
}
