package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.Fingerprint;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.talos.TalosCredentials;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Machines over gRPC. A configured machine has one connection for all who speak to it; one in
 * maintenance mode has nobody to share with.
 */
public final class GrpcTalosClient implements TalosClient {
  private final TalosConnection connection;
  private final Optional<ClientKey> key;
  private final Counters counters = new Counters();
  private final Threads threads = new Threads();
  private final Map<TalosEndpoint, Link> links = new ConcurrentHashMap<>();
  private final Set<Link> once = ConcurrentHashMap.newKeySet();

  /**
   * Prepares a client; nothing is sent yet.
   *
   * @param connection how machines are reached
   */
  public GrpcTalosClient(TalosConnection connection) {
    this.connection = connection;
    this.key = connection.credentials().map(ClientKey::of);
  }

  @Override
  public TalosNode node(TalosEndpoint endpoint) {
    TalosCredentials credentials =
        connection
            .credentials()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "a configured machine needs a client certificate: " + endpoint));
    Link link = links.computeIfAbsent(endpoint, to -> link(to, credentials));
    return new GrpcTalosNode(new Calls(link, connection, counters, endpoint), () -> {});
  }

  private Link link(TalosEndpoint endpoint, TalosCredentials credentials) {
    Handshake handshake = new Handshake(new AuthorityTrust(credentials.authority()), key);
    return new Link(endpoint, connection, handshake, true, threads);
  }

  @Override
  public TalosNode maintenance(TalosEndpoint endpoint) {
    return opened(endpoint, new Handshake(PinnedKey.first(), Optional.empty()));
  }

  @Override
  public TalosNode maintenance(TalosEndpoint endpoint, Fingerprint fingerprint) {
    return opened(endpoint, new Handshake(PinnedKey.of(fingerprint), Optional.empty()));
  }

  @Override
  public Sighting look(TalosEndpoint endpoint) {
    return Optional.ofNullable(links.get(endpoint))
        .filter(Link::isOpen)
        .flatMap(link -> lookThrough(link, endpoint))
        .orElseGet(() -> lookAnew(endpoint));
  }

  /** Looks through the connection that there is; if it fails, another one has to tell why. */
  private Optional<Sighting> lookThrough(Link link, TalosEndpoint endpoint) {
    Calls calls = new Calls(link, connection, counters, endpoint);
    try (GrpcTalosNode node = new GrpcTalosNode(calls, () -> {})) {
      return Optional.of(sightings(endpoint, link.handshake()).answered(node.machineStatus()));
    } catch (TalosException e) {
      return Optional.empty();
    }
  }

  private Sighting lookAnew(TalosEndpoint endpoint) {
    Handshake handshake = new Handshake(chain -> {}, key);
    try (TalosNode node = opened(endpoint, handshake)) {
      return sightings(endpoint, handshake).answered(node.machineStatus());
    } catch (TalosException e) {
      return sightings(endpoint, handshake).failed(e);
    }
  }

  private Sightings sightings(TalosEndpoint endpoint, Handshake handshake) {
    return new Sightings(
        endpoint,
        handshake,
        connection.credentials().map(own -> new AuthorityTrust(own.authority())));
  }

  private GrpcTalosNode opened(TalosEndpoint endpoint, Handshake handshake) {
    Link link = new Link(endpoint, connection, handshake, false, threads);
    once.add(link);
    return new GrpcTalosNode(
        new Calls(link, connection, counters, endpoint),
        () -> {
          link.close();
          once.remove(link);
        });
  }

  @Override
  public TalosCounters counters() {
    return counters.snapshot();
  }

  @Override
  public void close() {
    links.values().forEach(Link::close);
    Set.copyOf(once).forEach(Link::close);
    threads.close();
  }
}
