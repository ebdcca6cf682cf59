package io.github.talosforge.simulator.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.simulator.api.ApiFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParameterCheckTest {
  private static final Schema NINE = Schema.of(9);

  private static Map<String, String> errors(String method, String path, String... pairs) {
    OperationSchema operation = NINE.find(method, path).orElseThrow();
    Map<String, String> values = new LinkedHashMap<>(Map.of("node", "pve1", "vmid", "100"));
    values.keySet().retainAll(operation.parameters().keySet());
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    ApiFailure failure =
        catchThrowableOfType(ApiFailure.class, () -> NINE.check(operation, values));
    return failure == null ? Map.of() : failure.errors();
  }

  private static Map<String, String> create(String... pairs) {
    return errors("POST", "/nodes/{node}/qemu", pairs);
  }

  @Test
  void everyTextIsProxmoxOwn() {
    assertThat(create("cores", "x"))
        .containsEntry("cores", "type check ('integer') failed - got 'x'");
    assertThat(create("cores", "0")).containsEntry("cores", "value must have a minimum value of 1");
    assertThat(create("cpulimit", "129"))
        .containsEntry("cpulimit", "value must have a maximum value of 128");
    assertThat(create("bios", "uefi"))
        .containsEntry(
            "bios", "value 'uefi' does not have a value in the enumeration 'seabios, ovmf'");
    assertThat(create("onboot", "yes"))
        .containsEntry("onboot", "type check ('boolean') failed - got 'yes'");
    assertThat(create("name", "a_b"))
        .containsEntry("name", "invalid format - value does not look like a valid DNS name\n");
    assertThat(create("serial0", "tty"))
        .containsEntry("serial0", "value does not match the regex pattern");
    assertThat(create("description", "a".repeat(8193)))
        .containsEntry("description", "value may only be 8192 characters long");
    assertThat(create("force", "1"))
        .containsEntry("archive", "missing property required by 'force'");
    assertThat(errors("POST", "/nodes/{node}/qemu/{vmid}/clone"))
        .containsEntry("newid", "property is missing and it is not optional");
  }

  @Test
  void propertyStringsAreCheckedKeyByKey() {
    assertThat(create("net0", "virtio=BC:24:11:00:00:01,bridge=vmbr0,firewall=yes")).isEmpty();
    assertThat(create("net0", "virtio,bridge=vmbr0,tag=5000"))
        .containsEntry(
            "net0",
            "invalid format - format error\nnet0.tag: value must have a maximum value of 4094\n");
    assertThat(create("net0", "bridge=vmbr0"))
        .containsEntry(
            "net0",
            "invalid format - format error\nnet0.model: property is missing and it is not"
                + " optional\n");
    assertThat(create("scsi0", "local-lvm:32,colour=red"))
        .containsEntry(
            "scsi0",
            "invalid format - format error\nscsi0.colour: property is not defined in schema and the"
                + " schema does not allow additional properties\n");
    assertThat(create("scsi0", "local-lvm:32,ssd=1,ssd=0"))
        .containsEntry(
            "scsi0", "invalid format - duplicate key in comma-separated list property: ssd\n");
    assertThat(create("net0", "virtio=BC:24:11:00:00:01,e1000=BC:24:11:00:00:02"))
        .containsEntry("net0", "invalid format - key alias 'model' is already defined\n");
    assertThat(create("scsi0", "local-lvm:32,iothread=1,wwn=0x5000000000000001")).isEmpty();
  }

  @Test
  void listsAreCheckedEntryByEntry() {
    assertThat(create("tags", "talos;Prod,a_b")).isEmpty();
    assertThat(create("tags", "talos;a:b"))
        .containsEntry("tags", "invalid format - invalid characters in tag\n");
  }

  @Test
  void indexedParametersEndWhereProxmoxEndsThem() {
    assertThat(create("scsi30", "none,media=cdrom", "ide3", "none,media=cdrom")).isEmpty();
    assertThat(create("scsi31", "none,media=cdrom")).containsKey("scsi31");
  }

  @Test
  void repeatedParameterIsAListThatOnlyListsTake() {
    assertThat(create("cores", "1\u00002"))
        .containsEntry("cores", "type check ('integer') failed - got ARRAY");
  }

  @Test
  void majorVersionsDiffer() {
    assertThat(Schema.of(8).find("GET", "/cluster/ha/rules")).isEmpty();
    assertThat(NINE.find("GET", "/cluster/ha/rules")).isPresent();
    OperationSchema eight = Schema.of(8).find("POST", "/nodes/{node}/qemu").orElseThrow();
    assertThat(eight.has("ha-managed")).isFalse();
    assertThat(NINE.find("POST", "/nodes/{node}/qemu").orElseThrow().has("ha-managed")).isTrue();
  }
}
