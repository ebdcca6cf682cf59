package io.github.talosforge.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A socket that asks its dialer before it connects, and tunnels through the dialer's proxy.
 *
 * <p>Made with {@link Proxy#NO_PROXY} because otherwise the JVM's own SOCKS settings would decide
 * where the bytes go.
 */
final class DialedSocket extends Socket {
  private static final int LONGEST_ANSWER = 16 * 1024;

  private final Dialer dialer;

  DialedSocket(Dialer dialer) {
    super(Proxy.NO_PROXY);
    this.dialer = dialer;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    if (!(endpoint instanceof InetSocketAddress target)) {
      throw new SocketException("not an internet address: " + endpoint);
    }
    dial(target, timeout);
    // A request's body follows its head in a packet of its own, which would otherwise wait for the
    // server to acknowledge the head: up to 40 ms for every call that writes.
    setTcpNoDelay(true);
    @Nullable HttpProxy proxy = dialer.proxy();
    if (proxy != null) {
      tunnel(proxy, target, timeout);
    }
  }

  /** What is wrong with the proxy must not be told of the target. */
  private void dial(InetSocketAddress target, int timeout) throws IOException {
    try {
      super.connect(dialer.permitted(target), timeout);
    } catch (RefusedTargetException e) {
      throw e;
    } catch (IOException e) {
      @Nullable HttpProxy proxy = dialer.proxy();
      if (proxy == null) {
        throw e;
      }
      ProtocolException told =
          new ProtocolException("proxy " + proxy + " cannot be reached (" + e.getMessage() + ")");
      told.initCause(e);
      throw told;
    }
  }

  private void tunnel(HttpProxy proxy, InetSocketAddress target, int timeout) throws IOException {
    int before = getSoTimeout();
    setSoTimeout(timeout);
    OutputStream out = getOutputStream();
    out.write(connectRequest(proxy, target).getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    String status = readHead(getInputStream()).lines().findFirst().orElse("");
    if (!status.matches("HTTP/1\\.[01] 2\\d\\d.*")) {
      close();
      throw new ProtocolException("proxy " + proxy + " refused the tunnel: " + status.strip());
    }
    setSoTimeout(before);
  }

  private static String connectRequest(HttpProxy proxy, InetSocketAddress target) {
    String host = target.getHostString();
    String authority = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + target.getPort();
    StringBuilder request = new StringBuilder();
    request.append("CONNECT ").append(authority).append(" HTTP/1.1\r\n");
    request.append("Host: ").append(authority).append("\r\n");
    if (proxy.user() != null && proxy.password() != null) {
      byte[] login = (proxy.user() + ":" + proxy.password()).getBytes(StandardCharsets.UTF_8);
      request.append("Proxy-Authorization: Basic ");
      request.append(Base64.getEncoder().encodeToString(login)).append("\r\n");
    }
    return request.append("\r\n").toString();
  }

  /** Reads byte by byte: whatever follows the empty line belongs to the target. */
  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < LONGEST_ANSWER) {
      int next = in.read();
      if (next < 0) {
        throw new ProtocolException("the proxy closed the connection: '" + head + "'");
      }
      head.append((char) next);
      if (head.length() > 3 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
        return head.toString();
      }
    }
    throw new ProtocolException("the proxy's answer has no end");
  }
}
