package io.github.talosforge.proxmox.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that treats each connection as its script says: for what no HTTP server would do. */
final class ScriptedServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

  private final ServerSocket listener;
  private final Deque<Behaviour> script = new ArrayDeque<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Thread thread;

  /** What happens to one connection. */
  @FunctionalInterface
  interface Behaviour {
    void treat(Connection connection) throws IOException;
  }

  ScriptedServer(Behaviour... behaviours) throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviours);
  }

  ScriptedServer(ServerSocket listener, Behaviour... behaviours) {
    this.listener = listener;
    script.addAll(List.of(behaviours));
    thread = new Thread(this::serve, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    while (!script.isEmpty()) {
      try (Socket socket = listener.accept()) {
        script.remove().treat(new Connection(socket));
      } catch (IOException e) {
        if (listener.isClosed()) {
          return;
        }
      }
    }
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** The requests that were read completely: request line, headers and body. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** Refuses connections from now on. */
  void goDown() throws IOException {
    listener.close();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  static String json(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /** One accepted connection. */
  final class Connection {
    private final Socket socket;
    private final InputStream in;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
    }

    Socket socket() {
      return socket;
    }

    String readRequest() throws IOException {
      StringBuilder request = new StringBuilder();
      while (request.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("closed by the client");
        }
        request.append((char) next);
      }
      Matcher length = LENGTH.matcher(request);
      if (length.find()) {
        request.append(
            new String(
                in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.US_ASCII));
      }
      requests.add(request.toString());
      return request.toString();
    }

    void write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
    }

    /** Keeps the connection until the client gives up. */
    void awaitEnd() throws IOException {
      while (in.read() >= 0) {
        // Whatever comes is of no interest.
      }
    }

    /** Closes with a reset instead of an orderly end. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }
}
