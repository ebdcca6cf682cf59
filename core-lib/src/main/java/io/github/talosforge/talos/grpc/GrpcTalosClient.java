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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Machines over gRPC. */
public final class GrpcTalosClient implements TalosClient {
  private final TalosConnection connection;
  private final Optional<ClientKey> key;
  private final Counters counters = new Counters();
  private final Threads threads = new Threads();
  private final Set<GrpcTalosNode> open = ConcurrentHashMap.newKeySet();

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
    return opened(endpoint, new Handshake(new AuthorityTrust(credentials.authority()), key), true);
  }

  @Override
  public TalosNode maintenance(TalosEndpoint endpoint) {
    return opened(endpoint, new Handshake(PinnedKey.first(), Optional.empty()), false);
  }

  @Override
  public TalosNode maintenance(TalosEndpoint endpoint, Fingerprint fingerprint) {
    return opened(endpoint, new Handshake(PinnedKey.of(fingerprint), Optional.empty()), false);
  }

  @Override
  public Sighting look(TalosEndpoint endpoint) {
    Handshake handshake = new Handshake(chain -> {}, key);
    Sightings sightings =
        new Sightings(
            handshake, connection.credentials().map(own -> new AuthorityTrust(own.authority())));
    try (TalosNode node = opened(endpoint, handshake, false)) {
      return sightings.answered(node.machineStatus());
    } catch (TalosException e) {
      return sightings.failed(e);
    }
  }

  private GrpcTalosNode opened(TalosEndpoint endpoint, Handshake handshake, boolean checksName) {
    Link link = new Link(endpoint, connection, handshake, checksName, threads);
    GrpcTalosNode node =
        new GrpcTalosNode(new Calls(link, connection, counters, endpoint), link, open::remove);
    open.add(node);
    return node;
  }

  @Override
  public TalosCounters counters() {
    return counters.snapshot();
  }

  @Override
  public void close() {
    Set.copyOf(open).forEach(GrpcTalosNode::close);
    threads.close();
  }
}
