package io.github.talosforge.talos.client;

import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.grpc.GrpcTalosClient;

/** Opens clients. */
public final class TalosClients {
  private TalosClients() {}

  /**
   * Opens a client; nothing is sent yet.
   *
   * @param connection how machines are reached
   * @return the client, which whoever opened it closes
   */
  public static TalosClient open(TalosConnection connection) {
    return new GrpcTalosClient(connection);
  }
}
