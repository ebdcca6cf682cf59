package io.github.talosforge.proxmox.http;

import static io.github.talosforge.proxmox.ErrorKind.ALREADY_EXISTS;
import static io.github.talosforge.proxmox.ErrorKind.COPY_NOT_STARTED;
import static io.github.talosforge.proxmox.ErrorKind.GUEST_AGENT;
import static io.github.talosforge.proxmox.ErrorKind.LOCKED;
import static io.github.talosforge.proxmox.ErrorKind.LOCK_TIMEOUT;
import static io.github.talosforge.proxmox.ErrorKind.MODIFIED;
import static io.github.talosforge.proxmox.ErrorKind.NOT_FOUND;
import static io.github.talosforge.proxmox.ErrorKind.NO_QUORUM;
import static io.github.talosforge.proxmox.ErrorKind.PARAMETER;
import static io.github.talosforge.proxmox.ErrorKind.PERMISSION;
import static io.github.talosforge.proxmox.ErrorKind.ROOT_ONLY;
import static io.github.talosforge.proxmox.ErrorKind.STATE;
import static io.github.talosforge.proxmox.ErrorKind.STORAGE;
import static io.github.talosforge.proxmox.ErrorKind.WORKER_NOT_STARTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.redaction.Redaction;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorKindsTest {
  private static final ServerErrors ERRORS = new ServerErrors(Transports.TOKEN, Redaction.opened());
  private static final ProxmoxEndpoint ENDPOINT = ProxmoxEndpoint.parse("pve1");
  private static final ApiRequest CLONE =
      ApiRequest.post("/nodes/{n}/qemu/{v}/clone", "pve1", 9000);
  private static final ApiRequest READ = ApiRequest.get("/nodes/{n}/qemu", "pve1");
  private static final Upid UPID =
      Upid.parse("UPID:pve1:0003F1A2:01B2C3D4:674A1B2C:qmclone:9000:forge@pve!ci:");

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments("VM is locked (clone)", LOCKED),
        arguments("VM is locked (snapshot-delete)", LOCKED),
        arguments(
            "can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout", LOCK_TIMEOUT),
        arguments(
            "can't lock file '/var/lock/pve-manager/pve-storage-local' - got timeout",
            LOCK_TIMEOUT),
        arguments("cfs-lock 'storage-ceph' error: got lock request timeout", LOCK_TIMEOUT),
        arguments(
            "error with cfs lock: 'storage-ceph'-locked command timed out - aborting",
            LOCK_TIMEOUT),
        arguments("unable to create VM 100 - VM 100 already exists on node 'pve2'", ALREADY_EXISTS),
        arguments("unable to create VM 100 - CT 100 already exists on node 'pve2'", ALREADY_EXISTS),
        arguments("unable to create VM 100: config file already exists", ALREADY_EXISTS),
        arguments("refusing to override existing file 'x.iso'", ALREADY_EXISTS),
        arguments("create ha rule failed: HA rule 'r4' already defined", ALREADY_EXISTS),
        arguments("checksum mismatch (file change by other user?)", MODIFIED),
        arguments(
            "detected modified configuration - file changed by other user? Try again.", MODIFIED),
        arguments("got no worker upid - start worker failed", WORKER_NOT_STARTED),
        arguments(
            "storage migration failed: error starting blockdev mirrror - VM 100 qmp command"
                + " 'blockdev-mirror' failed - Job ID 'mirror-scsi0' already in use",
            COPY_NOT_STARTED),
        arguments(
            "storage migration failed: mirroring error: VM 100 qmp command 'drive-mirror' failed",
            COPY_NOT_STARTED),
        arguments("QEMU guest agent is not running", GUEST_AGENT),
        arguments("No QEMU guest agent configured", GUEST_AGENT),
        arguments("VM 100 is not running", STATE),
        arguments("VM 100 already running", STATE),
        arguments("VM 100 is running - destroy failed", STATE),
        arguments("MAX 2 vcpus allowed per VM on this node", STATE),
        arguments("can't remove VM 100 - protection mode enabled", STATE),
        arguments("you can't convert a template to a template", STATE),
        arguments("base volume 'local:base-9000-disk-0' is still in use by linked cloned", STATE),
        arguments(
            "unable to remove VM 100 - used in HA resources and purge parameter not set.", STATE),
        arguments("hostname lookup 'pve9' failed - failed to get address info", NOT_FOUND),
        arguments("no such cluster node 'pve9'", NOT_FOUND),
        arguments("unable to find configuration file for VM 999 on node 'pve1'", NOT_FOUND),
        arguments("volume_size_info on 'local:iso/a.iso' failed - no format", NOT_FOUND),
        arguments(
            "unable to create VM 401 - failed to stat '/var/lib/vz/import/none.qcow2'", NOT_FOUND),
        arguments("Configuration file 'nodes/pve1/qemu-server/100.conf' does not exist", NOT_FOUND),
        arguments("storage 'ceph' is not available on node 'pve2'", STORAGE),
        arguments("storage 'ceph' does not exist", STORAGE),
        arguments("storage 'local' is not configured for content-type 'import'", STORAGE),
        arguments("can't clone VM to node 'pve2' (VM uses local storage)", STORAGE),
        arguments("can't clone to non-shared storage 'local'", STORAGE),
        arguments("Linked clone feature is not supported for 'scsi0'", STORAGE),
        arguments("cluster not ready - no quorum?", NO_QUORUM),
        arguments("only root can set 'args' config", ROOT_ONLY),
        arguments("Permission check failed (/vms/100, VM.Clone)", PERMISSION),
        arguments("/, Sys.Modify for modifying tag 'x'", PERMISSION),
        arguments("invalid bootorder: device 'scsi9' does not exist'", PARAMETER));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void theSameTextMeansTheSameAsStatusAndFromAWorker(String text, ErrorKind kind) {
    String json = "{\"data\":null,\"message\":\"" + text + "\\n\"}";
    assertThat(http(500, "whatever", json).kind()).isEqualTo(kind);
    assertThat(http(500, text, "{\"data\":null}").kind()).isEqualTo(kind);
    assertThat(task(text).kind()).isEqualTo(kind);
    assertThat(task("clone failed: " + text).kind()).isEqualTo(kind);
    assertThat(task(text).serverMessage()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "401, AUTHENTICATION",
    "403, PERMISSION",
    "500, SERVER",
    "501, NOT_IMPLEMENTED",
    "595, HOST_UNREACHABLE",
    "596, HOST_UNREACHABLE",
    "597, HOST_UNREACHABLE",
    "599, HOST_UNREACHABLE",
    "502, HOST_UNREACHABLE",
    "301, PROTOCOL"
  })
  void withoutAKnownTextTheStatusDecides(int status, ErrorKind kind) {
    assertThat(http(status, "some words", "").kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(ints = {595, 596, 597, 599, 502})
  void aHostThatCannotBeAskedLeavesOnlyChangesInDoubt(int status) {
    WireAnswer answer = new WireAnswer(status, "No route to host", "", "", "");
    assertThat(ERRORS.of(CLONE, ENDPOINT, answer).outcomeUnknown()).isTrue();
    assertThat(ERRORS.of(READ, ENDPOINT, answer).outcomeUnknown()).isFalse();
  }

  @Test
  void workThatWasCutOffUnderItsLockMayBeHalfDone() {
    String text = "'storage-ceph'-locked command timed out - aborting";
    assertThat(http(500, text, "").outcomeUnknown()).isTrue();
    assertThat(task(text).outcomeUnknown()).isTrue();
    assertThat(
            http(500, "cfs-lock 'storage-ceph' error: got lock request timeout", "")
                .outcomeUnknown())
        .isFalse();
  }

  @Test
  void parameterErrorsKeepTheirNames() {
    ProxmoxException failure =
        http(
            400,
            "Parameter verification failed.",
            """
            {"data":null,"errors":{"newid":"type check ('integer') failed","name":"bad name\\n"},
             "message":"Parameter verification failed.\\n"}""");
    assertThat(failure.kind()).isEqualTo(PARAMETER);
    assertThat(failure.parameterErrors())
        .containsEntry("newid", "type check ('integer') failed")
        .containsEntry("name", "bad name");
    assertThat(failure.problem())
        .isEqualTo(
            "POST /nodes/pve1/qemu/9000/clone failed: Parameter verification failed."
                + " name: bad name; newid: type check ('integer') failed");
  }

  @Test
  void parameterErrorsThatTellMoreGetTheirOwnKind() {
    assertThat(http(400, "", "{\"errors\":{\"vmid\":\"VM 100 already exists\"}}").kind())
        .isEqualTo(ALREADY_EXISTS);
    assertThat(http(400, "", "{\"errors\":{\"upid\":\"no such task\"}}").kind())
        .isEqualTo(ErrorKind.TASK_LOST);
  }

  @Test
  void aKilledWorkerIsALostTask() {
    assertThat(task("unexpected status").kind()).isEqualTo(ErrorKind.TASK_LOST);
    assertThat(task("unexpected status").outcomeUnknown()).isTrue();
    assertThat(task("exit code 255").kind()).isEqualTo(ErrorKind.TASK_FAILED);
    assertThat(task("exit code 255").outcomeUnknown()).isFalse();
  }

  @Test
  void namesPathAndPrivilege() {
    ProxmoxException failure = http(403, "Permission check failed (/vms/9000, VM.Clone)", "");
    assertThat(failure.missingPrivilege()).isPresent();
    assertThat(failure.missingPrivilege().get().path()).isEqualTo("/vms/9000");
    assertThat(failure.missingPrivilege().get().privileges()).containsExactly("VM.Clone");
    ProxmoxException either =
        http(
            403,
            "Permission check failed (/storage/x, Datastore.Audit|Datastore.AllocateSpace)",
            "");
    assertThat(either.missingPrivilege().get().privileges())
        .containsExactly("Datastore.Audit", "Datastore.AllocateSpace");
  }

  private static ProxmoxException http(int status, String reason, String body) {
    return ERRORS.of(CLONE, ENDPOINT, new WireAnswer(status, reason, "", "", body));
  }

  private static ProxmoxException task(String exitStatus) {
    return ERRORS.of(UPID, exitStatus, List.of("a log line"), false);
  }
}
