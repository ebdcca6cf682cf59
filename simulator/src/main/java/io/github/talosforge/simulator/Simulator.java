package io.github.talosforge.simulator;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Interventions;
import io.github.talosforge.simulator.factory.FactoryServer;
import io.github.talosforge.simulator.factory.ImageFactory;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.http.ApiServer;
import io.github.talosforge.simulator.inspect.Inspection;
import io.github.talosforge.simulator.journal.Journal;
import io.github.talosforge.simulator.kubernetes.KubernetesApis;
import io.github.talosforge.simulator.proxy.ConnectProxy;
import io.github.talosforge.simulator.server.Dispatcher;
import io.github.talosforge.simulator.state.Connection;
import io.github.talosforge.simulator.talos.Pulse;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.api.NettyDoors;
import io.github.talosforge.simulator.world.World;

/** A running simulator. */
public final class Simulator implements AutoCloseable {
  private final Parts parts;
  private final Connection connection;

  Simulator(Parts parts, Connection connection) {
    this.parts = parts;
    this.connection = connection;
  }

  /** What a simulator is made of. */
  record Parts(
      Assembly assembly,
      Dispatcher dispatcher,
      ApiServer server,
      FactoryServer factoryServer,
      TalosParts nodes,
      ConnectProxy proxy) {}

  /** What simulated nodes need while they live. */
  record TalosParts(NettyDoors doors, KubernetesApis kubernetes, Pulse pulse) {}

  /**
   * Starts a simulator of your own.
   *
   * @return a builder
   */
  public static SimulatorBuilder builder() {
    return new SimulatorBuilder();
  }

  /**
   * Everything that a client needs.
   *
   * @return the connection
   */
  public Connection connection() {
    return connection;
  }

  /**
   * Where the API is.
   *
   * @return for example {@code https://127.0.0.1:40123}
   */
  public String url() {
    return connection.url();
  }

  /**
   * A token of root@pam.
   *
   * @return {@code user@realm!name=secret}
   */
  public String token() {
    return connection.token();
  }

  /**
   * The fingerprint of the certificate.
   *
   * @return 32 hex pairs in capitals, separated by colons
   */
  public String fingerprint() {
    return connection.fingerprint();
  }

  /**
   * The HTTP proxy that leads to simulated nodes.
   *
   * @return for example {@code http://127.0.0.1:40124}
   */
  public String proxy() {
    return connection.proxy();
  }

  /**
   * The certificate, for clients that want a file.
   *
   * @return PEM text
   */
  public String certificate() {
    return parts.assembly().identity().certificatePem();
  }

  /**
   * The users, tokens, roles and rights.
   *
   * @return the live access control
   */
  public AccessControl access() {
    return parts.assembly().access();
  }

  /**
   * What goes wrong with calls.
   *
   * @return the live rules
   */
  public Faults faults() {
    return parts.assembly().faults();
  }

  /**
   * What goes wrong without a call.
   *
   * @return the interventions
   */
  public Interventions interventions() {
    return parts.assembly().engine().interventions();
  }

  /**
   * The calls that were made.
   *
   * @return the live journal
   */
  public Journal journal() {
    return parts.assembly().journal();
  }

  /**
   * The Image Factory, and what else can be downloaded.
   *
   * @return the live factory
   */
  public ImageFactory factory() {
    return parts.assembly().factory();
  }

  /**
   * The VMs that run Talos.
   *
   * @return the live nodes
   */
  public Talos talos() {
    return parts.assembly().talos();
  }

  /**
   * The truth.
   *
   * @return the live world
   */
  public World world() {
    return parts.assembly().engine().world();
  }

  /**
   * Questions about the truth, for assertions.
   *
   * @return the questions
   */
  public Inspection inspect() {
    return new Inspection(world());
  }

  /** Stops it and frees its ports; what it knows is saved when it has a state folder. */
  @Override
  public void close() {
    parts.nodes().pulse().close();
    parts.proxy().close();
    parts.server().close();
    parts.factoryServer().close();
    parts.dispatcher().close();
    parts.assembly().persistence().close();
    parts.assembly().talos().close();
    parts.nodes().doors().close();
    parts.nodes().kubernetes().close();
  }
}
