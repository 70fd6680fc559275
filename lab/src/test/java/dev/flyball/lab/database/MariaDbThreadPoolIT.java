package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.adapters.mariadb.Knob;
import dev.flyball.adapters.mariadb.MariaDbSignals;
import dev.flyball.adapters.mariadb.MariaDbThreadPool;
import dev.flyball.adapters.mariadb.Objective;
import dev.flyball.adapters.mariadb.Restored;
import dev.flyball.adapters.mariadb.ServerAccess;
import dev.flyball.adapters.mariadb.ServerLostException;
import dev.flyball.adapters.mariadb.ServerRefusedException;
import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import dev.flyball.lab.database.ServerSettings.ThreadHandling;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The adapter on a real server, and what can happen to that in the middle of being governed. */
@Timeout(300)
@Tag("slow")
class MariaDbThreadPoolIT {

  private static final Tables TABLES = new Tables(1, 1_000);

  /** For a server that is alive, however busy the machine is. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** For a server that is about to be away. */
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(2);

  /** How long a server is away at least: longer than any look at it takes. */
  private static final Duration AWAY = Duration.ofSeconds(8);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration AWAITED = Duration.ofSeconds(60);
  private static final String GOVERNOR = "tuner";
  private static final String READER = "reader";
  private static final int SIZE = 3;
  private static final int MOVED = 9;

  private static DatabaseServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = DatabaseServer.start(ServerSettings.usual().withThreadPoolSize(SIZE), said -> {});
    TABLES.create(server, EnumSet.of(Profile.UPDATE), said -> {});
    account(READER);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void asItWas() throws SQLException {
    account(GOVERNOR);
    run("GRANT CONNECTION ADMIN ON *.* TO '" + GOVERNOR + "'@'127.0.0.1'");
    server.set("thread_pool_size", SIZE);
    server.set("thread_pool_oversubscribe", 3);
    server.set("thread_pool_stall_limit", 500);
  }

