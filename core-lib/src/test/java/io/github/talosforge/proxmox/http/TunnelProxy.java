package io.github.talosforge.proxmox.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that leads every tunnel to one port of this machine, whatever name was asked for. */
final class TunnelProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<String> targets = new CopyOnWriteArrayList<>();

  TunnelProxy(int target) throws IOException {
    this.target = target;
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    daemon(this::serve);
  }

  int port() {
    return listener.getLocalPort();
  }

  List<String> targets() {
    return List.copyOf(targets);
  }

  private void serve() {
    try (Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) client.getInputStream().read());
      }
      targets.add(head.substring(0, head.indexOf("\r\n")));
      client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      daemon(() -> copy(client, server));
      server.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException e) {
      // The test is over.
      return;
    }
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
    Thread thread = new Thread(work, "tunnel-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
