package dev.flyball.lab.load;

import dev.flyball.lab.load.Exchange.Outcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
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

  private final Engine engine;
  private final Bootstrap bootstrap;
  private final ChannelGroup channels;
  private final ByteBuf[] requests;
  private final int maxConnections;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ArrayDeque<Exchange> waiting = new ArrayDeque<>();
  private int open;
  private int connecting;
  private long made;

  ConnectionPool(Engine engine, EventLoop loop, LoadClient client, KindMix mix) {
    this.engine = engine;
    this.maxConnections = client.maxConnections();
    this.channels = new DefaultChannelGroup(loop);
    this.requests = requests(client.server(), mix);
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
                        .addLast(new Connection(ConnectionPool.this, channel));
                  }
                });
  }

  private static int connectMillis(LoadClient client) {
    return (int) Math.max(1, Math.min(client.timeout().toMillis(), Integer.MAX_VALUE));
  }

  /** The bytes of a request of each kind, made once. */
  private static ByteBuf[] requests(URI server, KindMix mix) {
    List<KindMix.Part> parts = mix.parts();
    ByteBuf[] requests = new ByteBuf[parts.size()];
    for (int kind = 0; kind < requests.length; kind++) {
      String text =
          "GET "
              + server.getRawPath()
              + parts.get(kind).id()
              + " HTTP/1.1\r\nHost: "
              + server.getRawAuthority()
              + "\r\n\r\n";
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      requests[kind] = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes));
    }
    return requests;
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
      send(connection, exchange);
      return;
    }
    waiting.add(exchange);
    connectForTheWaiting();
  }

  private void send(Connection connection, Exchange exchange) {
    engine.sending(exchange);
    connection.send(exchange, requests[exchange.kind()].duplicate());
  }

  private @Nullable Connection idleConnection() {
    Connection connection = idle.pollFirst();
    while (connection != null && !connection.isAlive()) {
      connection = idle.pollFirst();
    }
    return connection;
  }

  private void connectForTheWaiting() {
    int most = Math.min(MAX_CONNECTING, maxConnections - open);
    while (connecting < Math.min(waiting.size(), most)) {
      connect(() -> {});
    }
  }

  private void connect(Runnable then) {
    connecting++;
    bootstrap
        .connect()
        .addListener((ChannelFuture attempt) -> onLoop(() -> attempted(attempt, then)));
  }

  /** When not even a socket could be had, Netty tells so on another thread. */
  private void onLoop(Runnable step) {
    if (engine.loop().inEventLoop()) {
      engine.guarded(step);
    } else {
      engine.run(step);
    }
  }

  private void attempted(ChannelFuture attempt, Runnable then) {
    connecting--;
    if (attempt.isSuccess()) {
      open++;
      made++;
      channels.add(attempt.channel());
      free(attempt.channel().pipeline().get(Connection.class));
    } else {
      unconnected(attempt.cause());
    }
    connectForTheWaiting();
    then.run();
  }

  private void unconnected(Throwable cause) {
    Exchange exchange = nextWaiting();
    if (exchange != null) {
      engine.fault(cause.toString());
      engine.ended(exchange, Outcome.UNCONNECTED, engine.nowNanos());
    }
  }

  /** The connection is free before the request ends, for its client may ask again at once. */
  void responded(Connection connection, Exchange exchange, Outcome outcome, boolean keepAlive) {
    long nowNanos = engine.nowNanos();
    if (keepAlive) {
      free(connection);
    } else {
      connection.close();
    }
    engine.ended(exchange, outcome, nowNanos);
  }

  void broke(Exchange exchange, String why) {
    if (!exchange.hasEnded()) {
      engine.fault(why);
      engine.ended(exchange, Outcome.BROKEN, engine.nowNanos());
    }
  }

  void closed(Connection connection) {
    open--;
    idle.remove(connection);
    connectForTheWaiting();
  }

  private void free(Connection connection) {
    Exchange next = nextWaiting();
    if (next != null) {
      send(connection, next);
    } else {
      idle.addFirst(connection);
    }
  }

  private @Nullable Exchange nextWaiting() {
    Exchange exchange = waiting.pollFirst();
    while (exchange != null && exchange.hasEnded()) {
      exchange = waiting.pollFirst();
    }
    return exchange;
  }

  /** How many connections were made in all. */
  long made() {
    return made;
  }

  /** Closes every connection; none is made afterwards. */
  void closeAll() {
    waiting.clear();
    idle.clear();
    channels.close();
  }
}
