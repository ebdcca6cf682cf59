package io.github.talosforge.simulator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.SimulatorBuilder;
import io.github.talosforge.simulator.fault.FaultFile;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.state.Connection;
import io.github.talosforge.simulator.talos.api.RpcRules;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Starts a simulator from the command line. */
public final class Main {
  private static final int USAGE = 2;

  /** Connections of machines that are switched off are cut: no news, and no stack trace. */
  private static final Logger CUT_CONNECTIONS =
      Logger.getLogger("io.grpc.netty.NettyServerHandler");

  private Main() {}

  /**
   * Starts a simulator and waits until it is stopped.
   *
   * @param args the options; {@code --help} lists them
   */
  public static void main(String[] args) {
    CUT_CONNECTIONS.setLevel(Level.SEVERE);
    int exit = run(List.of(args), System.out, System.err);
    if (exit != 0) {
      System.exit(exit);
    }
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    try {
      Options options = Options.parse(arguments);
      if (options.help()) {
        out.print(Options.HELP);
        return 0;
      }
      try (Simulator simulator = builder(options).start()) {
        out.println(options.json() ? json(simulator.connection()) : text(simulator.connection()));
        out.flush();
        await(simulator, options.idleLimit());
      }
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return USAGE;
    } catch (IllegalStateException | UncheckedIOException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  private static SimulatorBuilder builder(Options options) {
    SimulatorBuilder builder =
        Simulator.builder()
            .hosts(options.hosts())
            .personality(options.personality())
            .timeScale(options.timeScale())
            .seed(options.seed())
            .port(options.port());
    if (options.reasonPhraseOnly()) {
      builder.reasonPhraseOnly();
    }
    Path state = options.state();
    if (state != null) {
      builder.state(state);
    }
    Path faults = options.faults();
    if (faults != null) {
      FaultFile file = faults(faults, Schema.of(options.personality().isNine() ? 9 : 8));
      builder.seed(file.seed());
      file.rules().forEach(builder::fault);
    }
    return builder;
  }

  private static FaultFile faults(Path file, Schema schema) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot read the faults file " + file + ".", e);
    }
    try {
      return FaultFile.parse(
          text,
          (method, template) ->
              schema.find(method, template).isPresent() || RpcRules.isKnown(method, template));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static String json(Connection connection) {
    try {
      return new ObjectMapper().writeValueAsString(connection);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the connection as JSON", e);
    }
  }

  private static String text(Connection connection) {
    return """
    Proxmox VE API  %s
    API token       %s
    Fingerprint     %s
    Image Factory   %s
    Proxy to nodes  %s
    Status page     %s/
    Stop it with Ctrl-C."""
        .formatted(
            connection.url(),
            connection.token(),
            connection.fingerprint(),
            connection.factory(),
            connection.proxy(),
            connection.url());
  }

  /** Waits for ever, or until nobody called for too long. A kill loses nothing: see the state. */
  private static void await(Simulator simulator, @Nullable Duration idleLimit) {
    CountDownLatch never = new CountDownLatch(1);
    Duration pause = idleLimit == null ? Duration.ofDays(1) : idleLimit.dividedBy(10);
    long calls = simulator.journal().count();
    Duration idle = Duration.ZERO;
    try {
      while (idleLimit == null || idle.compareTo(idleLimit) < 0) {
        if (never.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        idle = simulator.journal().count() == calls ? idle.plus(pause) : Duration.ZERO;
        calls = simulator.journal().count();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
