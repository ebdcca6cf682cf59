package io.github.talosforge.apply;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.SampleChanges;
import io.github.talosforge.plan.SampleChanges.Sample;
import io.github.talosforge.plan.TalosChange;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.http.RecordedClients;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StepsTest {
  private static List<Change> insideMachines() {
    return SampleChanges.all().stream()
        .map(Sample::change)
        .filter(TalosChange.class::isInstance)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("insideMachines")
  void whatProxmoxCannotDoIsNotToldAsDone(Change change) {
    Dialer dialer = Dialer.direct().loopbackOnly();
    ProxmoxConnection connection =
        ProxmoxConnection.to(
                ProxmoxCredentials.ApiToken.of("root@pam!talosforge", "secret"),
                "https://127.0.0.1:8006")
            .withDialer(dialer);
    try (ProxmoxClient client = RecordedClients.open(connection)) {
      Tasks tasks = new Tasks(client, ApplyOptions.defaults(), ApplyLog.SILENT);
      try (ImageFetching images =
          new ImageFetching(client, tasks, url -> new HttpImageFactory(url, dialer))) {
        Steps steps = new Steps(client, tasks, images, RestartCare.NONE);
        assertThatThrownBy(() -> steps.run(change))
            .hasMessage(change.id() + " is no work for Proxmox VE");
      }
    }
  }
}
