package dev.flyball.lab.database;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import dev.flyball.lab.database.RowTransactions.RowDraws;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.WriterReaderPhaser;
import org.jspecify.annotations.Nullable;

/**
 * Our own clients of a database: a thread and a connection each, in a closed loop.
 *
 * <p>They are made to take little of the machine that they share with the server: a thread per
 * client blocks on its socket, statements are prepared once, rows are not looked at. A client whose
 * connection breaks tries to get a new one every tenth of a second, for as long as the load lasts,
 * so the load survives the server's death. Every client draws its values from a stream of its own
 * of one seed.
 */
public final class ClientLoad implements DatabaseLoad {

  private static final long STACK_BYTES = 256 * 1024;
  private static final long CONNECT_PATIENCE_MILLIS = 60_000;
  private static final long END_PATIENCE_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 100;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;

  private static final String CONNECTION_OPTIONS =
      "?useServerPrepStmts=true&cachePrepStmts=false&sslMode=disable"
          + "&connectTimeout=5000&socketTimeout=60000&socketFactory="
          + AbortableSockets.class.getName();

  private final DatabaseServer server;
  private final RowTransactions onRows;
  private final OrderTransactions onOrders;
  private final LoadLedger ledger = new LoadLedger(System.nanoTime());
  private final CountDownLatch unconnected;
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Client> clients;
  private volatile Transaction transaction;
  private volatile @Nullable String lastFailure;

  private ClientLoad(
      DatabaseServer server, Tables tables, Profile profile, int connections, long seed) {
    this.server = server;
    onRows = new RowTransactions(tables);
    onOrders = new OrderTransactions(tables.tables());
    unconnected = new CountDownLatch(connections);
    transaction = transaction(profile);
    clients =
        IntStream.range(0, connections).mapToObj(i -> new Client(i, Dice.stream(seed, i))).toList();
  }

  /**
   * Starts the clients, and returns when all are connected; the first reading begins there.
   *
   * @param tables the data as it was {@linkplain Tables#create made}, with what {@code profile}
   *     needs, and every profile that will be switched to
   * @param connections how many clients there are
   * @throws ServerFailedException when they do not all get a connection
   */
  public static ClientLoad start(
      DatabaseServer server, Tables tables, Profile profile, int connections, long seed) {
    Require.between("connections", 1, 100_000, connections);
    ClientLoad load = new ClientLoad(server, tables, profile, connections, seed);
    load.clients.forEach(Thread::start);
    if (!happens(load.unconnected, CONNECT_PATIENCE_MILLIS)) {
      load.close();
      throw new ServerFailedException(
          "not all clients get a connection: " + load.lastFailure().orElse("no answer"));
    }
    load.reading();
    return load;
  }

  @Override
  public LoadReading reading() {
    return ledger.reading(System.nanoTime());
  }

  /** Every client does the next profile from its next transaction on. */
  @Override
  public void switchTo(Profile next) {
    transaction = transaction(next);
  }

  /** What the last client to fail by anything but a lock was told; empty when none ever was. */
  public Optional<String> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /** Ends the clients; an interrupt does not cut that short, and is there again afterwards. */
  @Override
  public void close() {
    end.countDown();
    if (!endWithin(END_PATIENCE_MILLIS)) {
      clients.forEach(Client::abort);
      endWithin(END_PATIENCE_MILLIS);
    }
  }

  private boolean endWithin(long patienceMillis) {
    CompletableFuture.allOf(
            clients.stream().map(client -> client.ended).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, patienceMillis, TimeUnit.MILLISECONDS)
        .join();
    return clients.stream().allMatch(client -> client.ended.isDone());
  }

  private boolean goesOn() {
    return end.getCount() > 0;
  }

