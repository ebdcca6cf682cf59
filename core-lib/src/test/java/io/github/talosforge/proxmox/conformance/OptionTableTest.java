package io.github.talosforge.proxmox.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.property.ProxmoxOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of options says what Proxmox VE says itself. */
class OptionTableTest {
  private static final List<ApiSchema> SCHEMAS = ApiSchema.all();

  /** What a call says beside the configuration. */
  private static final Set<String> OF_THE_CALL =
      Set.of(
          "background_delay",
          "delete",
          "digest",
          "force",
          "import-working-storage",
          "node",
          "revert",
          "skiplock",
          "vmid");

  /** Defaults that are no values, but sentences. */
  private static final Set<String> TOLD = Set.of("cpuunits", "vmgenid");

  @BeforeEach
  void needsTheSchema() {
    assumeTrue(!SCHEMAS.isEmpty(), "no API schema of Proxmox VE");
  }

  @Test
  void everyOptionIsInTheTableAndNoOther() {
    Set<String> official = new TreeSet<>();
    SCHEMAS.forEach(schema -> options(schema).fieldNames().forEachRemaining(official::add));
    official.removeAll(OF_THE_CALL);

    assertThat(ProxmoxOption.all())
        .extracting(ProxmoxOption::name)
        .containsExactlyElementsOf(official);
  }

  @Test
  void defaultsAreTheOfficialOnes() {
    Map<String, String> official = new HashMap<>();
    forEach(
        (option, json) -> {
          if (json.hasNonNull("default") && !TOLD.contains(option.name())) {
            official.put(option.name(), json.get("default").asText());
          }
        });
    assertThat(official).hasSizeGreaterThan(20);
    official.forEach(
        (name, value) ->
            assertThat(ProxmoxOption.find(name).flatMap(ProxmoxOption::whenAbsent))
                .as(name)
                .hasValue(value));
  }

  @Test
  void partsAndTheirDefaultsAreTheOfficialOnes() {
    Set<String> composed = new TreeSet<>();
    forEach(
        (option, json) -> {
          if (!option.parts().isEmpty() && json.path("format").isObject()) {
            composed.add(option.name());
            json.get("format").properties().forEach(part -> check(option, part));
          }
        });
    assertThat(composed)
        .containsExactly(
            "agent",
            "efidisk0",
            "ide[n]",
            "machine",
            "memory",
            "net[n]",
            "numa[n]",
            "sata[n]",
            "scsi[n]",
            "tpmstate0",
            "vga",
            "virtio[n]");
  }

  /** A second name of a part is no part. */
  private static void check(ProxmoxOption option, Map.Entry<String, JsonNode> part) {
    if (part.getValue().has("alias")) {
      return;
    }
    String name = part.getKey().equals("freeze-fs") ? "freeze-fs-on-backup" : part.getKey();
    assertThat(option.parts()).as(option.name()).contains(name);
    JsonNode value = part.getValue().path("default");
    if (!value.isMissingNode() && option.whenAbsent(name).isPresent()) {
      assertThat(option.whenAbsent(name)).as(option + "." + name).hasValue(value.asText());
    }
  }

  private static void forEach(BiConsumer<ProxmoxOption, JsonNode> check) {
    for (ApiSchema schema : SCHEMAS) {
      options(schema)
          .properties()
          .forEach(
              entry ->
                  ProxmoxOption.find(entry.getKey())
                      .ifPresent(option -> check.accept(option, entry.getValue())));
    }
  }

  private static JsonNode options(ApiSchema schema) {
    SentRequest request =
        new SentRequest("POST", List.of("nodes", "pve", "qemu", "100", "config"), Map.of());
    return schema.operation(request).orElseThrow().parameters();
  }
}
