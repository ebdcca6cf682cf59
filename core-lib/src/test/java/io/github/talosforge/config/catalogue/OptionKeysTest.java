package io.github.talosforge.config.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From an option of a VM back to the key that decides it. */
class OptionKeysTest {

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "cores,     ,         vm_cores",
    "net0,      queues,   net_queues",
    "net0,      ,         network_bridge",
    "net3,      queues,   extra_nics",
    "net3,      ,         extra_nics",
    "ipconfig0, gw,       address",
    "efidisk0,  efitype,  efi_type",
    "efidisk0,  ,         efi_storage",
    "cpu,       ,         cpu_type",
    "cpu,       hidden,   cpu_type",
    "hostpci1,  ,         ",
    "tablet,    ,         ",
  })
  void theNearestKeyAnswers(String option, String part, String key) {
    assertThat(OptionKeys.keyOf(option, Optional.ofNullable(part)))
        .isEqualTo(Optional.ofNullable(key));
  }

  @Test
  void entriesOfListsDecidePartsToo() {
    assertThat(OptionKeys.partsOf("net7")).contains("tag", "link_down");
    assertThat(OptionKeys.partsOf("scsi9")).contains("cache", "wwn").doesNotContain("mbps_wr");
    assertThat(OptionKeys.partsOf("vga")).isEmpty();
  }

  /** The first card's cable is for people to pull: files that did it would cut nodes off. */
  @Test
  void aDeviceWithKeysOfItsOwnHasNoOthers() {
    assertThat(OptionKeys.partsOf("net0")).contains("tag").doesNotContain("link_down");
  }

  @ParameterizedTest
  @ValueSource(strings = {"network0", "net0.colour", "cores.count", "hostpci"})
  void whatProxmoxDoesNotKnowCannotBeDeclared(String option) {
    assertThatThrownBy(() -> Key.named("k", new FlagType()).sets(option))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(option);
  }
}
