package dev.flyball.lab.database;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
}