  private static boolean happens(CountDownLatch event, long patienceMillis) {
    try {
      return event.await(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Transaction transaction(Profile profile) {
    return switch (profile) {
      case POINT_SELECT -> onRows::pointSelect;
      case READ_ONLY -> onRows::readOnly;
      case READ_WRITE -> onRows::readWrite;
      case UPDATE -> onRows::update;
      case HOT_UPDATE -> onRows::hotUpdate;
      case NEW_ORDER -> onOrders::any;
      case TPC_C -> throw new ServerFailedException("our own clients do not do TPC_C; go-tpc does");
    };
  }

  /** One thing a client does from begin to end, with values of its own each time. */
  private interface Transaction {

    /** Runs it; on an exception it has not happened, once the session is rolled back. */
    void run(Session session) throws SQLException;
  }

  /**
   * One client of a database: one transaction after the other on a connection of its own, until the
   * load ends.
   *
   * <p>States: without a connection (it tries to get one, ten times a second); between
   * transactions; in a transaction, which a deadlock or a lock that does not come may undo, then it
   * is tried anew with other values; any other failure costs the connection.
   */
  private final class Client extends Thread {

    final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final RowDraws draws;
    private boolean everConnected;
    private volatile @Nullable Socket socket;

    Client(int number, Dice dice) {
      super(null, null, "flyball-client-" + number, STACK_BYTES);
      setDaemon(true);
      draws = new RowDraws(dice);
    }

    @Override
    public void run() {
      try {
        while (goesOn()) {
          runOnAConnection();
        }
      } finally {
        ended.complete(null);
      }
    }

    private void runOnAConnection() {
      try (Connection connection =
          DriverManager.getConnection(
              server.url() + CONNECTION_OPTIONS, server.user(), server.password())) {
        if (!everConnected) {
          everConnected = true;
          unconnected.countDown();
        }
        Session session = new Session(connection, draws);
        while (goesOn()) {
          run(transaction, session);
        }
      } catch (SQLException e) {
        if (goesOn()) {
          ledger.lost();
          lastFailure = e.getMessage();
          happens(end, PAUSE_MILLIS);
        }
      }
    }

    /** Tries a transaction until it is done, or the load ends. */
    private void run(Transaction next, Session session) throws SQLException {
      long startNanos = System.nanoTime();
      long questionsBefore = session.questions();
      while (goesOn()) {
        try {
          next.run(session);
          ledger.done(System.nanoTime() - startNanos, session.questions() - questionsBefore);
          return;
        } catch (SQLException e) {
          if (e.getErrorCode() != DEADLOCK && e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
            throw e;
          }
          ledger.failed();
          session.say("ROLLBACK");
        }
      }
    }

    /** Ends the connection under a client that waits for an answer that does not come. */
    void abort() {
      Socket open = socket;
      if (open != null) {
        try {
          open.close();
        } catch (IOException e) {
          // It is no connection any more, which is what was wanted.
        }
      }
    }
  }

  /**
   * The sockets of the clients' connections, each made known to the client it belongs to, so that a
   * client that waits for an answer of a frozen server can be ended.
   *
   * <p>The database's driver cannot do that: it ends a busy connection by a word to the server over
   * another one. It makes this class by its name, hence it is public and knows its client by the
   * thread that asks for a socket.
   */
  public static final class AbortableSockets extends SocketFactory {

    @Override
    public Socket createSocket() {
      Socket socket = new Socket();
      if (Thread.currentThread() instanceof Client client) {
        client.socket = socket;
      }
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new UnknownHostException("connecting is left to the driver: " + host);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort)
        throws IOException {
      return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return createSocket(host.toString(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
        throws IOException {
      return createSocket(host.toString(), port);
    }
  }

  /**
   * The books of a load: what its clients did, entered by all of them at once, read by one at a
   * time.
   *
   * <p>A reading turns to a new page. Writers never wait; a reader waits for entries that were
   * begun on the page before. So each event is in one reading, whole: its count, its statements and
   * its time.
   */
  static final class LoadLedger {

    private static final long LONGEST_NANOS = 3_600_000_000_000L;

    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private volatile Page written = new Page();

    /** Guarded by this. */
    private long beforeNanos;

    LoadLedger(long nowNanos) {
      beforeNanos = nowNanos;
    }

    void done(long nanos, long statements) {
      enter(page -> {
        page.times.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
        page.transactions.increment();
        page.questions.add(statements);
        page.spentNanos.add(nanos);
      });
    }

    void failed() {
      enter(page -> page.errors.increment());
    }

    void lost() {
      enter(page -> page.losses.increment());
    }

    private void enter(Consumer<Page> event) {
      long phase = phaser.writerCriticalSectionEnter();
      try {
        event.accept(written);
      } finally {
        phaser.writerCriticalSectionExit(phase);
      }
    }

    synchronized LoadReading reading(long nowNanos) {
      double seconds = (nowNanos - beforeNanos) / 1e9;
      beforeNanos = nowNanos;
      phaser.readerLock();
      try {
        Page page = written;
        written = new Page();
        phaser.flipPhase();
        return page.reading(seconds);
      } finally {
        phaser.readerUnlock();
      }
    }

    private static final class Page {

      final LongAdder transactions = new LongAdder();
      final LongAdder questions = new LongAdder();
      final LongAdder errors = new LongAdder();
      final LongAdder losses = new LongAdder();
      final LongAdder spentNanos = new LongAdder();
      final AtomicHistogram times = new AtomicHistogram(1_000, LONGEST_NANOS, 3);

      LoadReading reading(double seconds) {
        long done = transactions.sum();
        boolean any = done > 0;
        return new LoadReading(
            seconds,
            done,
            questions.sum(),
            errors.sum(),
            losses.sum(),
            any ? OptionalDouble.of((double) spentNanos.sum() / done) : OptionalDouble.empty(),
            any ? OptionalLong.of(times.getValueAtPercentile(50)) : OptionalLong.empty(),
            any ? OptionalLong.of(times.getValueAtPercentile(95)) : OptionalLong.empty());
      }
    }
  }
}
