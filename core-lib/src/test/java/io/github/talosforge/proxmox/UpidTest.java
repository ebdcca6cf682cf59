package io.github.talosforge.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpidTest {
  private static final String CLONE =
      "UPID:pve-1:0003F1A2:01B2C3D4E:674A1B2C:qmclone:9000:forge@pve!ci:";

  @Test
  void readsEveryPart() {
    Upid upid = Upid.parse(CLONE);
    assertThat(upid.node()).isEqualTo("pve-1");
    assertThat(upid.pid()).isEqualTo(0x3F1A2);
    assertThat(upid.processStart()).isEqualTo(0x1B2C3D4EL);
    assertThat(upid.started()).isEqualTo(Instant.ofEpochSecond(0x674A1B2CL));
    assertThat(upid.type()).isEqualTo("qmclone");
    assertThat(upid.id()).isEqualTo("9000");
    assertThat(upid.user()).isEqualTo("forge@pve!ci");
    assertThat(upid).hasToString(CLONE);
    assertThat(upid.label()).isEqualTo("qmclone of 9000 on pve-1");
  }

  @Test
  void allowsTasksThatWorkOnNothingInParticular() {
    Upid upid = Upid.parse("UPID:a:00000001:00000002:674A1B2C:srvreload::root@pam:");
    assertThat(upid.id()).isEmpty();
    assertThat(upid.label()).isEqualTo("srvreload on a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "OK",
        "UPID:pve1:0003F1A2:01B2C3D4:674A1B2C:qmclone:9000:root@pam",
        "UPID:pve1:3F1A2:01B2C3D4:674A1B2C:qmclone:9000:root@pam:",
        "UPID:-pve:0003F1A2:01B2C3D4:674A1B2C:qmclone:9000:root@pam:",
        "UPID:pve1:0003F1A2:01B2C3D4:674A1B2C:qm/clone:9000:root@pam:",
        "UPID:pve1:0003F1A2:01B2C3D4:674A1B2C:qmclone:9000:root@pam:\n"
      })
  void statesTheGrammarOfWhatItRefuses(String text) {
    assertThat(Upid.matches(text)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Upid.parse(text))
        .withMessageContaining("UPID:<node>:<pid, 8 hex>");
  }
}
