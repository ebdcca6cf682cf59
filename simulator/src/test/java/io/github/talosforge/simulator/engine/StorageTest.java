package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.OperationTable;
import io.github.talosforge.simulator.api.UploadedFile;
import io.github.talosforge.simulator.world.RemoteImage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StorageTest {
  private static final String DOWNLOAD = "/nodes/pve1/storage/local/download-url";

  private final TestCloud cloud = TestCloud.instant();

  private String download(String filename, String... more) {
    String[] call = new String[6 + more.length];
    String[] base = {"url", TestCloud.IMAGE, "content", "import", "filename", filename};
    System.arraycopy(base, 0, call, 0, 6);
    System.arraycopy(more, 0, call, 6, more.length);
    return cloud.run(DOWNLOAD, call);
  }

  private static String[] sha(String sum) {
    return new String[] {"checksum", sum, "checksum-algorithm", "sha256"};
  }

  @Test
  void downloadStoresAFileWithItsSize() {
    assertThat(download("talos v1.qcow2")).isEqualTo("OK");

    assertThat(cloud.list("/nodes/pve1/storage/local/content", "content", "import"))
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry)
                    .containsEntry("volid", "local:import/talos_v1.qcow2")
                    .containsEntry("format", "qcow2")
                    .containsEntry("size", 100L << 20));
    assertThat(cloud.list("/nodes/pve2/storage/local/content")).isEmpty();
    assertThat(cloud.get("/nodes/pve1/storage/local/content/local:import/talos_v1.qcow2"))
        .containsEntry("size", 2 * TestCloud.GIB)
        .containsEntry("path", "/var/lib/vz/import/talos_v1.qcow2");
  }

  @Test
  void existingFileIsFineOnlyWithItsChecksum() {
    download("a.qcow2");

    assertThat(download("a.qcow2"))
        .isEqualTo("refusing to override existing file '/var/lib/vz/import/a.qcow2'");
    assertThat(download("a.qcow2", sha(TestCloud.SHA256))).isEqualTo("OK");
    assertThat(download("a.qcow2", sha("00")))
        .isEqualTo("checksum mismatch: got '" + TestCloud.SHA256 + "' != expect '00', aborting");
    assertThat(download("b.qcow2", sha("00")))
        .isEqualTo("checksum mismatch: got '" + TestCloud.SHA256 + "' != expect '00'");
    assertThat(cloud.volumes()).containsExactly("local:import/a.qcow2");
  }

  @Test
  void storageMustBeFilesAndAllowTheContent() {
    assertThat(
            cloud
                .refused(
                    "POST",
                    "/nodes/pve1/storage/ceph/download-url",
                    "url",
                    TestCloud.IMAGE,
                    "content",
                    "import",
                    "filename",
                    "a.qcow2")
                .reason())
        .isEqualTo("can't upload to storage type 'rbd', not a file based storage!");
    assertThat(
            cloud
                .refused(
                    "POST",
                    "/nodes/pve1/storage/nfs/download-url",
                    "url",
                    TestCloud.IMAGE,
                    "content",
                    "vztmpl",
                    "filename",
                    "a.tar.gz")
                .reason())
        .isEqualTo("storage 'nfs' is not configured for content-type 'vztmpl'");
    assertThat(
            cloud
                .refused(
                    "POST",
                    DOWNLOAD,
                    "url",
                    TestCloud.IMAGE,
                    "content",
                    "import",
                    "filename",
                    "a.xz")
                .errors())
        .containsEntry("filename", "invalid filename or wrong extension");
    assertThat(download("a.raw", "compression", "zst"))
        .isEqualTo("decompression not supported for import");
  }

  @Test
  void missingUrlFailsInTheTaskAndInTheQuery() {
    assertThat(
            cloud.run(
                DOWNLOAD,
                "url",
                "https://factory.test/missing",
                "content",
                "iso",
                "filename",
                "a.iso"))
        .isEqualTo("download failed: exit code 8");
    assertThat(
            cloud
                .refused("GET", "/nodes/pve1/query-url-metadata", "url", "https://x.test/missing")
                .reason())
        .isEqualTo("invalid server response: '404 Not Found'");
    assertThat(cloud.get("/nodes/pve1/query-url-metadata", "url", TestCloud.IMAGE))
        .containsEntry("filename", "nocloud-amd64.qcow2")
        .containsEntry("size", 100L << 20);
  }

  @Test
  void downloadTakesTimeAndShowsPercent() {
    TestCloud timed = TestCloud.timed();
    String upid =
        timed.post(DOWNLOAD, "url", TestCloud.IMAGE, "content", "import", "filename", "a.qcow2");
    timed.pass(Duration.ofSeconds(1));

    assertThat(timed.task(upid).isRunning()).isTrue();
    assertThat(timed.task(upid).log()).anyMatch(line -> line.endsWith("40%"));
    assertThat(timed.volumes()).isEmpty();
    assertThat(timed.exit(upid)).isEqualTo("OK");
  }

  @Test
  void fullStorageRefusesInItsOwnWords() {
    cloud.engine.interventions().fill("local-lvm");
    cloud.engine.interventions().fill("local");

    assertThat(cloud.run("/nodes/pve1/qemu", "vmid", "100", "scsi0", "local-lvm:1"))
        .isEqualTo(
            "unable to create VM 100 - lvcreate 'pve/vm-100-disk-0' error:   Cannot create new"
                + " thin volume, free space in thin pool pve/data reached threshold.");
    assertThat(download("a.qcow2")).isEqualTo("download failed: exit code 3");
  }

  @Test
  void namesOfAllocatedVolumesFollowTheirOwner() {
    String path = "/nodes/pve1/storage/local-zfs/content";
    assertThat(
            cloud.refused("POST", path, "filename", "data", "vmid", "100", "size", "1G").reason())
        .isEqualTo("illegal name 'data' - should be 'vm-100-*'");
    assertThat(
            cloud.post(
                "/nodes/pve1/storage/nfs/content",
                "filename",
                "vm-100-x.qcow2",
                "vmid",
                "100",
                "size",
                "512M"))
        .isEqualTo("nfs:100/vm-100-x.qcow2");
    cloud.post(path, "filename", "vm-100-x", "vmid", "100", "size", "1048576");
    assertThat(cloud.list(path, "vmid", "100"))
        .singleElement()
        .satisfies(entry -> assertThat(entry).containsEntry("size", TestCloud.GIB));
    assertThat(
            cloud
                .refused("POST", path, "filename", "vm-100-x", "vmid", "100", "size", "1G")
                .reason())
        .contains("dataset already exists");
  }

  @Test
  void deletingAVolumeNeedsDatastoreAllocateAndNobodyIsAsked() {
    cloud.create(100, "local-lvm");
    String path = "/nodes/pve1/storage/local-lvm/content/local-lvm:vm-100-disk-0";

    assertThat(
            cloud
                .as(TestCloud.granted("/storage/local-lvm Datastore.AllocateTemplate"))
                .refused("DELETE", path)
                .reason())
        .isEqualTo("Permission check failed (/storage/local-lvm, Datastore.Allocate)");
    assertThat(cloud.call("DELETE", path, "delay", "5")).isNull();
    assertThat(cloud.volumes()).isEmpty();
    assertThat(cloud.refused("DELETE", path, "delay", "5").reason())
        .isEqualTo("volume 'local-lvm:vm-100-disk-0' does not exist");
  }

  @Test
  void uploadOverwritesSilently() {
    for (int i = 0; i < 2; i++) {
      OperationTable.Match match =
          cloud.engine.operations().find("POST", "/nodes/pve1/storage/local/upload").orElseThrow();
      RemoteImage image = new RemoteImage(10 + i, 10 + i, Map.of("sha256", "aa"), null, null);
      cloud.engine.call(
          match.operation(),
          new ApiCall(
              TestCloud.TOKEN,
              "POST",
              match.operation().template(),
              match.path(),
              Map.of("content", "iso"),
              new UploadedFile("cidata.iso", image, Map.of()),
              Instant.EPOCH));
    }

    assertThat(cloud.list("/nodes/pve1/storage/local/content"))
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry)
                    .containsEntry("volid", "local:iso/cidata.iso")
                    .containsEntry("size", 11L));
  }

  @Test
  void storagesAreFilteredSilently() {
    assertThat(cloud.list("/nodes/pve1/storage")).hasSize(5);
    assertThat(
            cloud
                .as(TestCloud.granted("/storage/ceph Datastore.Audit"))
                .list("/nodes/pve1/storage"))
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry)
                    .containsEntry("storage", "ceph")
                    .containsEntry("content", "images,rootdir")
                    .containsEntry("shared", 1));
    assertThat(cloud.list("/nodes/pve1/storage", "content", "import"))
        .extracting(entry -> entry.get("storage"))
        .containsExactly("local", "nfs");
  }

  @Test
  void downloadNeedsNetworkAccessOrModify() {
    String[] call = {"url", TestCloud.IMAGE, "content", "iso", "filename", "a.iso"};
    String allocate = "/storage/local Datastore.AllocateTemplate";

    assertThat(cloud.as(TestCloud.granted(allocate)).refused("POST", DOWNLOAD, call).reason())
        .isEqualTo("Permission check failed (/nodes/pve1, Sys.AccessNetwork)");
    cloud.as(TestCloud.granted(allocate, "/nodes/pve1 Sys.AccessNetwork")).post(DOWNLOAD, call);
    assertThat(cloud.volumes()).containsExactly("local:iso/a.iso");
  }
}
