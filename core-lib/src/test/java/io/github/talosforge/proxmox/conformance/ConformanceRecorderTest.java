package io.github.talosforge.proxmox.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check itself: it must find what is wrong. */
class ConformanceRecorderTest {
  private static final String NOTHING = "-";

  private static final List<ApiSchema> SCHEMAS = ApiSchema.all();

  private final ConformanceRecorder recorder = new ConformanceRecorder(SCHEMAS);

  @BeforeEach
  void needsTheSchema() {
    assumeTrue(
        !SCHEMAS.isEmpty(),
        () ->
            "no API schema of Proxmox VE (pve-9.1.3.json, pve-8.4.json) in "
                + ApiSchema.folder()
                + "; TALOSFORGE_PVE_API can name another folder");
  }

  @Test
  void theSchemasAreWhole() {
    assertThat(SCHEMAS).extracting(ApiSchema::release).containsExactly("9.1.3", "8.4");
    assertThat(SCHEMAS).extracting(ApiSchema::size).containsExactly(649, 605);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      value = {
        "GET nodes/pve1/nothing | - | there is no such call",
        "PATCH nodes | - | there is no such call",
        "GET nodes/-x-/storage | - | node '-x-' is no pve-node",
        "GET cluster/resources | type=vms | type 'vms' is no value of",
        "GET cluster/resources | sort=vm | sort is no parameter",
        "GET cluster/nextid | vmid=99 | vmid 99 is less than 100",
        "GET cluster/nextid | vmid=x | vmid 'x' is no integer",
        "GET cluster/nextid | vmid=100&vmid=101 | vmid is given more than once",
        "POST nodes/pve1/qemu | cores=4 | vmid is missing",
        "POST nodes/pve1/qemu | vmid=100&cores=0 | cores 0 is less than 1",
        "POST nodes/pve1/qemu | vmid=100&onboot=maybe | onboot 'maybe' is no boolean",
        "POST nodes/pve1/qemu | vmid=100&name=-a | name '-a' is no dns-name",
        "POST nodes/pve1/qemu | vmid=100&net0=virtio,colour=red | net0 has no key colour",
        "POST nodes/pve1/qemu | vmid=100&net0=bridge%3Dvmbr0 | net0 lacks model",
        "POST nodes/pve1/qemu | vmid=100&net0=virtio%3DFF:24:11:62:36:54 | net0 macaddr",
        "POST nodes/pve1/qemu | vmid=100&net0=virtio,tag%3D5000 | net0 tag 5000 is more than 4094",
        "POST nodes/pve1/qemu | vmid=100&scsi31=s:1 | scsi31 is no parameter",
        "POST nodes/pve1/qemu | vmid=100&scsi0=s:1,wwn%3D0x5 | scsi0 wwn '0x5' is no",
        "POST nodes/pve1/qemu | vmid=100&virtio0=s:1,ssd%3D1 | virtio0 has no key ssd",
        "POST nodes/pve1/qemu | vmid=100&startup=sideways%3D1 | startup has no key for",
        "POST nodes/pve1/qemu | vmid=100&hostpci0=pcie%3D1,pcie%3D1 | hostpci0 pcie is given twice",
        "POST nodes/pve1/qemu | vmid=100&tags=a%3Db | tags 'a=b' is no pve-tag",
        "PUT nodes/pve1/qemu/100/resize | disk=scsi0&size=big | size 'big' is no",
        "POST nodes/pve1/storage/s1/download-url | content=iso&filename=a.iso&url=https://h/a.iso&checksum=aa | checksum requires checksum-algorithm",
        "POST cluster/mapping/pci | id=gpu&map=node%3Dpve1 | map lacks id",
        "POST access/users | userid=nobody | userid 'nobody' is no pve-userid",
      })
  void faultsAreFound(String call, String form, String problem) {
    recorder.record(request(call, form));
    assertThat(recorder.takeViolations()).anySatisfy(v -> assertThat(v).contains(problem));
  }

  @Test
  void whatSuitsOnlyOneReleaseIsAViolation() {
    recorder.record(request("POST nodes/pve1/qemu", "vmid=100&ha-managed=1"));
    assertThat(recorder.takeViolations())
        .containsExactly(
            "8.4: POST /nodes/pve1/qemu [vmid, ha-managed]: ha-managed is no parameter");
  }

  @Test
  void whatIsAllowedIsCountedAndNotReported() {
    recorder.record(request("GET nodes/pve1/storage/local/content/local:iso%2Fa.iso", NOTHING));
    recorder.record(request("GET nodes/pve2/storage/local/content/local:iso%2Fb.iso", NOTHING));
    recorder.record(request("GET cluster/ha/rules", NOTHING));
    assertThat(recorder.takeViolations()).isEmpty();
    assertThat(recorder.operations())
        .containsExactlyInAnyOrder(
            "GET /nodes/{node}/storage/{storage}/content/{volume}", "GET /cluster/ha/rules");
  }

  @Test
  void violationsAreReportedOnce() {
    recorder.record(request("GET nothing", NOTHING));
    assertThat(recorder.takeViolations()).isNotEmpty();
    assertThat(recorder.takeViolations()).isEmpty();
  }

  private static SentRequest request(String call, String form) {
    String[] methodAndPath = call.split(" ", 2);
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : form.equals(NOTHING) ? new String[0] : form.split("&", -1)) {
      String[] nameAndValue = pair.split("=", 2);
      parameters.merge(
          nameAndValue[0],
          List.of(nameAndValue[1].replace("%3D", "=")),
          (old, more) -> Stream.concat(old.stream(), more.stream()).toList());
    }
    List<String> path =
        Stream.of(methodAndPath[1].split("/", -1)).map(part -> part.replace("%2F", "/")).toList();
    return new SentRequest(methodAndPath[0], path, parameters);
  }
}
