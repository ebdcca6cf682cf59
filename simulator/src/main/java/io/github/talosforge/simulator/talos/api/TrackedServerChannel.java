package io.github.talosforge.simulator.talos.api;

import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.function.Predicate;

/** A server socket that shows each connection to its door first. */
final class TrackedServerChannel extends NioServerSocketChannel {
  private final Predicate<SocketChannel> admits;

  TrackedServerChannel(Predicate<SocketChannel> admits) {
    this.admits = admits;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int count = super.doReadMessages(accepted);
    if (count > 0
        && accepted.get(accepted.size() - 1) instanceof SocketChannel connection
        && !admits.test(connection)) {
      accepted.remove(accepted.size() - 1);
      connection.config().setSoLinger(0);
      connection.unsafe().closeForcibly();
      return 0;
    }
    return count;
  }
}
