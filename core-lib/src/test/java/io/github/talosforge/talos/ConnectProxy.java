package io.github.talosforge.talos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;

/** A proxy that leads tunnels to sockets of this machine, or refuses them. */
public final class ConnectProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final BiFunction<String, Integer, Optional<InetSocketAddress>> sockets;
  private final List<String> targets = new CopyOnWriteArrayList<>();

  /** Leads a tunnel to the socket that stands for its host and port. */
  public ConnectProxy(BiFunction<String, Integer, Optional<InetSocketAddress>> sockets)
      throws IOException {
    this.sockets = sockets;
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    daemon(this::serve);
  }

  static ConnectProxy to(int port) throws IOException {
    InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new ConnectProxy((host, wanted) -> Optional.of(target));
  }

  static ConnectProxy refusing() throws IOException {
    return new ConnectProxy((host, port) -> Optional.empty());
  }

  public int port() {
    return listener.getLocalPort();
  }

  List<String> targets() {
    return List.copyOf(targets);
  }

  private void serve() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        daemon(() -> tunnel(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void tunnel(Socket client) {
    try (client) {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) client.getInputStream().read());
      }
      String request = head.substring(0, head.indexOf("\r\n"));
      targets.add(request);
      String[] authority = request.split(" ", 3)[1].split(":", 2);
      Optional<InetSocketAddress> target =
          sockets.apply(authority[0], Integer.valueOf(authority[1]));
      if (target.isEmpty()) {
        say(client, "HTTP/1.1 502 no such machine\r\n\r\n");
        return;
      }
      try (Socket server = new Socket(target.get().getAddress(), target.get().getPort())) {
        say(client, "HTTP/1.1 200 OK\r\n\r\n");
        daemon(() -> copy(client, server));
        server.getInputStream().transferTo(client.getOutputStream());
      }
    } catch (IOException e) {
      // One side closed.
      return;
    }
  }

  private static void say(Socket client, String words) throws IOException {
    client.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
  }

  private static void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // One side closed.
      return;
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "connect-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
