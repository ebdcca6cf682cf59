package io.github.talosforge.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Gives sockets to clients that only know {@link SocketFactory}. */
final class DialedSocketFactory extends SocketFactory {
  private final Dialer dialer;

  DialedSocketFactory(Dialer dialer) {
    this.dialer = dialer;
  }

  @Override
  public Socket createSocket() {
    return new DialedSocket(dialer);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(dialer.resolve(host).get(0), port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(host, port);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(address, port);
  }

  private Socket connected(InetAddress address, int port) throws IOException {
    Socket socket = createSocket();
    socket.connect(new InetSocketAddress(address, port));
    return socket;
  }
}
