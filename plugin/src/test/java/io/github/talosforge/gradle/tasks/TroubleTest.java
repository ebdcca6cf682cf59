package io.github.talosforge.gradle.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.credentials.CredentialsException;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.talos.TalosException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Whatever ends a run leads to its section of {@code docs/troubleshooting.md}. */
class TroubleTest {
  private static final Path DOCUMENT = Path.of("../docs/troubleshooting.md");

  @Test
  void everyTroubleHasASectionAndEverySectionATrouble() throws IOException {
    assertThat(
            Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(' ', '-')))
        .containsExactlyElementsOf(Arrays.stream(Trouble.values()).map(Trouble::anchor).toList());
  }

  @Test
  void theContentsNameEverySection() throws IOException {
    String page = Files.readString(DOCUMENT);
    assertThat(Trouble.values())
        .allSatisfy(trouble -> assertThat(page).contains("](#" + trouble.anchor() + ")"));
  }

  @Test
  void theMessageEndsWithTheLink() {
    assertThat(Trouble.IMAGE_FACTORY.failure("The factory is silent."))
        .hasMessage(
            "The factory is silent.\n"
                + "  https://github.com/talosforge/talosforge/blob/main/docs/troubleshooting.md#image-factory");
  }

  @Test
  void everyFailureFindsItsSection() {
    assertThat(Trouble.of(ProxmoxException.of(ErrorKind.TRUST, "").build()))
        .isEqualTo(Trouble.CERTIFICATE);
    assertThat(Trouble.of(ErrorKind.AUTHENTICATION)).isEqualTo(Trouble.TOKEN);
    assertThat(Trouble.of(ErrorKind.PERMISSION)).isEqualTo(Trouble.RIGHTS);
    assertThat(Trouble.of(ErrorKind.HOST_UNREACHABLE)).isEqualTo(Trouble.CONNECTION);
    assertThat(Trouble.of(ErrorKind.LOCKED)).isEqualTo(Trouble.PROXMOX_VE);
    assertThat(Trouble.of(new ImageFactoryException("", null))).isEqualTo(Trouble.IMAGE_FACTORY);
    assertThat(Trouble.of(new SecretsException("", null))).isEqualTo(Trouble.SECRETS);
    assertThat(Trouble.of(new CredentialsException("", null))).isEqualTo(Trouble.KUBECONFIG);
    assertThat(Trouble.of(TalosException.of(TalosException.Kind.TIMEOUT, "", "", "").build()))
        .isEqualTo(Trouble.TALOS);
  }

  @Test
  void whatTheConsoleTellsHasItsLink() {
    Function<ProxmoxException, String> explanation = refused -> refused.getMessage() + " Indeed.";
    assertThat(Trouble.told(new ImageFactoryException("Silence.", null), explanation))
        .hasMessage(Trouble.IMAGE_FACTORY.failure("Silence.").getMessage());
    assertThat(
            Trouble.told(ProxmoxException.of(ErrorKind.TRUST, "Who?").build(), explanation)
                .getMessage())
        .contains("Who?", "Indeed.")
        .endsWith("#certificate");
    RuntimeException told = Trouble.SECRETS.failure("Told.");
    assertThat(Trouble.told(told, explanation)).isSameAs(told);
    RuntimeException ours = new IllegalStateException("ours");
    assertThat(Trouble.told(ours, explanation)).isSameAs(ours);
  }

  @Test
  void aMistakeOfOursIsNotExplainedAway() {
    IllegalStateException ours = new IllegalStateException("ours");
    assertThatThrownBy(() -> Trouble.of(ours)).isSameAs(ours);
  }
}
