package io.github.talosforge.talos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that leads every tunnel to one port of this machine, or refuses all of them. */
final class ConnectProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<String> targets = new CopyOnWriteArrayList<>();

  ConnectProxy(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    daemon(this::serve);
  }

  static ConnectProxy refusing() throws IOException {
    return new ConnectProxy(0);
  }

  int port() {
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
      targets.add(head.substring(0, head.indexOf("\r\n")));
      if (target == 0) {
        say(client, "HTTP/1.1 502 no such machine\r\n\r\n");
        return;
      }
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
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
