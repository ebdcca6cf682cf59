package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of the right type that nobody can do anything with give a sentence. */
class OddValuesTest {
  private final AnsweringServer server = new AnsweringServer();

  @AfterEach
  void close() {
    server.close();
  }

  static Stream<Arguments> values() {
    return Stream.of(
        odd("/cluster/nextid", "\"1e30\"", client -> client.cluster().nextId()),
        odd("/cluster/nextid", "4294967296", client -> client.cluster().nextId()),
        odd(
            "/cluster/resources",
            "[{\"type\":\"qemu\",\"node\":\"pve1\",\"vmid\":9223372036854775808}]",
            client -> client.cluster().resources()),
        odd("/cluster/tasks", "[{\"upid\":\"UPID:pve1\"}]", client -> client.cluster().tasks()),
        odd(
            "/cluster/tasks",
            "[{\"upid\":\"" + AnsweringServer.UPID + "\",\"endtime\":9223372036854775807}]",
            client -> client.cluster().tasks()),
        odd(
            "/cluster/ha/resources",
            "[{\"sid\":\"vm:all\"}]",
            client -> client.highAvailability().resources()),
        odd(
            "/cluster/ha/resources",
            "[{\"sid\":\"vm:99999999999\"}]",
            client -> client.highAvailability().resources()),
        odd(
            "/cluster/ha/groups",
            "[{\"group\":\"g\",\"nodes\":\"pve1:high\"}]",
            client -> client.highAvailability().groups()),
        odd(
            "/cluster/ha/rules",
            "[{\"rule\":\"r\",\"type\":\"resource-affinity\",\"resources\":\"vm:\"}]",
            client -> client.highAvailability().rules()),
        odd(
            "/access/acl",
            "[{\"path\":\"/\",\"roleid\":\"r\",\"type\":\"robot\",\"ugid\":\"u\"}]",
            client -> client.access().acl()));
  }

  private static Arguments odd(String path, String answer, Consumer<ProxmoxClient> call) {
    return Arguments.of(path, answer, call);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("values")
  void aValueThatMakesNoSenseIsSaidToMakeNone(
      String path, String answer, Consumer<ProxmoxClient> call) {
    server.answer("GET", path, answer);
    ProxmoxException told =
        catchThrowableOfType(ProxmoxException.class, () -> call.accept(server.client()));
    assertThat(told.kind()).isEqualTo(ErrorKind.PROTOCOL);
    assertThat(told).hasMessageContaining("The answer is not one that Proxmox VE gives");
  }

  @Test
  void keysThatWereNeverEncodedAreReadAsTheyStand() {
    server.answer("GET", "/nodes/pve1/qemu/100/config", "{\"sshkeys\":\"ssh-rsa 100%zz me\"}");
    assertThat(server.client().vm("pve1", 100).config().text("sshkeys"))
        .contains("ssh-rsa 100%zz me");
  }

  @Test
  void aReleaseWithoutMeasureIsStillOne() {
    server.answer("GET", "/version", "{\"version\":\"99999999999.1\"}");
    assertThat(server.client().version().isAtLeast(9, 0)).isTrue();
  }
}
