package io.github.talosforge.talos;

/**
 * Reaches Talos machines, each by its own direct connection. Safe for use by several threads.
 *
 * <pre>{@code
 * TalosConnection connection = TalosConnection.direct().withCredentials(credentials);
 * try (TalosClient client = TalosClients.open(connection);
 *     TalosNode node = client.node(TalosEndpoint.of("192.0.2.11"))) {
 *   System.out.println(node.version().tag());
 * }
 * }</pre>
 */
public interface TalosClient extends AutoCloseable {

  /**
   * Prepares to talk to a configured machine with the client's certificate; nothing is sent yet.
   *
   * @param endpoint where it listens
   * @return the machine
   * @throws IllegalStateException if the client has no credentials
   */
  TalosNode node(TalosEndpoint endpoint);

  /**
   * Prepares to talk to a machine in maintenance mode; nothing is sent yet. The key that the
   * machine shows first is the only one accepted until the node is closed.
   *
   * @param endpoint where it listens
   * @return the machine
   */
  TalosNode maintenance(TalosEndpoint endpoint);

  /**
   * Prepares to talk to one certain machine in maintenance mode; nothing is sent yet.
   *
   * @param endpoint where it listens
   * @param fingerprint the key that it must show
   * @return the machine
   */
  TalosNode maintenance(TalosEndpoint endpoint, Fingerprint fingerprint);

  /**
   * Looks what is at an endpoint: whether it is Talos, and whose.
   *
   * @param endpoint where to look
   * @return what is there; an unreachable machine is an answer too
   */
  Sighting look(TalosEndpoint endpoint);

  /**
   * Tells what was sent so far.
   *
   * @return the counts since the client was opened, of all its nodes
   */
  TalosCounters counters();

  /** Closes the connections of all nodes. */
  @Override
  void close();
}
