package io.github.talosforge.simulator.engine;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.OperationTable;
import io.github.talosforge.simulator.api.Page;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.api.Reusable;
import io.github.talosforge.simulator.world.ManualTime;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.RemoteImage;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import io.github.talosforge.simulator.world.WorldBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** A small cloud to test against, with short words for calls. Time only moves by hand. */
final class TestCloud {
  static final long GIB = 1L << 30;
  static final String IMAGE = "https://factory.test/image/abc/v1.12.4/nocloud-amd64.qcow2";
  static final String SHA256 = "ab".repeat(32);

  /** Everything is allowed, but it is a token: root-only keys are not. */
  static final Principal TOKEN = new Granted("root@pam", "ci", null);

  static final Principal ROOT = new Granted("root@pam", null, null);

  /** Holds exactly the listed {@code path privilege} pairs, or everything when there is no list. */
  record Granted(String user, String token, Set<String> grants) implements Principal {
    @Override
    public boolean has(String path, String privilege) {
      return grants == null || grants.contains(path + " " + privilege);
    }
  }

  final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  final World world;
  final Engine engine;
  private final Principal principal;

  private TestCloud(World world, Engine engine, Principal principal) {
    this.world = world;
    this.engine = engine;
    this.principal = principal;
  }

  private TestCloud(UnaryOperator<WorldBuilder> setup) {
    world = setup.apply(World.builder().time(time)).build();
    engine = new Engine(world, TestCloud::image);
    principal = TOKEN;
  }

  /** Everything happens at once. */
  static TestCloud instant() {
    return new TestCloud(builder -> builder.hosts(2));
  }

  /** Things take as long as on hardware, in time that is moved by hand. */
  static TestCloud timed() {
    return new TestCloud(builder -> builder.hosts(2).timeScale(1));
  }

  static TestCloud of(UnaryOperator<WorldBuilder> setup) {
    return new TestCloud(setup);
  }

  static TestCloud instant(Personality personality) {
    return new TestCloud(builder -> builder.hosts(2).personality(personality));
  }

  private static Optional<RemoteImage> image(String url) {
    return url.contains("missing")
        ? Optional.empty()
        : Optional.of(
            new RemoteImage(
                100L << 20,
                2 * GIB,
                Map.of("sha256", SHA256),
                "talos v1.12.4",
                "application/octet-stream"));
  }

  static Principal granted(String... grants) {
    return new Granted("robot@pve", "ci", new TreeSet<>(List.of(grants)));
  }

  TestCloud as(Principal other) {
    return new TestCloud(world, engine, other);
  }

  Object call(String method, String path, String... parameters) {
    OperationTable.Match match =
        engine
            .operations()
            .find(method, path)
            .orElseThrow(() -> new AssertionError(method + " " + path + " is not modelled"));
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      values.put(parameters[i], parameters[i + 1]);
    }
    Object result =
        engine.call(
            match.operation(),
            new ApiCall(
                principal,
                method,
                match.operation().template(),
                match.path(),
                values,
                null,
                world.time().now()));
    if (result instanceof Reusable list) {
      return list.data();
    }
    return result instanceof Page page ? page.data() : result;
  }

  ApiFailure refused(String method, String path, String... parameters) {
    try {
      Object result = call(method, path, parameters);
      throw new AssertionError(method + " " + path + " was not refused but gave " + result);
    } catch (ApiFailure e) {
      return e;
    }
  }

  String post(String path, String... parameters) {
    return (String) call("POST", path, parameters);
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> get(String path, String... parameters) {
    return (Map<String, Object>) call("GET", path, parameters);
  }

  @SuppressWarnings("unchecked")
  List<Map<String, Object>> list(String path, String... parameters) {
    return (List<Map<String, Object>>) call("GET", path, parameters);
  }

  /** Runs a task and returns how it ended. */
  String exit(String upid) {
    Task task = task(upid);
    for (int i = 0; i < 4000 && task.isRunning(); i++) {
      pass(Duration.ofSeconds(1));
    }
    return String.valueOf(task.exitStatus());
  }

  Task task(String upid) {
    return world.tasks().get(upid);
  }

  String run(String path, String... parameters) {
    return exit(post(path, parameters));
  }

  void pass(Duration duration) {
    timeOf(world).advance(duration);
    engine.advance();
  }

  private static ManualTime timeOf(World world) {
    return (ManualTime) world.time();
  }

  Vm vm(int id) {
    return world.vms().get(id);
  }

  Map<String, String> config(int id) {
    return vm(id).config();
  }

  Map<String, Object> resource(int id) {
    return list("/cluster/resources", "type", "vm").stream()
        .filter(entry -> entry.get("vmid").equals(id))
        .findFirst()
        .orElse(null);
  }

  List<String> volumes() {
    return world.volumes().all().stream().map(v -> v.volid()).sorted().toList();
  }

  /** A VM with one disk of 8 GiB. */
  void create(int id, String storage, String... more) {
    String[] parameters = new String[6 + more.length];
    String[] base = {"vmid", "" + id, "name", "vm" + id, "scsi0", storage + ":8"};
    System.arraycopy(base, 0, parameters, 0, 6);
    System.arraycopy(more, 0, parameters, 6, more.length);
    expectOk(run("/nodes/pve1/qemu", parameters));
  }

  /** A template whose disk was imported from a downloaded image of 2 GiB. */
  void template(int id, String storage) {
    if (volumes().stream().noneMatch(v -> v.equals("local:import/talos.qcow2"))) {
      download();
    }
    expectOk(
        run(
            "/nodes/pve1/qemu",
            "vmid",
            "" + id,
            "name",
            "talos",
            "scsi0",
            storage + ":0,import-from=local:import/talos.qcow2",
            "net0",
            "virtio,bridge=vmbr0",
            "agent",
            "1"));
    expectOk(run("/nodes/pve1/qemu/" + id + "/template"));
  }

  void download() {
    expectOk(
        run(
            "/nodes/pve1/storage/local/download-url",
            "url",
            IMAGE,
            "content",
            "import",
            "filename",
            "talos.qcow2"));
  }

  void start(int id) {
    expectOk(run("/nodes/pve1/qemu/" + id + "/status/start"));
  }

  static void expectOk(String exit) {
    if (!exit.equals("OK")) {
      throw new AssertionError("the task ended with: " + exit);
    }
  }
}
