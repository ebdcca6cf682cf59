package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.tls.ServerTls;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Sets connections to an API server up. */
final class ApiConnections extends ChannelInitializer<SocketChannel> {
  private static final int LARGEST_BODY = 3 << 20;
  private static final int LINE = 16 * 1024;

  private final ApiAccess api;
  private volatile @Nullable Tls tls;

  private record Tls(Identity identity, SslContext context) {}

  ApiConnections(ApiAccess api) {
    this.api = api;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    channel
        .pipeline()
        .addLast(tls().newHandler(channel.alloc()))
        .addLast(new HttpServerCodec(LINE, LINE, LINE))
        .addLast(new HttpObjectAggregator(LARGEST_BODY))
        .addLast(new ApiConnection(api));
  }

  private SslContext tls() {
    Identity identity = api.identity();
    Tls last = tls;
    if (last == null || !Objects.equals(last.identity(), identity)) {
      last = new Tls(identity, context(identity));
      tls = last;
    }
    return last.context();
  }

  private SslContext context(Identity identity) {
    return ServerTls.of(identity.key(), identity.certificate())
        .asking(new Anyone(api.authority()))
        .build();
  }

  /** The handshake takes any certificate; a stranger's gets 401 from the API, as in reality. */
  private record Anyone(X509Certificate authority) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[] {authority};
    }
  }
}
