package io.github.talosforge.simulator.talos.api;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/** TLS whose certificate and demands can change while a port stays open. */
final class DynamicTls extends SslContext {
  private volatile SslContext current;

  DynamicTls(SslContext first) {
    current = first;
  }

  void use(SslContext next) {
    current = next;
  }

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public List<String> cipherSuites() {
    return current.cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // Netty's own type for what gRPC asks every context for.
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return current.applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    return current.newEngine(allocator);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator, String host, int port) {
    return current.newEngine(allocator, host, port);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return current.sessionContext();
  }
}
