package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.talosforge.backup.BackupException;
import io.github.talosforge.backup.BackupReport;
import io.github.talosforge.backup.BackupWish;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.interop.EtcdProgram;
import io.github.talosforge.operation.ClusterRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a real etcd streamed is restored from our file by etcd's own tool; what is not is refused.
 */
@Tag("interop")
class EtcdInteropTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path directory;

  @Test
  void aRealEtcdIsRestoredFromOurFile() throws IOException, InterruptedException {
    EtcdProgram etcd = EtcdProgram.built();
    etcd.etcd("make", directory);
    byte[] streamed = Files.readAllBytes(directory.resolve("snapshot.db"));
    try (TalosWorld world = new TalosWorld("1.13.9", 1, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT));

      BackupReport report = backup(world, streamed, "whole");

      assertThat(report.file()).hasBinaryContent(streamed);
      JsonNode status =
          JSON.readTree(etcd.etcdutl("snapshot", "status", report.file().toString(), "-w", "json"));
      assertThat(report.note().snapshot().revision())
          .isEqualTo(status.path("revision").asLong())
          .isPositive();
      String restored = directory.resolve("restored").toString();
      String said =
          etcd.etcdutl("snapshot", "restore", report.file().toString(), "--data-dir", restored);
      etcd.etcd("read", directory);
      JsonNode made = JSON.readTree(directory.resolve("made.json").toFile());
      JsonNode read = JSON.readTree(directory.resolve("read.json").toFile());
      assertThat(read).as(said).isEqualTo(made);
      assertThat(made.path("keys")).hasSize(299);
      System.out.println("etcd restored " + made.path("keys").size() + " keys, " + status);

      for (Map.Entry<String, byte[]> wrong : damaged(streamed).entrySet()) {
        assertThat(refusal(world, wrong.getValue(), wrong.getKey()))
            .as(wrong.getKey())
            .contains("what it streamed is no snapshot of etcd");
        assertThat(directory.resolve(wrong.getKey())).isEmptyDirectory();
        Path file = Files.write(directory.resolve(wrong.getKey() + ".db"), wrong.getValue());
        assertThat(
                etcd.etcdutlRefuses(
                    "snapshot", "restore", file.toString(), "--data-dir", restored + "-not"))
            .as("etcdutl on " + wrong.getKey())
            .isTrue();
      }
    }
  }

  private static Map<String, byte[]> damaged(byte[] whole) {
    byte[] flipped = whole.clone();
    flipped[whole.length / 2] ^= 1;
    Map<String, byte[]> wrong = new LinkedHashMap<>();
    wrong.put("truncated", Arrays.copyOf(whole, whole.length - 4096));
    wrong.put("without-its-digest", Arrays.copyOf(whole, whole.length - 32));
    wrong.put("flipped", flipped);
    wrong.put("foreign", "no snapshot at all".repeat(1000).getBytes(StandardCharsets.UTF_8));
    return wrong;
  }

  private BackupReport backup(TalosWorld world, byte[] streamed, String folder) {
    world.simulator.talos().streamAsSnapshot(world.vm("cp-1"), Optional.of(streamed));
    try (ClusterRun run = world.run(world.terms())) {
      return run.backup(BackupWish.to(directory.resolve(folder)));
    }
  }

  private String refusal(TalosWorld world, byte[] streamed, String folder) {
    return catchThrowableOfType(BackupException.class, () -> backup(world, streamed, folder))
        .getMessage();
  }
}
