package io.github.talosforge.simulator;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.factory.ImageFactory;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.http.TlsIdentity;
import io.github.talosforge.simulator.http.TransportLimits;
import io.github.talosforge.simulator.journal.Journal;
import io.github.talosforge.simulator.state.Connection;
import io.github.talosforge.simulator.state.SavedState;
import io.github.talosforge.simulator.state.StateFolder;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.SimulatedTime;
import io.github.talosforge.simulator.world.World;
import io.github.talosforge.simulator.world.WorldBuilder;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds a simulator: one host of Proxmox VE 9.2 where everything happens at once, unless told. */
public final class SimulatorBuilder {
  private static final String TOKEN = "root@pam!simulator";
  private static final int JOURNAL = 100_000;

  private final WorldBuilder world = World.builder();
  private final List<FaultRule> rules = new ArrayList<>();
  private SimulatedTime time = SimulatedTime.wallClock();
  private long seed = 1;
  private int port;
  private int journal = JOURNAL;
  private String password = "simulator";
  private boolean messageInBody = true;
  private TransportLimits limits = TransportLimits.PROXMOX;
  private @Nullable Path state;
  private @Nullable Path original;

  SimulatorBuilder() {}

  /**
   * The hosts {@code pve1}, {@code pve2}…
   *
   * @param count how many
   * @return this builder
   */
  public SimulatorBuilder hosts(int count) {
    world.hosts(count);
    return this;
  }

  /**
   * The release to speak like.
   *
   * @param release the release
   * @return this builder
   */
  public SimulatorBuilder personality(Personality release) {
    world.personality(release);
    return this;
  }

  /**
   * What durations are multiplied with; 0, the default, does everything at once.
   *
   * @param scale 0 or more
   * @return this builder
   */
  public SimulatorBuilder timeScale(double scale) {
    world.timeScale(scale);
    return this;
  }

  /**
   * Where time comes from.
   *
   * @param source the time
   * @return this builder
   */
  public SimulatorBuilder time(SimulatedTime source) {
    time = source;
    world.time(source);
    return this;
  }

  /**
   * Where chance starts: MAC addresses, UUIDs, faults, and how old lists are.
   *
   * @param start any number
   * @return this builder
   */
  public SimulatorBuilder seed(long start) {
    seed = start;
    world.seed(start);
    return this;
  }

  /**
   * Everything else about a new cluster: hosts and storages of your own, mappings, vnets.
   *
   * @param changes what to change
   * @return this builder
   */
  public SimulatorBuilder world(Consumer<WorldBuilder> changes) {
    changes.accept(world);
    return this;
  }

  /**
   * The port of the API; 0, the default, is any free one, or the one of the last run.
   *
   * @param number the port
   * @return this builder
   */
  public SimulatorBuilder port(int number) {
    port = number;
    return this;
  }

  /**
   * The password of root@pam in a new cluster.
   *
   * @param secret the password
   * @return this builder
   */
  public SimulatorBuilder rootPassword(String secret) {
    password = secret;
    return this;
  }

  /**
   * A folder that keeps everything across restarts: cluster, users, port, token, certificate.
   *
   * @param folder the folder
   * @return this builder
   */
  public SimulatorBuilder state(Path folder) {
    state = folder;
    return this;
  }

  /**
   * Begins as the simulator of a state folder was when it last saved, with a port and a token of
   * its own; the folder stays as it is. So many tests can begin with what was made once.
   *
   * @param folder the folder
   * @return this builder
   */
  public SimulatorBuilder copyOf(Path folder) {
    original = folder;
    return this;
  }

  /**
   * Something that goes wrong from the start.
   *
   * @param rule the rule
   * @return this builder
   */
  public SimulatorBuilder fault(FaultRule rule) {
    rules.add(rule);
    return this;
  }

  /**
   * Failures say why in the reason phrase only, as before Proxmox VE 8.4.
   *
   * @return this builder
   */
  public SimulatorBuilder reasonPhraseOnly() {
    messageInBody = false;
    return this;
  }

  /**
   * How long a connection may say nothing; 5 s unless told.
   *
   * @param idle how long
   * @return this builder
   */
  public SimulatorBuilder idleClose(Duration idle) {
    limits = limits.withIdle(idle);
    return this;
  }

  /**
   * How many calls the journal keeps.
   *
   * @param calls how many
   * @return this builder
   */
  public SimulatorBuilder journal(int calls) {
    journal = calls;
    return this;
  }

  /**
   * Starts it.
   *
   * @return the running simulator
   * @throws IllegalStateException with a sentence when a port is taken or the state is unusable
   */
  public Simulator start() {
    StateFolder folder = state == null ? null : StateFolder.open(state);
    try {
      return start(folder);
    } catch (BindException e) {
      release(folder);
      throw new IllegalStateException(e.getMessage() + "; choose another port.", e);
    } catch (RuntimeException e) {
      release(folder);
      throw e;
    }
  }

  private static void release(@Nullable StateFolder folder) {
    if (folder != null) {
      folder.close();
    }
  }

  private Simulator start(@Nullable StateFolder folder) throws BindException {
    SavedState saved = saved(folder);
    Connection last = folder == null || saved == null ? null : folder.connection().orElse(null);
    World cluster = saved == null ? world.build() : World.restore(saved.world(), time);
    AccessControl access =
        new AccessControl(saved == null ? AccessControl.fresh(password) : saved.access(), cluster);
    String token = last == null ? access.token(TOKEN) : last.token();
    ImageFactory factory = new ImageFactory(saved == null ? Map.of() : saved.schematics());
    Talos talos = new Talos(cluster, factory::extensions, saved == null ? List.of() : saved.etcd());
    Engine engine = new Engine(cluster, factory, talos);
    if (cluster.timeScale() == 0) {
      engine.interventions().seedNews(seed);
    }
    Faults faults = new Faults(seed);
    rules.forEach(faults::add);
    Assembly assembly =
        new Assembly(
            engine,
            access,
            factory,
            faults,
            new Journal(journal),
            identity(folder, cluster),
            new Persistence(folder, cluster, access, factory, talos),
            talos);
    Simulator simulator =
        assembly.listen(new Assembly.Wishes(port, limits, messageInBody, last), token);
    if (folder != null) {
      folder.save(simulator.connection());
    }
    return simulator;
  }

  private @Nullable SavedState saved(@Nullable StateFolder folder) {
    SavedState kept = folder == null ? null : folder.load().orElse(null);
    return kept == null && original != null
        ? StateFolder.load(original)
            .orElseThrow(
                () -> new IllegalStateException("There is no simulator's state in " + original))
        : kept;
  }

  private static TlsIdentity identity(@Nullable StateFolder folder, World cluster) {
    List<String> hosts = cluster.locked(() -> List.copyOf(cluster.hosts().keySet()));
    if (folder == null) {
      return TlsIdentity.generate(hosts, Instant.now());
    }
    return TlsIdentity.parse(
        folder.identity(() -> TlsIdentity.generate(hosts, Instant.now()).pem()));
  }
}
