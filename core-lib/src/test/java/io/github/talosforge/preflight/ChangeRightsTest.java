package io.github.talosforge.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.SampleChanges;
import io.github.talosforge.plan.SampleChanges.Sample;
import io.github.talosforge.plan.TalosChange;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.ServerVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChangeRightsTest {
  private final ChangeRights rights =
      new ChangeRights(
          new ObservedCluster(
              new ServerVersion("9.1.3", "9.1", "abc"),
              new Permissions(Map.of()),
              List.of(),
              List.of(),
              List.of(),
              List.of()),
          pool -> true);

  private static List<Sample> samples() {
    return SampleChanges.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void nothingIsDoneOnProxmoxWithoutAnyRight(Sample sample) {
    if (sample.change() instanceof TalosChange) {
      assertThatThrownBy(() -> rights.of(sample.change()))
          .hasMessageEndingWith(" is no work for Proxmox VE");
    } else {
      assertThat(rights.of(sample.change())).isNotEmpty();
    }
  }
}
