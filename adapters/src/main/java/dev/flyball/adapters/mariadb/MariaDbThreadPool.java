package dev.flyball.adapters.mariadb;

import dev.flyball.base.Require;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Observation;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The thread pool of a running MariaDB server or Percona Server, governed from outside through SQL:
 * its workers are the server's thread groups ({@code thread_pool_size}).
 *
 * <p>A window costs the server one statement of one or two milliseconds, two on Percona Server.
 * Thread groups take connections over at their next statement, so a new size works at once.
 *
 * <p><b>When the server cannot be reached.</b> Observing and resizing throw {@link
 * ServerLostException}, so a governor holds the size and counts the failure. The server is tried
 * again after 1, 2, 4, ... 30 s, and in between both methods throw at once. The call that finds the
 * server again throws once more, since a window never covers an absence; from the next call on
 * there are windows. Only the governor writes. The next observation reports the size that the
 * server then has, and the policy goes on from there. A server that was restarted has its
 * configured size. That size, not the one found before, is then restored at the end.
 *
 * <p><b>Privileges.</b> Reading needs none. Writing needs CONNECTION ADMIN on MariaDB,
 * SYSTEM_VARIABLES_ADMIN on Percona Server.
 *
 * <p><b>Threads.</b> Any thread may call any method. One monitor guards the connection. It is held
 * during each statement, never longer than the timeouts of a connection and of four statements,
 * except for {@link #leave leaving}, which takes its patience besides.
 */
public final class MariaDbThreadPool implements Resizable, AutoCloseable {

  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);
  private static final long RETRY_MILLIS = 500;

  private final ServerAccess access;
  private final Objective objective;
  private final Duration timeout;
  private volatile ServerFacts facts;
  private volatile boolean adviseOnly;

  // Guarded by this.
  private Optional<ControlConnection> connection;
  private Optional<Absence> absence = Optional.empty();
  private Snapshot last;
  private String account;
  private String privilege;
  private boolean closed;

  /** The knobs that were moved, or may have been; the others are never written to. */
  private final Set<Knob> moved = EnumSet.noneOf(Knob.class);

  private MariaDbThreadPool(
      ServerAccess access, Objective objective, Duration timeout, Contact first) {
    this.access = access;
    this.objective = objective;
    this.timeout = timeout;
    this.connection = Optional.of(first.connection());
    this.last = first.snapshot();
    this.account = first.server().account();
    this.privilege = first.connection().dialect().privilege();
    this.facts =
        new ServerFacts(
            first.connection().dialect().make(),
            first.server().version(),
            first.cores(access),
            first.snapshot().values());
  }

  /**
   * Connects to a server and takes the beginning of the first window.
   *
   * @throws ServerRefusedException when it cannot be reached or governed; names the remedy
   */
  public static MariaDbThreadPool connect(ServerAccess access, Objective objective) {
    return connect(access, objective, USUAL_TIMEOUT);
  }

  /**
   * As {@link #connect(ServerAccess, Objective)}, but waits at most {@code timeout}, at least a
   * millisecond, for each answer of the server.
   */
  public static MariaDbThreadPool connect(
      ServerAccess access, Objective objective, Duration timeout) {
    Require.countAtLeast("timeout in milliseconds", 1, timeout.toMillis());
    ControlConnection made;
    try {
      made = ControlConnection.open(access, timeout);
    } catch (SQLException e) {
      throw Refusal.atConnecting(access, e);
    }
    try {
      return new MariaDbThreadPool(access, objective, timeout, Contact.over(made));
    } catch (SQLException e) {
      throw Refusal.afterConnecting(access, e);
    }
  }

  /** The server's own description at the start, or at its last restart. */
  public ServerFacts facts() {
    return facts;
  }

  /** While on, nothing is ever written to the server, and a method that would write throws. */
  public void adviseOnly(boolean on) {
    adviseOnly = on;
  }

  /**
   * Checks that the account may set a knob, without writing anything.
   *
   * @throws ServerRefusedException when it may not; says which privilege is missing
   */
  public synchronized void checkPrivilege(Knob knob) {
    ControlConnection server = reached();
    try {
      server.trySetting(knob);
    } catch (SQLException e) {
      throw failed(knob, e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The processors of the host are those of {@link ServerFacts#cores()}; where they are not
   * known, the number of thread groups at the start stands for them, whose default they are.
   *
   * @throws ServerLostException when there is no window to show, because the server cannot be
   *     reached or has just come back
   */
  @Override
  public Observation observe() {
    return observe(Knob.SIZE);
  }

  @Override
  public void resize(int workers) {
    resize(Knob.SIZE, workers);
  }

  /**
   * Another variable of the pool as a target of its own: the same observations with another number
   * of workers. The windows of all knobs are the same ones, so only one may be governed at a time.
   */
  public Resizable knob(Knob knob) {
    return new Resizable() {
      @Override
      public Observation observe() {
        return MariaDbThreadPool.this.observe(knob);
      }

      @Override
      public void resize(int workers) {
        MariaDbThreadPool.this.resize(knob, workers);
      }
    };
  }

  private synchronized Observation observe(Knob knob) {
    ControlConnection server = reached();
    Snapshot now;
    try {
      now = server.snapshot();
    } catch (SQLException e) {
      throw lost(e);
    }
    Snapshot before = last;
    last = now;
    if (now.beganAnewSince(before)) {
      throw new ServerLostException(
          "the server's counters began anew (it runs for "
              + now.uptimeSeconds()
              + " s), measuring anew");
    }
    return new SnapshotWindow(before, now).observation(objective, knob, coresOrSize());
  }

  private int coresOrSize() {
    return facts.cores().orElseGet(facts::size);
  }

  private synchronized void resize(Knob knob, int workers) {
    write(knob, knob.valueOf(workers));
  }

  /**
   * Writes a value. The knob counts as moved even before the answer arrives, since a change without
   * an answer may have been made all the same, or may still be made when a hung server goes on.
   */
  private void write(Knob knob, long value) {
    if (adviseOnly) {
      throw new IllegalStateException(
          "nothing may be written in advise-only mode, but " + ControlConnection.sql(knob, value));
    }
    ControlConnection server = reached();
    boolean first = moved.add(knob);
    try {
      server.set(knob, value);
    } catch (SQLException e) {
      if (first && Refusal.isPrivilegeMissing(e)) {
        moved.remove(knob);
      }
      throw failed(knob, e);
    }
  }

  private RuntimeException failed(Knob knob, SQLException e) {
    if (!Refusal.isPrivilegeMissing(e)) {
      return lost(e);
    }
    return Refusal.atWriting(knob, account, privilege, e);
  }

  /** The connection; where there is none, tries for one when the time for it has come. */
  private ControlConnection reached() {
    if (closed) {
      throw new IllegalStateException("the connection to " + access.shownUrl() + " is closed");
    }
    if (absence.isPresent()) {
      comeBack(absence.get(), System.nanoTime());
    }
    return connection.orElseThrow();
  }

  /** Always throws: even a server that is reached again has no window to show yet. */
  private void comeBack(Absence away, long nowNanos) {
    if (away.leftNanos(nowNanos) > 0) {
      throw new ServerLostException(gone(away, nowNanos));
    }
    Contact back;
    try {
      back = Contact.over(ControlConnection.open(access, timeout));
    } catch (SQLException | ServerRefusedException e) {
      Absence longer = away.triedInVain(System.nanoTime(), said(e));
      absence = Optional.of(longer);
      throw new ServerLostException(gone(longer, System.nanoTime()), e);
    }
    take(back);
    throw new ServerLostException(
        "connected to "
            + access.shownUrl()
            + " again after "
            + away.seconds(System.nanoTime())
            + " s, the server runs for "
            + back.snapshot().uptimeSeconds()
            + " s and its thread_pool_size is "
            + back.snapshot().value(Knob.SIZE)
            + ", measuring anew");
  }

  /**
   * Continues with a new connection. A variable that has not been set since the server started
   * still has its initial value, so that is the value to restore.
   */
  private void take(Contact back) {
    connection = Optional.of(back.connection());
    absence = Optional.empty();
    last = back.snapshot();
    account = back.server().account();
    privilege = back.connection().dialect().privilege();
    Map<Knob, Long> found = new EnumMap<>(facts.values());
    for (Knob knob : Knob.values()) {
      if (!back.wasSetWhileRunning(knob)) {
        found.put(knob, back.snapshot().value(knob));
      }
    }
    facts =
        new ServerFacts(
            back.connection().dialect().make(), back.server().version(), facts.cores(), found);
  }

  private ServerLostException lost(SQLException e) {
    connection.ifPresent(ControlConnection::drop);
    connection = Optional.empty();
    Absence begun = Absence.begins(System.nanoTime(), said(e));
    absence = Optional.of(begun);
    return new ServerLostException(gone(begun, System.nanoTime()), e);
  }

  private String gone(Absence away, long nowNanos) {
    long left = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(away.leftNanos(nowNanos) + 999_999_999));
    return "no connection to "
        + access.shownUrl()
        + " for "
        + away.seconds(nowNanos)
        + " s ("
        + away.cause()
        + "), next try in "
        + left
        + " s";
  }

  private static String said(Exception e) {
    return e instanceof SQLException sql ? Refusal.said(sql) : String.valueOf(e.getMessage());
  }

  /**
   * Restores the value found at the start, or at the server's last restart, of every knob that was
   * moved; a variable that has that value already is left alone. Writes nothing in advise-only
   * mode.
   *
   * @param patience how long to try while the server cannot be reached
   */
  public Restored restore(Duration patience) {
    return adviseOnly ? new Restored(List.of(), List.of(), "") : leave(Map.of(), patience);
  }

  /**
   * Leaves the given settings on the server, and restores every other knob.
   *
   * @param kept the workers of the knobs that are not to be restored
   * @param patience how long to try while the server cannot be reached
   */
  public synchronized Restored leave(Map<Knob, Integer> kept, Duration patience) {
    if (moved.isEmpty() && kept.isEmpty()) {
      return new Restored(List.of(), List.of(), "");
    }
    long endNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return leaveOnce(kept);
      } catch (ServerLostException | ServerRefusedException e) {
        boolean again = e instanceof ServerLostException && isReachable(endNanos);
        if (!again) {
          return new Restored(List.of(), sql(wanted(kept)), String.valueOf(e.getMessage()));
        }
      }
    }
  }

  /** Whether the server is there again, however late it is, or can be tried once more in time. */
  private boolean isReachable(long endNanos) {
    if (connection.isPresent()) {
      return true;
    }
    boolean again = endNanos > System.nanoTime() && pause();
    absence =
        absence.map(away -> new Absence(away.sinceNanos(), 0, System.nanoTime(), away.cause()));
    return again;
  }

  private Restored leaveOnce(Map<Knob, Integer> kept) {
    Map<Knob, Long> now;
    try {
      now = reached().snapshot().values();
    } catch (SQLException e) {
      throw lost(e);
    }
    Map<Knob, Long> changed = wanted(kept);
    changed.entrySet().removeIf(entry -> entry.getValue().equals(now.get(entry.getKey())));
    changed.forEach(this::write);
    return new Restored(sql(changed), List.of(), "");
  }

  private Map<Knob, Long> wanted(Map<Knob, Integer> kept) {
    Map<Knob, Long> wanted = new EnumMap<>(facts.values());
    wanted.keySet().retainAll(moved);
    kept.forEach((knob, workers) -> wanted.put(knob, knob.valueOf(workers)));
    return wanted;
  }

  private static List<String> sql(Map<Knob, Long> values) {
    List<String> statements = new ArrayList<>();
    values.forEach((knob, value) -> statements.add(ControlConnection.sql(knob, value)));
    return statements;
  }

  /** Waits a little, without letting go of the monitor; whether it could. */
  private static boolean pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Closes the connection; the server's settings stay as they are. */
  @Override
  public synchronized void close() {
    closed = true;
    connection.ifPresent(ControlConnection::close);
  }
}