  private static void account(String name) throws SQLException {
    run("CREATE OR REPLACE USER '" + name + "'@'127.0.0.1' IDENTIFIED BY 'p-" + name + "'");
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** No database in it: an account that governs needs none. */
  private static String url() {
    return "jdbc:mariadb://127.0.0.1:" + server.port() + "/";
  }

  private static ServerAccess access(String name) {
    return new ServerAccess(url(), name, "p-" + name);
  }

  private static MariaDbThreadPool connect(String name, Objective objective) {
    return MariaDbThreadPool.connect(access(name), objective, TIMEOUT);
  }

  private static MariaDbThreadPool connectForALoss() {
    return MariaDbThreadPool.connect(access(GOVERNOR), Objective.QUESTIONS, SHORT_TIMEOUT);
  }

  private static String size() {
    return server.variable("thread_pool_size");
  }

  private static ClientLoad load(int clients) {
    return ClientLoad.start(server, TABLES, Profile.UPDATE, clients, 1);
  }

  private static void await(BooleanSupplier condition) {
    long endNanos = System.nanoTime() + AWAITED.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("what is waited for").isLessThan(endNanos);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  /** A governor that wants another size than there is, stepped by a thread of its own. */
  private static Governor moving(MariaDbThreadPool pool) {
    return Governor.of("server", pool, Policies.parse("fixed(workers=" + MOVED + ")"))
        .period(Duration.ofMillis(100))
        .build()
        .start();
  }

  private static boolean failed(Governor governor) {
    return governor.targetFailures() > 0;
  }

  /** A window seen after the last failure. */
  private static boolean sees(Governor governor) {
    List<Decision> decisions = governor.journal().decisions(); // it grows meanwhile
    return decisions.get(decisions.size() - 1).cause() == Cause.POLICY;
  }

  @Test
  void seesTheLoadAndCountsWhatClientsDid() {
    try (MariaDbThreadPool pool = connect(READER, Objective.QUESTIONS);
        ClientLoad load = load(24)) {
      load.reading();
      pool.observe();
      LoadReading before = load.reading();
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      LoadReading between = load.reading();
      Observation seen = pool.observe();
      LoadReading after = load.reading();
      // A client has one statement under way at most, which the server may have counted already.
      long inner = between.questions();
      long outer = before.questions() + inner + after.questions();
      long errors = before.errors() + between.errors() + after.errors();
      assertThat(inner).isPositive();
      assertThat(seen.flow().completed()).isBetween(inner - 24, outer + errors + 24);
      assertThat(seen.size().workersTarget()).isEqualTo(SIZE);
      await(() -> pool.observe().size().busyMean() > 0);
      assertThat(seen.host().cores()).isGreaterThanOrEqualTo(1);
      assertThat(seen.signals())
          .containsKeys(
              MariaDbSignals.RUNNING,
              MariaDbSignals.STALLS_PER_SECOND,
              "groupCommitWaitsPerSecond",
              "rowLockWaitsPerSecond");
      assertThat(seen.signals().get(Signals.CONNECTIONS)).isBetween(24.0, 30.0);
    }
  }

  @Test
  void anIdleServerHasDoneNothing() {
    try (MariaDbThreadPool pool = connect(READER, Objective.QUESTIONS)) {
      for (int i = 0; i < 5; i++) {
        Observation seen = pool.observe();
        assertThat(seen.flow().completed()).isZero();
        assertThat(seen.size().busyMean()).isZero();
        assertThat(seen.size().queuedAtEnd()).isZero();
      }
    }
  }

  @Test
  void countsExplicitCommits() throws SQLException {
    try (MariaDbThreadPool pool = connect(READER, Objective.COMMITS)) {
      run("SELECT 1");
      assertThat(pool.observe().flow().completed()).isZero();
      run("COMMIT");
      assertThat(pool.observe().flow().completed()).isEqualTo(1);
    }
  }

  @Test
  void movesEveryKnobAndPutsBackWhatItMoved() {
    try (MariaDbThreadPool pool = connect(GOVERNOR, Objective.QUESTIONS)) {
      pool.resize(MOVED);
      pool.knob(Knob.OVERSUBSCRIBE).resize(7);
      pool.knob(Knob.STALL_LIMIT).resize(6);
      assertThat(pool.observe().size().workersTarget()).isEqualTo(MOVED);
      assertThat(pool.knob(Knob.OVERSUBSCRIBE).observe().size().workersTarget()).isEqualTo(7);
      assertThat(server.variable("thread_pool_stall_limit")).isEqualTo("60");
      Restored restored = pool.restore(PATIENCE);
      assertThat(restored.complete()).isTrue();
      assertThat(restored.done())
          .containsExactly(
              "SET GLOBAL thread_pool_size = " + SIZE,
              "SET GLOBAL thread_pool_oversubscribe = 3",
              "SET GLOBAL thread_pool_stall_limit = 500");
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  @Test
  void leavesBehindWhatIsToBeKept() {
    try (MariaDbThreadPool pool = connect(GOVERNOR, Objective.QUESTIONS)) {
      pool.resize(MOVED);
      pool.knob(Knob.OVERSUBSCRIBE).resize(7);
      assertThat(pool.leave(Map.of(Knob.SIZE, 5), PATIENCE).complete()).isTrue();
      assertThat(size()).isEqualTo("5");
      assertThat(server.variable("thread_pool_oversubscribe")).isEqualTo("3");
    }
  }

  @Test
  void aChangeBySomebodyElseIsSeen() {
    try (MariaDbThreadPool pool = connect(READER, Objective.QUESTIONS)) {
      server.set("thread_pool_size", 6);
      assertThat(pool.observe().size().workersTarget()).isEqualTo(6);
    }
  }

  @Test
  void readingNeedsNoPrivilegeAndWritingSaysWhichOne() {
    try (MariaDbThreadPool pool = connect(READER, Objective.QUESTIONS)) {
      pool.observe();
      assertThatThrownBy(() -> pool.checkPrivilege(Knob.SIZE))
          .isInstanceOf(ServerRefusedException.class)
          .hasMessageContaining("thread_pool_size")
          .hasMessageContaining("GRANT CONNECTION ADMIN ON *.* TO 'reader'@'127.0.0.1'");
      assertThatThrownBy(() -> pool.resize(5)).isInstanceOf(ServerRefusedException.class);
      pool.observe();
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  @Test
  void checkingThePrivilegeWritesNothing() throws SQLException {
    server.kill(); // or the variables would be known as set while it runs, by this test
    server.restart();
    String before = origins();
    try (MariaDbThreadPool pool = connect(GOVERNOR, Objective.QUESTIONS)) {
      for (Knob knob : Knob.values()) {
        pool.checkPrivilege(knob);
      }
      assertThat(origins()).isEqualTo(before).doesNotContain("SQL");
      assertThat(pool.restore(PATIENCE).done()).isEmpty();
    }
  }

  /** How the pool's variables came by their values. */
  private static String origins() throws SQLException {
    String sql =
        "SELECT GROUP_CONCAT(VARIABLE_NAME, ' ', GLOBAL_VALUE, ' ', GLOBAL_VALUE_ORIGIN)"
            + " FROM information_schema.SYSTEM_VARIABLES WHERE VARIABLE_NAME IN"
            + " ('THREAD_POOL_SIZE', 'THREAD_POOL_OVERSUBSCRIBE', 'THREAD_POOL_STALL_LIMIT')";
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void adviseOnlyNeverWrites() {
    try (MariaDbThreadPool pool = connect(GOVERNOR, Objective.QUESTIONS)) {
      pool.adviseOnly(true);
      assertThatThrownBy(() -> pool.resize(5))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("SET GLOBAL thread_pool_size = 5");
      assertThat(pool.restore(PATIENCE).done()).isEmpty();
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  @Test
  void aWrongPasswordIsRefusedWithoutBeingTold() {
    ServerAccess wrong = new ServerAccess(url(), READER, "s3cret-and-wrong");
    assertThatThrownBy(() -> MariaDbThreadPool.connect(wrong, Objective.QUESTIONS))
        .isInstanceOf(ServerRefusedException.class)
        .hasMessageContaining("the account or its password is wrong")
        .hasMessageNotContaining("s3cret")
        .hasStackTraceContaining("Access denied")
        .matches(e -> !String.valueOf(e.getCause()).contains("s3cret"));
  }

  @Test
  void aDatabaseInTheUrlThatTheAccountMayNotUseIsNamed() {
    ServerAccess inside = new ServerAccess(server.url(), READER, "p-" + READER);
    assertThatThrownBy(() -> MariaDbThreadPool.connect(inside, Objective.QUESTIONS))
        .isInstanceOf(ServerRefusedException.class)
        .hasMessageContaining("leave it out of the URL");
  }

  @Test
  void aServerWithoutAPoolIsRefusedWithTheWayOut() {
    ServerSettings unpooled =
        ServerSettings.usual().withThreadHandling(ThreadHandling.ONE_THREAD_PER_CONNECTION);
    try (DatabaseServer other = DatabaseServer.start(unpooled, said -> {})) {
      ServerAccess access = new ServerAccess(other.url(), other.user(), other.password());
      assertThatThrownBy(() -> MariaDbThreadPool.connect(access, Objective.QUESTIONS))
          .isInstanceOf(ServerRefusedException.class)
          .hasMessageContaining("one-thread-per-connection")
          .hasMessageContaining("thread_handling=pool-of-threads");
      other.kill();
      assertThatThrownBy(() -> MariaDbThreadPool.connect(access, Objective.QUESTIONS))
          .isInstanceOf(ServerRefusedException.class)
          .hasMessageContaining("cannot connect to jdbc:mariadb://127.0.0.1:" + other.port());
    }
  }

  @Test
  void survivesAServerThatIsKilledAndStartedAgain() {
    try (MariaDbThreadPool pool = connect(GOVERNOR, Objective.QUESTIONS)) {
      server.set("thread_pool_size", 6); // what was set by hand does not outlast a restart
      Governor governor = moving(pool);
      await(() -> size().equals("" + MOVED));
      long goneNanos = System.nanoTime();
      server.kill();
      await(() -> failed(governor));
      awaitAway(goneNanos);
      server.restart();
      await(() -> sees(governor) && size().equals("" + MOVED));
      assertThat(governor.journal().decisions())
          .anyMatch(decision -> decision.why().contains("again after"));
      assertNoWindowCoversAnAbsence(governor);
      governor.close();
      assertThat(pool.restore(PATIENCE).complete()).isTrue();
      assertThat(size()).isEqualTo("" + SIZE);
      assertThat(pool.facts().size()).isEqualTo(SIZE);
    }
  }

  @Test
  void survivesAStallAndNoWindowCoversIt() {
    try (MariaDbThreadPool pool = connectForALoss()) {
      Governor governor = moving(pool);
      await(() -> size().equals("" + MOVED));
      long goneNanos = System.nanoTime();
      server.pause();
      await(() -> governor.targetFailures() > 2);
      awaitAway(goneNanos);
      server.resume();
      await(() -> sees(governor));
      assertNoWindowCoversAnAbsence(governor);
      assertThat(size()).isEqualTo("" + MOVED);
      governor.close();
      assertThat(pool.restore(PATIENCE).complete()).isTrue();
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  private static void awaitAway(long goneNanos) {
    await(() -> System.nanoTime() - goneNanos > AWAY.toNanos());
  }

  private static void assertNoWindowCoversAnAbsence(Governor governor) {
    assertThat(governor.journal().decisions().stream().flatMap(d -> d.seen().stream()))
        .isNotEmpty()
        .allMatch(seen -> seen.window().seconds() < AWAY.toSeconds())
        .allMatch(seen -> seen.flow().completed() >= 0);
  }

  @Test
  void aChangeWhoseAnswerIsLostIsPutBackToo() {
    try (MariaDbThreadPool pool = connectForALoss()) {
      server.pause();
      assertThatThrownBy(() -> pool.resize(MOVED)).isInstanceOf(ServerLostException.class);
      server.resume();
      await(() -> size().equals("" + MOVED));
      assertThat(pool.restore(PATIENCE).done())
          .containsExactly("SET GLOBAL thread_pool_size = " + SIZE);
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  /** The first try connects, which shows no window yet; it must not be the last one. */
  @Test
  void aServerThatIsBackIsPutInOrderHoweverLittlePatienceThereIs() {
    try (MariaDbThreadPool pool = connectForALoss()) {
      pool.resize(MOVED);
      server.pause();
      assertThatThrownBy(pool::observe).isInstanceOf(ServerLostException.class);
      server.resume();
      assertThat(pool.restore(Duration.ofMillis(100)).complete()).isTrue();
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  @Test
  void aTimeoutThatTheDriverWouldTakeForNoneIsRefused() {
    assertThatThrownBy(() ->
            MariaDbThreadPool.connect(
                access(READER), Objective.QUESTIONS, Duration.ofNanos(999_999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout in milliseconds must be at least 1 but was 0");
  }

  @Test
  void restoresAServerThatIsAwayWhenTheRunEnds() {
    try (MariaDbThreadPool pool = connectForALoss()) {
      pool.resize(MOVED);
      server.pause();
      assertThatThrownBy(pool::observe).isInstanceOf(ServerLostException.class);
      Restored inVain = pool.restore(Duration.ofMillis(100));
      assertThat(inVain.complete()).isFalse();
      assertThat(inVain.open()).containsExactly("SET GLOBAL thread_pool_size = " + SIZE);
      assertThat(inVain.toString()).contains("by hand: SET GLOBAL thread_pool_size = " + SIZE);
      server.resume();
      assertThat(pool.restore(PATIENCE).complete()).isTrue();
      assertThat(size()).isEqualTo("" + SIZE);
    }
  }

  @Test
  void privilegesRevokedInMidRunAreNamedAndTheSizeIsHeld() throws SQLException {
    try (MariaDbThreadPool pool = connect(GOVERNOR, Objective.QUESTIONS)) {
      Governor governor = moving(pool);
      await(() -> size().equals("" + MOVED));
      run("REVOKE CONNECTION ADMIN ON *.* FROM '" + GOVERNOR + "'@'127.0.0.1'");
      run("KILL USER '" + GOVERNOR + "'@'127.0.0.1'"); // a session keeps what it had
      await(() -> failed(governor));
      await(() -> sees(governor));
      governor.pin(4); // a change that can no longer be made
      await(() ->
          governor.journal().decisions().stream()
              .anyMatch(decision -> decision.why().contains("GRANT CONNECTION ADMIN")));
      assertThat(size()).isEqualTo("" + MOVED);
      governor.close();
      Restored restored = pool.restore(PATIENCE);
      assertThat(restored.open()).containsExactly("SET GLOBAL thread_pool_size = " + SIZE);
      assertThat(restored.why()).contains("GRANT CONNECTION ADMIN");
    }
  }
}
