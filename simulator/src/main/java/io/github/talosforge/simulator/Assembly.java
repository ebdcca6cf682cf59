package io.github.talosforge.simulator;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.factory.FactoryServer;
import io.github.talosforge.simulator.factory.ImageFactory;
import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.http.ApiServer;
import io.github.talosforge.simulator.http.RequestHandler;
import io.github.talosforge.simulator.http.TlsIdentity;
import io.github.talosforge.simulator.http.TransportLimits;
import io.github.talosforge.simulator.journal.Journal;
import io.github.talosforge.simulator.kubernetes.KubernetesApis;
import io.github.talosforge.simulator.page.StatusPage;
import io.github.talosforge.simulator.proxy.ConnectProxy;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.server.Dispatcher;
import io.github.talosforge.simulator.server.FaultEffects;
import io.github.talosforge.simulator.state.Connection;
import io.github.talosforge.simulator.talos.Pulse;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.api.NettyDoors;
import io.github.talosforge.simulator.talos.api.TalosCalls;
import java.net.BindException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The parts of a simulator before it listens. */
record Assembly(
    Engine engine,
    AccessControl access,
    ImageFactory factory,
    Faults faults,
    Journal journal,
    TlsIdentity identity,
    Persistence persistence,
    Talos talos) {

  /**
   * How it shall listen.
   *
   * @param port the port of the API; 0: the last one, or any free one
   * @param limits the limits of a connection
   * @param messageInBody whether failures carry their message in the body too
   * @param last how it listened before
   */
  record Wishes(
      int port, TransportLimits limits, boolean messageInBody, @Nullable Connection last) {}

  private interface Listener<T> {
    T listen(int port) throws BindException;
  }

  Simulator listen(Wishes wishes, String token) throws BindException {
    engine.world().showFingerprint(identity.fingerprint());
    Dispatcher dispatcher = dispatcher(wishes.messageInBody());
    CallLog log = new CallLog(journal, faults, new FaultEffects(engine, access));
    KubernetesApis kubernetes =
        new KubernetesApis(engine.world(), log, engine::advance, persistence::save);
    NettyDoors doors = beginTalos(kubernetes, log);
    Connection last = wishes.last();
    TalosView view = new TalosView(talos, kubernetes);
    ApiServer server =
        serve(wishes, new StatusPage(engine.world(), view::status, engine::advance, dispatcher));
    FactoryServer factoryServer =
        onLastPort(
            last == null ? null : last.factory(), port -> FactoryServer.start(port, factory));
    ConnectProxy proxy =
        onLastPort(last == null ? null : last.proxy(), port -> ConnectProxy.start(port, talos));
    Connection connection =
        new Connection(
            "https://127.0.0.1:" + server.port(),
            token,
            identity.fingerprint(),
            "http://127.0.0.1:" + proxy.port(),
            "http://127.0.0.1:" + factoryServer.port());
    persistence.save();
    Simulator.TalosParts nodes =
        new Simulator.TalosParts(
            doors, kubernetes, Pulse.start(engine.world(), engine.cluster().scheduler()));
    return new Simulator(
        new Simulator.Parts(this, dispatcher, server, factoryServer, nodes, proxy), connection);
  }

  private ApiServer serve(Wishes wishes, RequestHandler handler) throws BindException {
    Listener<ApiServer> listener =
        port -> ApiServer.start(port, identity, wishes.limits(), handler);
    Connection last = wishes.last();
    return wishes.port() != 0
        ? listener.listen(wishes.port())
        : onLastPort(last == null ? null : last.url(), listener);
  }

  private NettyDoors beginTalos(KubernetesApis kubernetes, CallLog log) {
    NettyDoors doors = new NettyDoors(new TalosCalls(talos, persistence::save), log);
    talos.begin(engine.cluster(), doors, kubernetes);
    return doors;
  }

  private Dispatcher dispatcher(boolean messageInBody) {
    engine.onVmRemoved(access::forgetVm);
    Schema schema = Schema.of(engine.world().personality().isNine() ? 9 : 8);
    return new Dispatcher(
        engine, access, schema, faults, journal, messageInBody, persistence::save);
  }

  /** The port of the last run, so that clients find it again, unless someone else took it. */
  private static <T> T onLastPort(@Nullable String url, Listener<T> listener) throws BindException {
    if (url != null) {
      try {
        return listener.listen(URI.create(url).getPort());
      } catch (BindException taken) {
        return listener.listen(0);
      }
    }
    return listener.listen(0);
  }
}
