package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.proxmox.Checksum;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.ShutdownOptions;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upload;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.property.BootOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the daemons of Proxmox VE 9.2 said to this client, by the items of the comparison. */
class RealProxmoxItemsTest {
  private static final String QEMU = "/nodes/pve1/qemu/999";
  private static final String CONTENT = "/nodes/pve1/storage/local/content";
  private static final String VOLUME = CONTENT + "/local%3Aiso%2Fgone.iso";
  private static final Look NOTHING = () -> {};

  private final AnsweringServer server = new AnsweringServer();
  private final ProxmoxClient client = server.client();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void item1AnUploadNamesTheAlgorithmBeforeTheChecksumAndTheFileLast(@TempDir Path folder)
      throws IOException {
    server.answer("POST", "/nodes/pve1/storage/local/upload", "\"" + AnsweringServer.UPID + "\"");
    Path file = Files.writeString(folder.resolve("a.iso"), "content of the file");
    client
        .storage("pve1", "local")
        .upload(Upload.of(file, "iso", "a.iso").withChecksum(new Checksum("sha256", "ab")));
    assertThat(server.bodyOf("/upload"))
        .containsSubsequence(
            "name=\"content\"",
            "name=\"checksum-algorithm\"",
            "name=\"checksum\"",
            "name=\"filename\"");
  }

  @Test
  void item4AMissingVmIsNotFoundWhicheverWayItIsSaid() {
    String text = "unable to find configuration file for VM 999 on node 'pve1'";
    refuse("POST", QEMU + "/clone", text);
    refuse("POST", QEMU + "/status/reboot", text);
    assertKind(ErrorKind.NOT_FOUND, () -> client.vm("pve1", 999).cloneTo(VmClone.linked(101)));
    assertKind(
        ErrorKind.NOT_FOUND,
        () -> client.vm("pve1", 999).reboot(ShutdownOptions.defaults(), NOTHING));
  }

  @Test
  void item4AStopOfAMissingVmIsATaskThatFailsAsNotFound() {
    server.answer("POST", QEMU + "/status/stop", "\"" + AnsweringServer.UPID + "\"");
    server.endTasks("unable to find configuration file for VM 999 on node 'pve1'");
    TaskHandle stop = client.vm("pve1", 999).stop(NOTHING);
    assertKind(ErrorKind.NOT_FOUND, () -> stop.await(Duration.ofMinutes(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "volume_size_info on 'local:iso/gone.iso' failed - no format",
        "can't get size of '/dev/pve/vm-100-disk-0': Failed to find logical volume"
      })
  void item5ADeletionWhoseAnswerWasLostIsDoneOnceTheVolumeIsGone(String text) {
    server.answer("DELETE", VOLUME, 596, "");
    refuse("GET", VOLUME, text);
    server.answer("GET", CONTENT, "[{\"volid\":\"local:iso/other.iso\"}]");
    assertThat(client.storage("pve1", "local").delete("local:iso/gone.iso", NOTHING)).isEmpty();
  }

  @Test
  void item5AFileThatIsListedButUnreadableIsNotTakenForGone() {
    server.answer("DELETE", VOLUME, 596, "");
    refuse("GET", VOLUME, "volume_size_info on 'local:iso/gone.iso' failed - no format");
    server.answer("GET", CONTENT, "[{\"volid\":\"local:iso/gone.iso\"}]");
    assertThatThrownBy(() -> client.storage("pve1", "local").delete("local:iso/gone.iso", NOTHING))
        .isInstanceOfSatisfying(
            ProxmoxException.class, e -> assertThat(e.outcomeUnknown()).isTrue());
  }

  @Test
  void item9ABlankBootOrderHasNoDevices() {
    assertThat(BootOrder.parse(" ").devices()).isEmpty();
    assertThat(BootOrder.parse(" ").legacy()).isEmpty();
    assertThat(BootOrder.of(List.of()).text()).isBlank();
  }

  @Test
  void item16AStorageThatDoesNotExistIsAbsentThoughTheListIsRefused() {
    server.answer(
        "GET",
        "/nodes/pve1/storage",
        400,
        "{\"data\":null,\"errors\":{\"storage\":\"No such storage.\"},"
            + "\"message\":\"Parameter verification failed.\\n\"}");
    assertThat(client.storage("pve1", "none").status()).isEmpty();
  }

  private void refuse(String method, String path, String text) {
    server.answer(method, path, 500, "{\"data\":null,\"message\":\"" + text + "\\n\"}");
  }

  private static void assertKind(ErrorKind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ProxmoxException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
