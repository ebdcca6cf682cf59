package io.github.talosforge.gradle.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.proxmox.CallQueue;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import org.junit.jupiter.api.Test;

class CallQueuesTest {
  private final CallQueues queues = new CallQueues();

  @Test
  void clustersWithAnEndpointInCommonShareOneQueue() {
    CallQueue first = queue("https://pve1.lan:8006", "https://pve2.lan:8006");

    assertThat(queue("https://pve2.lan:8006")).isSameAs(first);
    assertThat(queue("https://pve3.lan:8006", "https://pve1.lan:8006")).isSameAs(first);
    assertThat(queue("https://pve3.lan:8006")).isSameAs(first);
    assertThat(queue("https://elsewhere.lan:8006")).isNotSameAs(first);
  }

  private CallQueue queue(String... endpoints) {
    return queues
        .join(ProxmoxConnection.to(ApiToken.of("root@pam!lab", "secret"), endpoints))
        .queue();
  }
}
