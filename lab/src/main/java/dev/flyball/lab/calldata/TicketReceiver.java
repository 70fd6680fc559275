package dev.flyball.lab.calldata;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The entrance for tickets: listens on this machine, cuts the incoming bytes into messages, and
 * hands them on.
 *
 * <p><b>Back-pressure.</b> While the taker accepts no message, nothing more is read; the buffers of
 * both ends fill, and the sender has to wait. Nothing is ever thrown away here.
 *
 * <p><b>Threads.</b> One accepts, one for each connection reads. A connection with bytes that
 * cannot be a message is closed, see {@link #failures}; the others go on.
 */
final class TicketReceiver implements AutoCloseable {

  private static final int BUFFER_BYTES = 16 * 1024;

  /**
   * Of each end of a connection; some hundred tickets. What the machine would give of itself holds
   * tens of thousands, and the sender would feel for a long time that all is well.
   */
  static final int SOCKET_BUFFER_BYTES = 32 * 1024;

  private static final int WAITING_CONNECTIONS = 16;

  /** A consumer of messages, which blocks the caller while it can accept none. */
  @FunctionalInterface
  interface Taker {
    void take(byte[] frame) throws InterruptedException;
  }

  private final ServerSocket server;
  private final Taker taker;
  private final List<Socket> connections = new ArrayList<>(); // guarded by this, as is all below
  private final List<Thread> readers = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private int ended;
  private boolean closed;

  private TicketReceiver(ServerSocket server, Taker taker) {
    this.server = server;
    this.taker = taker;
  }

  static TicketReceiver start(Taker taker) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), WAITING_CONNECTIONS);
    TicketReceiver receiver = new TicketReceiver(server, taker);
    daemon(receiver::accept, "flyball-receiver");
    return receiver;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        begin(server.accept());
      }
    } catch (IOException e) {
      fail("nothing more is accepted: " + e.getMessage());
    }
  }

  private synchronized void begin(Socket connection) throws IOException {
    if (closed) {
      connection.close();
      return;
    }
    connections.add(connection);
    readers.add(daemon(() -> read(connection), "flyball-receiver-" + connections.size()));
  }

  private void read(Socket connection) {
    try (Socket from = connection;
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(from.getInputStream(), BUFFER_BYTES))) {
      Optional<byte[]> frame = CallTicket.nextFrame(in);
      while (frame.isPresent()) {
        taker.take(frame.get());
        frame = CallTicket.nextFrame(in);
      }
    } catch (IOException | RejectedExecutionException e) {
      fail(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      fail("interrupted");
    } finally {
      ended();
    }
  }

  private synchronized void fail(String why) {
    if (!closed) {
      failures.add(why);
    }
  }

  private synchronized void ended() {
    ended++;
    notifyAll();
  }

  /** Waits until so many connections have ended, all they sent taken; false when not in time. */
  synchronized boolean awaitEnded(int count, Duration timeout) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    long leftNanos = timeout.toNanos();
    while (ended < count && leftNanos > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
      leftNanos = deadlineNanos - System.nanoTime();
    }
    return ended >= count;
  }

  /** What went wrong with connections. */
  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** Stops accepting and reading; a thread that waits for the taker is interrupted. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    notifyAll();
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
    readers.forEach(Thread::interrupt);
  }
}
