package io.github.talosforge.proxmox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What speaks against an endpoint, and what does not. */
class GuardedEndpointTest {
  @Test
  void anEndpointThatAnswersSlowlyIsNotLeftAlone() {
    VirtualScheduler scheduler = new VirtualScheduler();
    GuardedEndpoint endpoint =
        new GuardedEndpoint(ProxmoxEndpoint.parse("https://pve1:8006"), scheduler);
    for (int call = 0; call < 10; call++) {
      assertThat(endpoint.mayBeAsked()).as("call %d", call).isTrue();
      assertThat(
              endpoint.ask(
                  asked -> {
                    scheduler.pause(Duration.ofMinutes(5));
                    return NullNode.getInstance();
                  }))
          .isNotNull();
    }
  }
}
