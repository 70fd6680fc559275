package dev.flyball.lab.database;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import dev.flyball.lab.database.RowTransactions.RowDraws;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.WriterReaderPhaser;

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
  private static final long CONNECT_PATIENCE_SECONDS = 60;
  private static final long END_PATIENCE_MILLIS = 2_000;

  private final LoadOrders orders;
  private final List<Client> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private ClientLoad(
      DatabaseServer server, Tables tables, Profile profile, int connections, long seed) {
    orders = new LoadOrders(tables, profile, connections);
    for (int i = 0; i < connections; i++) {
      Client client = new Client(server, orders, new RowDraws(Dice.stream(seed, i)));
      clients.add(client);
      threads.add(new Thread(null, client, "flyball-client-" + i, STACK_BYTES));
    }
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
    load.startAll();
    return load;
  }

  @Override
  public LoadReading reading() {
    return orders.ledger().reading(System.nanoTime());
  }

  /** Every client does the next profile from its next transaction on. */
  @Override
  public void switchTo(Profile next) {
    orders.switchTo(next);
  }

  /** What the last client to fail by anything but a lock was told; empty when none ever was. */
  public Optional<String> lastFailure() {
    return orders.lastFailure();
  }

  /** Ends the clients; an interrupt does not cut that short, and is there again afterwards. */
  @Override
  public void close() {
    orders.end();
    if (!endWithin(END_PATIENCE_MILLIS)) {
      clients.forEach(Client::abort);
      endWithin(END_PATIENCE_MILLIS);
    }
  }

  private boolean endWithin(long patienceMillis) {
    long endNanos = System.nanoTime() + patienceMillis * 1_000_000;
    boolean interrupted = Thread.interrupted();
    for (Thread thread : threads) {
      interrupted |= joinedInterrupted(thread, endNanos);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Waits for a thread's end until a moment, and a millisecond in any case. */
  private static boolean joinedInterrupted(Thread thread, long endNanos) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join(Math.max(1, (endNanos - System.nanoTime()) / 1_000_000));
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  private void startAll() {
    threads.forEach(thread -> thread.setDaemon(true));
    threads.forEach(Thread::start);
    if (!orders.allConnectedWithin(CONNECT_PATIENCE_SECONDS)) {
      close();
      throw new ServerFailedException(
          "not all clients get a connection: " + lastFailure().orElse("no answer"));
    }
    reading();
  }

  /**
   * The books of a load: what its clients did, entered by all of them at once, read by one at a
   * time.
   *
   * <p>There are two pages: one that is written to, and one that is read and wiped meanwhile.
   * Writers never wait; a reader waits for entries that were begun on the page it has turned over.
   * So each event is in one reading, whole: its count, its statements and its time.
   */
  static final class LoadLedger {

    private static final long LONGEST_NANOS = 3_600_000_000_000L;
    private static final long SHORTEST_NANOS = 1_000;
    private static final int DIGITS = 3;

    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private volatile Page written = new Page();

    /** Guarded by this, as is the field below. */
    private Page wiped = new Page();

    private long beforeNanos;

    LoadLedger(long nowNanos) {
      beforeNanos = nowNanos;
    }

    void done(long nanos, long statements) {
      long phase = phaser.writerCriticalSectionEnter();
      try {
        Page page = written;
        page.times.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
        page.transactions.increment();
        page.questions.add(statements);
        page.spentNanos.add(nanos);
      } finally {
        phaser.writerCriticalSectionExit(phase);
      }
    }

    void failed() {
      long phase = phaser.writerCriticalSectionEnter();
      try {
        written.errors.increment();
      } finally {
        phaser.writerCriticalSectionExit(phase);
      }
    }

    void lost() {
      long phase = phaser.writerCriticalSectionEnter();
      try {
        written.losses.increment();
      } finally {
        phaser.writerCriticalSectionExit(phase);
      }
    }

    synchronized LoadReading reading(long nowNanos) {
      Page page = turned();
      LoadReading reading = page.reading((nowNanos - beforeNanos) / 1e9);
      page.wipe();
      wiped = page;
      beforeNanos = nowNanos;
      return reading;
    }

    /** The page that was written to until now; no thread writes to it any more. */
    private Page turned() {
      phaser.readerLock();
      try {
        Page page = written;
        written = wiped;
        phaser.flipPhase();
        return page;
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
      final AtomicHistogram times = new AtomicHistogram(SHORTEST_NANOS, LONGEST_NANOS, DIGITS);

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

      void wipe() {
        transactions.reset();
        questions.reset();
        errors.reset();
        losses.reset();
        spentNanos.reset();
        times.reset();
      }
    }
  }
}
