package dev.flyball.lab.load;

import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.lab.load.LoadRun.Exchange;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one run. A request takes the idle connection that was used last; if none is
 * idle, a new connection is made. For the event loop thread only.
 *
 * <p>A request that finds no idle connection waits for the first that becomes free, new or
 * returned, and delays no other request: a later request that finds an idle connection goes at
 * once. A connection that cannot be made costs one waiting request, the oldest.
 */
final class ConnectionPool {

  /**
   * The most connections in the making at one time. Making one costs more than a short request;
   * without a bound, a stall of the machine would be followed by a storm of connections.
   */
  private static final int MAX_CONNECTING = 32;

  private static final int BODY_CHUNK_BYTES = 64 * 1024;

  private final LoadRun run;
  private final Bootstrap bootstrap;
  private final ChannelGroup channels;
  private final ByteBuf[] requests;
  private final int connectionsMax;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ArrayDeque<Exchange> waiting = new ArrayDeque<>();
  private int open;
  private int connecting;

  ConnectionPool(LoadRun run, EventLoop loop, LoadClient client, KindMix mix) {
    this.run = run;
    this.connectionsMax = client.connectionsMax();
    this.channels = new DefaultChannelGroup(loop);
    this.requests = requests(client, mix);
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis(client))
            .remoteAddress(
                new InetSocketAddress(client.server().getHost(), client.server().getPort()))
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpResponseDecoder(
                                new HttpDecoderConfig().setMaxChunkSize(BODY_CHUNK_BYTES)))
                        .addLast(new Connection(channel));
                  }
                });
  }

  private static int connectMillis(LoadClient client) {
    return (int) Math.max(1, Math.min(client.patience().toMillis(), Integer.MAX_VALUE));
  }

  /** The bytes of a request of each kind, made once. */
  private static ByteBuf[] requests(LoadClient client, KindMix mix) {
    URI server = client.server();
    String headers =
        client.headers().entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .sorted()
            .collect(Collectors.joining());
    return mix.parts().stream()
        .map(kind ->
            "GET %s%s HTTP/1.1\r\nHost: %s\r\n%s\r\n"
                .formatted(server.getRawPath(), kind.id(), server.getRawAuthority(), headers))
        .map(text -> Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII)))
        .map(Unpooled::unreleasableBuffer)
        .toArray(ByteBuf[]::new);
  }

  /** Makes {@code count} connections and then, whether they could be made or not, goes on. */
  void open(int count, Runnable then) {
    int[] left = {count};
    if (count == 0) {
      then.run();
    }
    for (int i = 0; i < count; i++) {
      connect(() -> {
        if (--left[0] == 0) {
          then.run();
        }
      });
    }
  }

  void send(Exchange exchange) {
    Connection connection = idleConnection();
    if (connection != null) {
      connection.send(exchange);
      return;
    }
    waiting.add(exchange);
    connectForTheWaiting();
  }

  private @Nullable Connection idleConnection() {
    Connection connection = idle.pollFirst();
    while (connection != null && !connection.channel.isActive()) {
      connection = idle.pollFirst();
    }
    return connection;
  }

  private void connectForTheWaiting() {
    int most = Math.min(MAX_CONNECTING, connectionsMax - open);
    while (connecting < Math.min(waiting.size(), most)) {
      connect(() -> {});
    }
  }

  private void connect(Runnable then) {
    connecting++;
    // When not even a socket could be had, Netty tells so on another thread.
    bootstrap
        .connect()
        .addListener((ChannelFuture attempt) -> run.onLoop(() -> attempted(attempt, then)));
  }

  private void attempted(ChannelFuture attempt, Runnable then) {
    connecting--;
    if (attempt.isSuccess()) {
      open++;
      channels.add(attempt.channel());
      free(attempt.channel().pipeline().get(Connection.class));
    } else {
      unconnected();
    }
    connectForTheWaiting();
    then.run();
  }

  private void unconnected() {
    Exchange exchange = nextWaiting();
    if (exchange != null) {
      run.ended(exchange, Outcome.UNCONNECTED, run.nowNanos());
    }
  }

  private void free(Connection connection) {
    Exchange next = nextWaiting();
    if (next != null) {
      connection.send(next);
    } else {
      idle.addFirst(connection);
    }
  }

  private @Nullable Exchange nextWaiting() {
    Exchange exchange = waiting.pollFirst();
    while (exchange != null && exchange.ended) {
      exchange = waiting.pollFirst();
    }
    return exchange;
  }

  /** Closes every connection; none is made afterwards. */
  void closeAll() {
    waiting.clear();
    idle.clear();
    channels.close();
  }

  /**
   * One kept-alive connection, which carries one request at a time.
   *
   * <p>It is idle (no exchange), carrying (an exchange is set), or dead (the channel is closed).
   * Bodies are thrown away as they come; the response ends with its last byte.
   */
  final class Connection extends ChannelInboundHandlerAdapter {

    private final Channel channel;
    private @Nullable Exchange carried;
    private int status;
    private boolean keepAlive;

    Connection(Channel channel) {
      this.channel = channel;
    }

    private void send(Exchange exchange) {
      run.sending(exchange);
      carried = exchange;
      exchange.connection = this;
      channel.writeAndFlush(requests[exchange.kind].duplicate(), channel.voidPromise());
    }

    void close() {
      channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      try {
        read((HttpObject) message);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }

    private void read(HttpObject part) {
      if (part.decoderResult().isFailure()) {
        drop();
        return;
      }
      if (part instanceof HttpResponse response) {
        status = response.status().code();
        keepAlive = HttpUtil.isKeepAlive(response);
      }
      if (part instanceof LastHttpContent) {
        responded();
      }
    }

    /** The connection is free before the request ends, for its client may ask again at once. */
    private void responded() {
      Exchange exchange = carried;
      carried = null;
      long nowNanos = run.nowNanos();
      if (exchange != null && keepAlive) {
        free(this);
      } else {
        channel.close();
      }
      if (exchange != null) {
        run.ended(exchange, Outcome.of(status), nowNanos);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      drop();
    }

    private void drop() {
      Exchange exchange = carried;
      carried = null;
      if (exchange != null) {
        run.ended(exchange, Outcome.BROKEN, run.nowNanos());
      }
      channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      drop();
      open--;
      idle.remove(this);
      connectForTheWaiting();
    }
  }
}
