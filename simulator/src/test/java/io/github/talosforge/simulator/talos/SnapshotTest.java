package io.github.talosforge.simulator.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.talos.protocol.common.Data;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberAlarm;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdSnapshotRequest;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

/** A snapshot of etcd is a database with its SHA-256, or breaks off. */
class SnapshotTest {
  private static byte[] all(Iterator<Data> pieces) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    pieces.forEachRemaining(piece -> file.writeBytes(piece.getBytes().toByteArray()));
    return file.toByteArray();
  }

  @Test
  void itEndsWithItsDigestUnlessItBreaks() throws GeneralSecurityException {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      EtcdSnapshotRequest request = EtcdSnapshotRequest.getDefaultInstance();
      byte[] file = all(lab.admin("192.168.7.10").etcdSnapshot(request));

      int pages = file.length - 32;
      assertThat(pages % 4096).isZero();
      assertThat(MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(file, pages)))
          .isEqualTo(Arrays.copyOfRange(file, pages, file.length));
      assertThat(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(16))
          .isEqualTo(0xED0CDAED);
      assertThat(
              lab.admin("192.168.7.10")
                  .etcdStatus(Empty.getDefaultInstance())
                  .getMessages(0)
                  .getMemberStatus()
                  .getDbSize())
          .isEqualTo(pages);

      lab.simulator.talos().trouble(100, Trouble.SNAPSHOT_BREAKS, true);
      Iterator<Data> half = lab.admin("192.168.7.10").etcdSnapshot(request);
      assertThat(half.next().getBytes().size()).isPositive();
      assertThatThrownBy(() -> all(half)).hasMessageContaining("unexpected EOF");
    }
  }

  @Test
  void everyMemberTellsTheAlarmsOfAll() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.simulator.talos().trouble(100, Trouble.ETCD_CORRUPT, true);
      assertThat(
              lab.admin("192.168.7.11")
                  .etcdAlarmList(Empty.getDefaultInstance())
                  .getMessages(0)
                  .getMemberAlarmsList())
          .extracting(EtcdMemberAlarm::getAlarm)
          .containsExactly(EtcdMemberAlarm.AlarmType.CORRUPT);
    }
  }
}
