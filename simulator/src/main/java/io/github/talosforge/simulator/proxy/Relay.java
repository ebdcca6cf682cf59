package io.github.talosforge.simulator.proxy;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Hands on what one side says, no faster than the other side takes it. */
final class Relay extends ChannelInboundHandlerAdapter {
  private final Channel other;

  Relay(Channel other) {
    this.other = other;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    other
        .writeAndFlush(message)
        .addListener(
            (ChannelFutureListener)
                written -> {
                  if (written.isSuccess()) {
                    context.read();
                  } else {
                    end(context.channel());
                  }
                });
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(other);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(context.channel());
  }

  /** Closes a side once everything has been said. */
  private static void end(Channel channel) {
    if (channel.isActive()) {
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }
}
