package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.http.RealAnswer;
import io.github.talosforge.proxmox.property.BootOrder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client makes of the answers that a real Proxmox VE gave. */
class RealAnswersTest {
  private static final AnsweringServer SERVER = new AnsweringServer();
  private static final ProxmoxClient CLIENT = SERVER.client();

  /** How the client reads lists; each entry of the answer must become one of what is read. */
  private static final Map<String, Function<RealAnswer, Collection<?>>> LISTS =
      Map.ofEntries(
          Map.entry("/nodes/pve1/qemu/\\d+/pending", a -> CLIENT.vm("pve1", vm(a)).pending()),
          Map.entry("/nodes/pve1/qemu", a -> CLIENT.host("pve1").vms()),
          Map.entry("/nodes/pve1/storage", a -> CLIENT.host("pve1").storages()),
          Map.entry("/nodes/pve1/storage/\\w+/content", RealAnswersTest::content),
          Map.entry("/cluster/resources", a -> CLIENT.cluster().resources()),
          Map.entry("/cluster/ha/resources", a -> CLIENT.highAvailability().resources()),
          Map.entry("/cluster/ha/rules", a -> CLIENT.highAvailability().rules()),
          Map.entry("/cluster/mapping/pci", a -> CLIENT.hardware("pve1").mappings()),
          Map.entry("/pools", a -> CLIENT.pools().list()),
          Map.entry("/nodes", a -> CLIENT.hosts()),
          Map.entry("/access/acl", a -> CLIENT.access().acl()),
          Map.entry("/access/users", a -> CLIENT.access().users()),
          Map.entry("/access/users/tf@pve/token", a -> CLIENT.access().tokens("tf@pve")),
          Map.entry("/access/roles", a -> CLIENT.access().roles()));

  private static final String VERSION = "{\"version\":\"9.2.11\",\"release\":\"9.2\"}";
  private static final String PARENTS = "^.*(?:/content|/resources|/rules|/pci)/";

  /** What removes things, by how they are read: an answer that is lost is looked for there. */
  private static final Map<String, Consumer<String>> REMOVALS =
      Map.of(
          "/nodes/pve1/storage/\\w+/content/\\w+:.+", RealAnswersTest::removeVolume,
          "/cluster/ha/resources/.+",
              sid -> CLIENT.highAvailability().release(Integer.parseInt(sid.substring(3))),
          "/cluster/ha/rules/.+", rule -> CLIENT.highAvailability().deleteRule(rule),
          "/cluster/mapping/pci/.+", name -> CLIENT.hardware("pve1").deleteMapping(name));

  @AfterAll
  static void close() {
    SERVER.close();
  }

  static List<RealAnswer> lists() {
    return read(path -> LISTS.keySet().stream().anyMatch(path::matches)).toList();
  }

  @ParameterizedTest
  @MethodSource("lists")
  void everyEntryOfAListIsRead(RealAnswer answer) {
    JsonNode data = prepare(answer);
    assertThat(first(LISTS, answer).apply(answer)).hasSize(data.size());
  }

  static List<RealAnswer> configurations() {
    return read(path -> path.matches("/nodes/pve1/qemu/\\d+/config")).toList();
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void everySettingOfAVmIsRead(RealAnswer answer) {
    JsonNode data = prepare(answer);
    VmConfig config = CLIENT.vm("pve1", vm(answer)).config();
    data.properties().stream()
        .filter(each -> !each.getKey().equals("digest"))
        .forEach(each -> assertThat(config.text(each.getKey())).hasValue(each.getValue().asText()));
    assertThat(config.drives()).isNotNull();
    assertThat(config.networkDevices()).isNotNull();
    assertThat(config.unusedVolumes()).isNotNull();
    assertThat(config.tags()).isNotNull();
    config.text("boot").filter(order -> !order.equals("c")).ifPresent(BootOrder::parse);
  }

  static List<RealAnswer> states() {
    return read(path -> path.matches("/nodes/pve1/qemu/\\d+/status/current")).toList();
  }

  @ParameterizedTest
  @MethodSource("states")
  void theStateOfAVmIsRead(RealAnswer answer) {
    JsonNode data = prepare(answer);
    assertThat(CLIENT.vm("pve1", vm(answer)).status().isRunning())
        .isEqualTo(data.path("status").asText().equals("running"));
  }

  static List<RealAnswer> missing() {
    return RealAnswer.all().stream()
        .filter(answer -> answer.method().equals("GET") && answer.status() >= 400)
        .filter(answer -> REMOVALS.keySet().stream().anyMatch(answer.path()::matches))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("missing")
  void whatIsMissingIsKnownToBeGoneThoughTheAnswerToItsRemovalWasLost(RealAnswer answer) {
    String name = answer.path().replaceFirst(PARENTS, "");
    String path = answer.path().replace(name, URLEncoder.encode(name, StandardCharsets.UTF_8));
    SERVER.answer("GET", "/version", VERSION);
    SERVER.answer("DELETE", path, 596, "");
    SERVER.answer("GET", path, answer.status(), "{\"message\":\"" + answer.says() + "\"}");
    assertThatCode(() -> first(REMOVALS, answer).accept(name)).doesNotThrowAnyException();
  }

  private static <T> T first(Map<String, T> byPath, RealAnswer answer) {
    return byPath.entrySet().stream()
        .filter(each -> answer.path().matches(each.getKey()))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static void removeVolume(String volume) {
    CLIENT.storage("pve1", volume.replaceFirst(":.*", "")).delete(volume, () -> {});
  }

  private static Collection<?> content(RealAnswer answer) {
    return CLIENT.storage("pve1", answer.path().split("/", 6)[4]).content();
  }

  private static int vm(RealAnswer answer) {
    return Integer.parseInt(answer.path().split("/", 6)[4]);
  }

  private static Stream<RealAnswer> read(Predicate<String> path) {
    return RealAnswer.all().stream()
        .filter(answer -> answer.method().equals("GET") && answer.status() == 200)
        .filter(answer -> path.test(answer.path()));
  }

  private static JsonNode prepare(RealAnswer answer) {
    JsonNode data = answer.data();
    SERVER.answer("GET", "/version", VERSION);
    SERVER.answer("GET", answer.path().replace("@", "%40"), data.toString());
    return data;
  }
}
