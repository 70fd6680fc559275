package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.Pipeline;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/**
 * The entrance for tickets: listens on this machine, cuts the bytes of the one connection that
 * comes into messages, and hands them to a pipeline.
 *
 * <p><b>Back-pressure.</b> While the pipeline has no room, nothing more is read; the buffers of
 * both ends fill, and the sender has to wait. Nothing is ever thrown away here.
 *
 * <p><b>Threads.</b> One of its own accepts and reads. A connection with bytes that cannot be a
 * message is closed, see {@link #failure}.
 */
final class TicketReceiver implements AutoCloseable {

  private static final int BUFFER_BYTES = 16 * 1024;

  /**
   * Of each end of a connection; some hundred tickets. What the machine would give of itself holds
   * tens of thousands, and the sender would feel for a long time that all is well.
   */
  static final int SOCKET_BUFFER_BYTES = 32 * 1024;

  private final ServerSocketChannel door;
  private final Pipeline<byte[]> pipeline;
  private final Thread thread = new Thread(this::receive, "flyball-receiver");
  private volatile String failure = "";

  TicketReceiver(Pipeline<byte[]> pipeline) {
    this.pipeline = pipeline;
    try {
      door =
          ServerSocketChannel.open()
              .setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES)
              .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException("tickets cannot be taken in", e);
    }
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return door.socket().getLocalPort();
  }

  private void receive() {
    try (door;
        SocketChannel from = door.accept();
        DataInputStream in =
            new DataInputStream(
                new BufferedInputStream(Channels.newInputStream(from), BUFFER_BYTES))) {
      Optional<byte[]> frame = CallTicket.nextFrame(in);
      while (frame.isPresent()) {
        pipeline.put(frame.get());
        frame = CallTicket.nextFrame(in);
      }
    } catch (IOException | RejectedExecutionException | InterruptedException e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  /** Waits until the connection has ended, all it sent taken; false when not in time. */
  boolean awaitEnd(Duration timeout) throws InterruptedException {
    thread.join(timeout.toMillis());
    return !thread.isAlive();
  }

  /** What went wrong with the connection; empty when nothing did. */
  String failure() {
    return failure;
  }

  /** Stops accepting and reading at once, as interrupted channels do. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
