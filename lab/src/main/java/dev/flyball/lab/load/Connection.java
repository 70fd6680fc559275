package dev.flyball.lab.load;

import dev.flyball.lab.load.Exchange.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * One kept-alive connection, which carries one request at a time. For the event loop thread only.
 *
 * <p>It is idle (no exchange), carrying (an exchange is set), or dead (the channel is closed).
 * Bodies are thrown away as they come; the response ends with its last byte.
 */
final class Connection extends ChannelInboundHandlerAdapter {

  private final ConnectionPool pool;
  private final Channel channel;
  private @Nullable Exchange carried;
  private int status;
  private boolean keepAlive;

  Connection(ConnectionPool pool, Channel channel) {
    this.pool = pool;
    this.channel = channel;
  }

  boolean isAlive() {
    return channel.isActive();
  }

  void send(Exchange exchange, ByteBuf request) {
    carried = exchange;
    status = 0;
    keepAlive = false;
    exchange.sentOn(this);
    channel.writeAndFlush(request, channel.voidPromise());
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
      drop("the response was not HTTP: " + part.decoderResult().cause());
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

  private void responded() {
    Exchange exchange = carried;
    carried = null;
    if (exchange == null) {
      drop("a response came that nobody had asked for");
      return;
    }
    pool.responded(this, exchange, Outcome.of(status), keepAlive);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    drop(cause.toString());
  }

  private void drop(String why) {
    Exchange exchange = carried;
    carried = null;
    if (exchange != null) {
      pool.broke(exchange, why);
    }
    channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    drop("the connection was closed before the response was whole");
    pool.closed(this);
  }
}
