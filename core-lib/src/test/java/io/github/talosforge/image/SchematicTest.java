package io.github.talosforge.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.SchematicSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ids computed here are the ids that the public Image Factory gives. */
class SchematicTest {
  private static Schematic schematic(List<String> extensions, List<String> kernelArgs) {
    return Schematic.of(new SchematicSpec(extensions, kernelArgs, Optional.empty()));
  }

  @Test
  void nothingAskedForIsThePlainImage() {
    assertThat(schematic(List.of(), List.of()).id().value())
        .isEqualTo("376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba");
  }

  @Test
  void theGuestAgentExtension() {
    assertThat(schematic(List.of("siderolabs/qemu-guest-agent"), List.of()).id().value())
        .isEqualTo("ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515");
  }

  @Test
  void kernelArguments() {
    assertThat(schematic(List.of(), List.of("noapic", "nolapic")).id().value())
        .startsWith("9cba8e32")
        .endsWith("a06c");
  }

  @Test
  void theOverlayOfABoard() {
    Schematic overlay =
        Schematic.of(
            new SchematicSpec(
                List.of(),
                List.of(),
                Optional.of(
                    new SchematicSpec.Overlay(
                        "rpi_generic", "siderolabs/sbc-raspberrypi", Map.of()))));

    assertThat(overlay.id().value()).startsWith("ee21ef4a").endsWith("a1f9");
  }

  @Test
  void orderIsKeptBecauseTheFactoryKeepsIt() {
    assertThat(schematic(List.of("a/b", "c/d"), List.of()).id())
        .isNotEqualTo(schematic(List.of("c/d", "a/b"), List.of()).id());
  }

  @Test
  void textThatYamlWouldMisreadIsQuoted() {
    assertThat(schematic(List.of(), List.of("no", "console=ttyS0,115200", "x: y")).yaml())
        .contains("- 'no'\n", "- console=ttyS0,115200\n", "- 'x: y'\n");
  }
}
