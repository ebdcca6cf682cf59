package io.github.talosforge.simulator.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.ManualTime;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.Pool;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AccessTest {
  private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");

  private final ManualTime time = new ManualTime(START);
  private final Simulator simulator = Simulator.builder().time(time).start();
  private final AccessControl access = simulator.access();

  @AfterEach
  void stop() {
    simulator.close();
  }

  private RawClient.Reply login(String user, String password) {
    return RawClient.call(
        simulator, "", "POST", "/access/ticket", Map.of("username", user, "password", password));
  }

  private static JsonNode data(RawClient.Reply reply) throws IOException {
    return new ObjectMapper().readTree(reply.body()).path("data");
  }

  private static String cookie(String ticket) {
    return "Cookie: PVEAuthCookie=" + URLEncoder.encode(ticket, StandardCharsets.UTF_8) + "\r\n";
  }

  private RawClient.Reply as(String token, String method, String path, Map<String, String> form) {
    return RawClient.call(simulator, RawClient.token(token), method, path, form);
  }

  @Test
  @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whoHoldsTheWorldMayAskWhatSomebodyElseIsAsking() {
    access.user("forge@pve", "forge");
    access.grant("/", "forge@pve", "PVEVMAdmin");
    Principal forge = access.as("forge@pve");
    Thread other = new Thread(() -> forge.has("/vms/100", "VM.Audit"));

    boolean allowed =
        simulator
            .world()
            .locked(
                () -> {
                  other.start();
                  while (other.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                  }
                  return forge.has("/vms/100", "VM.Audit");
                });

    assertThat(allowed).isTrue();
  }

  @Test
  void ticketLastsTwoHoursAndIsRenewedByItself() throws IOException {
    JsonNode session = data(login("root@pam", "simulator"));
    String ticket = session.path("ticket").asText();
    assertThat(ticket).startsWith("PVE:root@pam:");
    assertThat(session.path("clustername").asText()).isEqualTo("simulated");
    time.advance(Duration.ofMinutes(119));
    assertThat(RawClient.call(simulator, cookie(ticket), "GET", "/access/roles", Map.of()).status())
        .isEqualTo(200);
    String renewed = data(login("root@pam", ticket)).path("ticket").asText();
    time.advance(Duration.ofMinutes(2));
    RawClient.Reply late =
        RawClient.call(simulator, cookie(ticket), "GET", "/access/roles", Map.of());
    assertThat(late.status()).isEqualTo(401);
    assertThat(late.body()).isEmpty();
    assertThat(
            RawClient.call(simulator, cookie(renewed), "GET", "/access/roles", Map.of()).status())
        .isEqualTo(200);
  }

  @Test
  void writesWithATicketNeedTheForgeryToken() throws IOException {
    JsonNode session = data(login("root@pam", "simulator"));
    String cookie = cookie(session.path("ticket").asText());
    Map<String, String> role = Map.of("roleid", "R");
    RawClient.Reply without = RawClient.call(simulator, cookie, "POST", "/access/roles", role);
    assertThat(without.status()).isEqualTo(401);
    assertThat(without.reason()).isEqualTo("Permission denied - invalid csrf token");
    String forgery =
        "CSRFPreventionToken: " + session.path("CSRFPreventionToken").asText() + "\r\n";
    assertThat(RawClient.call(simulator, cookie + forgery, "POST", "/access/roles", role).status())
        .isEqualTo(200);
  }

  @Test
  void wrongPasswordSaysNothingMore() {
    assertThat(login("root@pam", "wrong").reason()).isEqualTo("authentication failure");
    assertThat(login("nobody@pam", "wrong").reason()).isEqualTo("authentication failure");
    assertThat(login("root@pam", "wrong").status()).isEqualTo(401);
  }

  @Test
  void secondFactorIsAChallengeThatOpensNothing() throws IOException {
    access.user("careful@pve", "password1");
    access.demandSecondFactor("careful@pve");
    JsonNode session = data(login("careful@pve", "password1"));
    assertThat(session.path("NeedTFA").asInt()).isEqualTo(1);
    String ticket = session.path("ticket").asText();
    assertThat(ticket).startsWith("PVE:!tfa!");
    assertThat(RawClient.call(simulator, cookie(ticket), "GET", "/access/roles", Map.of()).status())
        .isEqualTo(401);
  }

  @Test
  void tokensCannotLogIn() {
    RawClient.Reply reply =
        as(simulator.token(), "POST", "/access/ticket", Map.of("username", "a", "password", "b"));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.reason())
        .isEqualTo(
            "Permission check failed (URI '/access/ticket' not available with API token, need"
                + " proper ticket.");
  }

  @Test
  void tokenEndsWhenItExpires() {
    String token = access.token("root@pam!short", false, START.getEpochSecond() + 60);
    assertThat(as(token, "GET", "/access/roles", Map.of()).status()).isEqualTo(200);
    time.advance(Duration.ofSeconds(61));
    assertThat(as(token, "GET", "/access/roles", Map.of()).status()).isEqualTo(401);
    assertThat(as("root@pam!simulator=wrong", "GET", "/access/roles", Map.of()).reason())
        .isEqualTo("Authentication failed!");
  }

  @Test
  void separatedTokenHoldsWhatBothHold() {
    access.user("ops@pve", "password1");
    access.token("ops@pve!ci", true, 0);
    access.grant("/vms", "ops@pve", "PVEVMAdmin");
    access.grant("/vms/100", "ops@pve!ci", "PVEVMUser");
    access.grant("/storage", "ops@pve!ci", "PVEDatastoreAdmin");
    assertThat(access.as("ops@pve!ci").has("/vms/100", "VM.Audit")).isTrue();
    assertThat(access.as("ops@pve!ci").has("/vms/100", "VM.Allocate")).isFalse();
    assertThat(access.as("ops@pve!ci").has("/vms/101", "VM.Audit")).isFalse();
    assertThat(access.as("ops@pve!ci").has("/storage/local", "Datastore.Audit")).isFalse();
    access.token("ops@pve!all", false, 0);
    assertThat(access.as("ops@pve!all").has("/vms/101", "VM.Allocate")).isTrue();
  }

  @Test
  void deeperEntryReplacesTheOneAboveAndNoAccessTakesAll() {
    access.user("ops@pve", "password1");
    access.grant("/", "ops@pve", "PVEAdmin");
    access.grant("/vms/100", "ops@pve", "PVEAuditor");
    access.grant("/vms/200", "ops@pve", "NoAccess");
    assertThat(access.as("ops@pve").has("/vms/300", "VM.Clone")).isTrue();
    assertThat(access.as("ops@pve").has("/vms/100", "VM.Clone")).isFalse();
    assertThat(access.as("ops@pve").has("/vms/100", "VM.Audit")).isTrue();
    assertThat(access.as("ops@pve").has("/vms/200", "VM.Audit")).isFalse();
  }

  @Test
  void poolsLendTheirRightsToMembers() {
    access.user("ops@pve", "password1");
    access.grant("/pool/lab", "ops@pve", "PVEVMAdmin");
    assertThat(access.as("ops@pve").has("/vms/100", "VM.Audit")).isFalse();
    simulator
        .world()
        .locked(
            () -> {
              Pool pool = new Pool("lab", null, Set.of(100), Set.of("local"));
              simulator.world().touch();
              return simulator.world().pools().put("lab", pool);
            });
    assertThat(access.as("ops@pve").has("/vms/100", "VM.Audit")).isTrue();
    assertThat(access.as("ops@pve").has("/vms/101", "VM.Audit")).isFalse();
  }

  @Test
  void callersSeeTheirOwnRights() throws IOException {
    access.user("ops@pve", "password1");
    access.grant("/vms", "ops@pve", "PVETemplateUser");
    String token = access.token("ops@pve!ci");
    JsonNode all = data(as(token, "GET", "/access/permissions", Map.of()));
    assertThat(all.toString()).isEqualTo("{\"/vms\":{\"VM.Audit\":1,\"VM.Clone\":1}}");
    RawClient.Reply other = as(token, "GET", "/access/permissions", Map.of("userid", "root@pam"));
    assertThat(other.status()).isEqualTo(403);
    assertThat(other.reason()).isEqualTo("Permission check failed (/access, Sys.Audit)");
  }

  @Test
  void writesWithoutRightAreRefusedAndListsAreCutSilently() throws IOException {
    access.user("ops@pve", "password1");
    String token = access.token("ops@pve!ci");
    RawClient.Reply refused = as(token, "POST", "/access/roles", Map.of("roleid", "R"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.reason()).isEqualTo("Permission check failed (/access, Sys.Modify)");
    assertThat(data(as(token, "GET", "/access/users", Map.of()))).isEmpty();
    assertThat(data(as(token, "GET", "/access/acl", Map.of()))).isEmpty();
  }

  @Test
  void rightsAreCheckedBeforeParameters() {
    access.user("ops@pve", "password1");
    String token = access.token("ops@pve!ci");
    assertThat(as(token, "POST", "/access/roles", Map.of("colour", "red")).status()).isEqualTo(403);
  }

  @Test
  void privilegesBelongToAMajorVersion() {
    Map<String, String> monitor = Map.of("roleid", "R", "privs", "VM.Monitor");
    RawClient.Reply nine = RawClient.post(simulator, "/access/roles", monitor);
    assertThat(nine.status()).isEqualTo(400);
    assertThat(nine.body()).contains("invalid format - invalid privilege 'VM.Monitor'\\n");
    try (Simulator eight = Simulator.builder().personality(Personality.PVE_8_4).start()) {
      assertThat(RawClient.post(eight, "/access/roles", monitor).status()).isEqualTo(200);
      assertThat(
              RawClient.post(
                      eight, "/access/roles", Map.of("roleid", "Q", "privs", "VM.GuestAgent.Audit"))
                  .status())
          .isEqualTo(400);
    }
  }

  @Test
  void theWholeWayToAnOwnTokenGoesOverTheApi() throws IOException {
    assertThat(
            RawClient.post(
                    simulator, "/access/users", Map.of("userid", "tf@pve", "password", "secret12"))
                .status())
        .isEqualTo(200);
    RawClient.post(
        simulator, "/access/roles", Map.of("roleid", "TF", "privs", "VM.Audit,VM.Clone"));
    JsonNode made = data(RawClient.post(simulator, "/access/users/tf@pve/token/ci", Map.of()));
    assertThat(made.path("full-tokenid").asText()).isEqualTo("tf@pve!ci");
    assertThat(made.path("info").path("privsep").asInt()).isEqualTo(1);
    Map<String, String> acl =
        Map.of("path", "/vms", "roles", "TF", "users", "tf@pve", "tokens", "tf@pve!ci");
    assertThat(as(simulator.token(), "PUT", "/access/acl", acl).status()).isEqualTo(200);
    String token = "tf@pve!ci=" + made.path("value").asText();
    assertThat(data(as(token, "GET", "/access/permissions", Map.of())).toString())
        .isEqualTo("{\"/vms\":{\"VM.Audit\":1,\"VM.Clone\":1}}");
    RawClient.Reply again = RawClient.post(simulator, "/access/users/tf@pve/token/ci", Map.of());
    assertThat(again.body()).contains("\"tokenid\":\"Token already exists.\"");
    assertThat(as(simulator.token(), "DELETE", "/access/users/tf@pve", Map.of()).status())
        .isEqualTo(200);
    assertThat(as(token, "GET", "/access/permissions", Map.of()).status()).isEqualTo(401);
  }

  @Test
  void wrongEntriesOfTheListAreRefusedInProxmoxWords() {
    Map<String, String> nobody = Map.of("path", "/vms", "roles", "PVEAdmin", "users", "no@pve");
    assertThat(as(simulator.token(), "PUT", "/access/acl", nobody).reason())
        .isEqualTo("ACL update failed: user 'no@pve' does not exist");
    Map<String, String> nowhere = Map.of("path", "/moon", "roles", "PVEAdmin", "users", "root@pam");
    assertThat(as(simulator.token(), "PUT", "/access/acl", nowhere).body())
        .contains("\"path\":\"invalid ACL path '/moon'\"");
    Map<String, String> noRole = Map.of("path", "/vms", "roles", "None", "users", "root@pam");
    assertThat(as(simulator.token(), "PUT", "/access/acl", noRole).reason())
        .isEqualTo("ACL update failed: role 'None' does not exist");
  }
}
