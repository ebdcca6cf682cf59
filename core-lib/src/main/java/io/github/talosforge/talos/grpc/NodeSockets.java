package io.github.talosforge.talos.grpc;

import io.github.talosforge.net.Dialer;
import io.github.talosforge.talos.TalosEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/**
 * Dials one machine, whatever address it is asked for: names are looked up by the dialer, or by its
 * proxy, and never by gRPC.
 */
final class NodeSockets extends SocketFactory {
  private final Dialer dialer;
  private final TalosEndpoint endpoint;
  private final Duration timeout;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean abandoned;

  NodeSockets(Dialer dialer, TalosEndpoint endpoint, Duration timeout) {
    this.dialer = dialer;
    this.endpoint = endpoint;
    this.timeout = timeout;
  }

  private Socket dial() throws IOException {
    Socket socket = dialer.connect(endpoint.host(), endpoint.port(), timeout);
    open.removeIf(Socket::isClosed);
    open.add(socket);
    if (abandoned) {
      socket.close();
    }
    return socket;
  }

  /** Closes the connections, because gRPC waits for ever for a machine that begins no TLS. */
  void abandon() {
    abandoned = true;
    for (Socket socket : open) {
      try {
        socket.close();
      } catch (IOException e) {
        // It was to be thrown away anyway.
      }
    }
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return dial();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return dial();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return dial();
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort)
      throws IOException {
    return dial();
  }
}
