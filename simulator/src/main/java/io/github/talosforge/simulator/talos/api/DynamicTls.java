package io.github.talosforge.simulator.talos.api;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;

/**
 * TLS whose certificate and demands can change while a port stays open; prepared when the first one
 * knocks, for many nodes boot and are never spoken to.
 */
final class DynamicTls extends SslContext {
  private Supplier<SslContext> next;
  private @Nullable SslContext prepared;

  DynamicTls(SslContext first) {
    next = () -> first;
  }

  synchronized void use(Supplier<SslContext> context) {
    next = context;
    prepared = null;
  }

  private synchronized SslContext current() {
    SslContext context = prepared == null ? next.get() : prepared;
    prepared = context;
    return context;
  }

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public List<String> cipherSuites() {
    return current().cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // Netty's own type for what gRPC asks every context for.
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return current().applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    return current().newEngine(allocator);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator, String host, int port) {
    return current().newEngine(allocator, host, port);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return current().sessionContext();
  }
}
