package dev.flyball.dashboard.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP/1.1 server that no client can make exhaust its program: the number of connections is
 * bounded, and each is for one request.
 *
 * <p><b>A connection</b> goes through three states.
 *
 * <pre>
 * asking     the selector thread reads its request, which must be whole within the patience
 *  | whole, or refused
 * answered   a request thread writes, with a deadline for each write
 *  | done
 * leaving    the selector thread discards what still comes until the client closes: a connection
 *            closed over bytes not read would take the answer away from the client
 * </pre>
 *
 * <p>Where a connection comes that would be one too many, the one that has been asking or leaving
 * for longest is closed. So clients that ask for nothing push each other out, and a client that
 * sends its request at once is served. None is closed in its first {@value #GRACE_MILLIS} ms: until
 * one may be closed, new ones wait in the kernel, where they take no descriptor.
 *
 * <p><b>Threads.</b> The selector thread alone touches {@code waiting} and the keys. A channel is
 * in blocking mode, and the request thread's, while it is answered. Any thread may close.
 */
public final class HttpServer implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

  private static final int BACKLOG = 4096;
  private static final int TICK_MILLIS = 100;
  private static final int TICK_WHEN_FULL_MILLIS = 5;
  private static final int GRACE_MILLIS = 10;
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
  private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Accepted between two looks at the others, so that a request that is there is read first. */
  private static final int ACCEPTED_PER_ROUND = 16;

  private final ServerSocketChannel listening;
  private final InetSocketAddress address;
  private final Selector selector;
  private final SelectionKey accepting;
  private final Handler handler;
  private final RequestThreads threads;
  private final int connectionsMax;
  private final long patienceNanos;

  /** All connections. */
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  /** Those that ask or leave, longest first. */
  private final Set<Waiting> waiting = new LinkedHashSet<>();

  /** Those whose answer was written since the selector thread looked. */
  private final Queue<SocketChannel> answered = new ConcurrentLinkedQueue<>();

  private final ByteBuffer discarded = ByteBuffer.allocate(16_384);

  /** Whether a connection may wait in the kernel, since there is no room for it. */
  private boolean full;

  private volatile boolean closed;

  /** A connection that asks or leaves; one that leaves has no reader. */
  private record Waiting(SocketChannel channel, Optional<RequestReader> reader, long sinceNanos) {}

  /** Writes an answer. */
  @FunctionalInterface
  private interface Answer {
    void write(Response response) throws IOException, Refusal;
  }

  /**
   * Starts a server.
   *
   * @param at the address and port to listen at; port 0 takes any free port
   * @param connectionsMax the maximum number of connections, at least 1
   * @param patience how long a request may take to come
   * @throws IOException when the port cannot be opened
   */
  public HttpServer(
      InetSocketAddress at,
      int connectionsMax,
      Duration patience,
      RequestThreads threads,
      Handler handler)
      throws IOException {
    this.handler = handler;
    this.threads = threads;
    this.connectionsMax = connectionsMax;
    this.patienceNanos = patience.toNanos();
    this.listening = ServerSocketChannel.open();
    try {
      listening.bind(at, BACKLOG).configureBlocking(false);
      this.address = (InetSocketAddress) listening.getLocalAddress();
      this.selector = Selector.open();
    } catch (IOException e) {
      listening.close();
      throw e;
    }
    this.accepting = listening.register(selector, SelectionKey.OP_ACCEPT);
    Thread thread = new Thread(this::run, "flyball-dashboard-selector");
    thread.setDaemon(true);
    thread.start();
  }

  /** The address and port that it listens at. */
  public InetSocketAddress address() {
    return address;
  }

  /** Closes the port and all connections. */
  @Override
  public void close() {
    closed = true;
    closeQuietly(listening);
    open.forEach(HttpServer::closeQuietly);
    closeQuietly(selector); // the port is free only when no selector knows of it
  }

  // ---- The selector thread

  private void run() {
    try {
      while (!closed) {
        round();
      }
    } catch (ClosedSelectorException | CancelledKeyException e) {
      LOG.log(System.Logger.Level.DEBUG, "dashboard: its server was closed");
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "dashboard: its server ends", e);
    } finally {
      close(); // also what was accepted while another thread closed
    }
  }

  private void round() throws IOException {
    selector.select(full ? TICK_WHEN_FULL_MILLIS : TICK_MILLIS);
    List<SelectionKey> ready = List.copyOf(selector.selectedKeys());
    selector.selectedKeys().clear();
    for (SelectionKey key : ready) {
      if (key.isValid() && key.attachment() instanceof Waiting connection) {
        read(key, connection);
      }
    }
    takeAnswered();
    dropLate();
    if (full || ready.contains(accepting)) {
      full = !acceptSome();
      accepting.interestOps(full ? 0 : SelectionKey.OP_ACCEPT);
    }
  }

  private void read(SelectionKey key, Waiting connection) throws IOException {
    try {
      if (connection.reader().isEmpty()) {
        discard(connection);
        return;
      }
      Optional<Request> request = connection.reader().get().read(connection.channel());
      if (request.isPresent()) {
        hand(key, connection, response -> handler.handle(request.get(), response));
      }
    } catch (Refusal refusal) {
      hand(
          key,
          connection,
          response -> {
            throw refusal;
          });
    } catch (IOException e) {
      drop(connection);
    } catch (RuntimeException e) {
      drop(connection);
      failed(e);
    }
  }

  private void discard(Waiting connection) throws IOException {
    discarded.clear();
    if (connection.channel().read(discarded) < 0) {
      drop(connection);
    }
  }

  /** Hands a connection to a request thread. */
  private void hand(SelectionKey key, Waiting connection, Answer answer) throws IOException {
    SocketChannel channel = connection.channel();
    waiting.remove(connection);
    key.cancel();
    selector.selectNow(); // a channel that a selector knows cannot block
    try {
      channel.configureBlocking(true);
      threads.execute(() -> answer(channel, answer));
    } catch (IOException | RejectedExecutionException e) {
      forget(channel);
    }
  }

  private void takeAnswered() {
    for (SocketChannel channel = answered.poll(); channel != null; channel = answered.poll()) {
      await(channel, Optional.empty());
    }
  }

  /** Accepts what waits in the kernel; false where more may wait for which there is no room. */
  private boolean acceptSome() throws IOException {
    for (int i = 0; i < ACCEPTED_PER_ROUND; i++) {
      Optional<Waiting> leaves = open.size() < connectionsMax ? Optional.empty() : oldest();
      if (open.size() >= connectionsMax && leaves.isEmpty()) {
        return false;
      }
      SocketChannel channel;
      try {
        channel = listening.accept();
      } catch (IOException e) { // the program has no descriptor left
        return false;
      }
      if (channel == null) {
        return true;
      }
      if (leaves.isPresent()) {
        drop(leaves.get());
      }
      add(channel);
    }
    return true;
  }

  private void add(SocketChannel channel) {
    open.add(channel);
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      var client = (InetSocketAddress) channel.getRemoteAddress();
      RequestReader reader = new RequestReader(client.getAddress());
      await(channel, Optional.of(reader));
    } catch (IOException e) {
      forget(channel);
    }
  }

  private void await(SocketChannel channel, Optional<RequestReader> reader) {
    Waiting connection = new Waiting(channel, reader, System.nanoTime());
    try {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, connection);
      waiting.add(connection);
    } catch (IOException e) {
      forget(channel);
    }
  }

  private void dropLate() throws IOException {
    for (Waiting connection : List.copyOf(waiting)) {
      long limitNanos = connection.reader().isPresent() ? patienceNanos : LEAVING_NANOS;
      if (System.nanoTime() - connection.sinceNanos() > limitNanos) {
        drop(connection);
      }
    }
  }

  /** The connection that has waited longest, if it has waited long enough to be closed. */
  private Optional<Waiting> oldest() {
    return waiting.stream()
        .findFirst()
        .filter(it -> System.nanoTime() - it.sinceNanos() > GRACE_NANOS);
  }

  private void drop(Waiting connection) throws IOException {
    waiting.remove(connection);
    forget(connection.channel());
    selector.selectNow(); // gives its descriptor back
  }

  private void forget(SocketChannel channel) {
    closeQuietly(channel);
    open.remove(channel);
  }

  // ---- The request threads

  private void answer(SocketChannel channel, Answer answer) {
    try {
      Response response = new Response(channel);
      try {
        answer.write(response);
      } catch (Refusal e) {
        response.line(e.status(), e.why());
      }
      channel.shutdownOutput();
      answered.add(channel);
      selector.wakeup();
    } catch (IOException e) {
      forget(channel); // the client is gone, or too slow
    } catch (RuntimeException | Error e) {
      forget(channel);
      failed(e);
    }
  }

  private static void failed(Throwable e) {
    LOG.log(System.Logger.Level.WARNING, "dashboard: a request failed", e);
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.log(System.Logger.Level.DEBUG, "dashboard: could not be closed", e);
    }
  }
}
