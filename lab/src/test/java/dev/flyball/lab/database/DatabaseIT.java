package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.database.DatabaseLoad.LoadReading;
import dev.flyball.lab.database.ServerSettings.ThreadHandling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class DatabaseIT {

  private static final Tables TABLES = new Tables(2, 2_000);
  private static final int CLIENTS = 8;
  private static final long SEED = 1;
  private static final List<String> SAID = new ArrayList<>();

  private static DatabaseServer server;

  @BeforeAll
  static void start() {
    server = DatabaseServer.start(ServerSettings.usual(), SAID::add);
    TABLES.create(server, EnumSet.complementOf(EnumSet.of(Profile.TPC_C)), SAID::add);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void hasThePoolThatWasAskedFor() {
    assertThat(server.variable("thread_handling")).isEqualTo("pool-of-threads");
    assertThat(server.variable("innodb_flush_log_at_trx_commit")).isEqualTo("1");
    assertThat(server.variable("sync_binlog")).isEqualTo("1");
    assertThat(server.variable("bind_address")).isEqualTo("127.0.0.1");
  }

  @Test
  void variablesCanBeSetInMidRun() {
    server.set("thread_pool_size", 7);
    assertThat(server.variable("thread_pool_size")).isEqualTo("7");
    server.set("innodb_io_capacity", 300);
    assertThat(server.variable("innodb_io_capacity")).isEqualTo("300");
    assertThatThrownBy(() -> server.set("no_such_thing", 1))
        .isInstanceOf(ServerFailedException.class)
        .hasMessage("no_such_thing cannot be set to 1")
        .hasRootCauseInstanceOf(SQLException.class);
    assertThatThrownBy(() -> server.variable("a; DROP TABLE sbtest1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tablesHaveTheRowsThatWereAskedFor() throws SQLException {
    assertThat(asked("SELECT COUNT(*) FROM sbtest2")).isEqualTo("2000");
    assertThat(asked("SELECT COUNT(*) FROM sbtest1 WHERE CHAR_LENGTH(c) = 119")).isEqualTo("2000");
    // Clients of one seed write the same values once more, so a few may be there twice.
    assertThat(asked("SELECT COUNT(DISTINCT c) > 1900 FROM sbtest1")).isEqualTo("1");
    assertThat(asked("SELECT COUNT(*) FROM warehouse")).isEqualTo("2");
    assertThat(asked("SELECT COUNT(*) FROM order_line WHERE ol_o_id <= 300")).isEqualTo("60000");
  }

  @Test
  void tablesHaveTheSameRowsEachTime() throws SQLException {
    List<String> checksums = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      TABLES.create(server, List.of(Profile.UPDATE), SAID::add);
      checksums.add(checksum("sbtest1"));
    }
    assertThat(checksums.get(0)).isEqualTo(checksums.get(1));
  }

  @Test
  void accountsAreChecked() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE OR REPLACE USER 'guest'@'127.0.0.1' IDENTIFIED BY 'x'");
    }
    assertThatThrownBy(() -> new ServerControl(server.url(), "guest", "y").variable("port"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> new ServerControl(server.url(), "root", "").variable("port"))
        .isInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @EnumSource(value = Profile.class, mode = EnumSource.Mode.EXCLUDE, names = "TPC_C")
  void everyProfileMakesProgress(Profile profile) {
    try (ClientLoad load = ClientLoad.start(server, TABLES, profile, CLIENTS, SEED)) {
      LoadReading reading = awaited(load, seen -> seen.transactions() > 0);
      assertThat(reading.questions()).isGreaterThanOrEqualTo(reading.transactions());
      assertThat(reading.meanNanos()).isPresent();
      assertThat(reading.p50Nanos().orElseThrow())
          .isLessThanOrEqualTo(reading.p95Nanos().orElseThrow());
      assertThat(load.lastFailure()).isEmpty();
    }
  }

  @Test
  void profilesSendAsManyStatementsAsTheyAreKnownFor() {
    assertThat(questionsPerTransaction(Profile.POINT_SELECT)).isEqualTo(1);
    assertThat(questionsPerTransaction(Profile.UPDATE)).isEqualTo(1);
    assertThat(questionsPerTransaction(Profile.READ_ONLY)).isEqualTo(16);
    assertThat(questionsPerTransaction(Profile.READ_WRITE)).isEqualTo(20);
  }

  @Test
  void clientsSwitchInMidRun() {
    try (ClientLoad load = ClientLoad.start(server, TABLES, Profile.POINT_SELECT, CLIENTS, SEED)) {
      awaited(load, seen -> seen.transactions() > 0);
      load.switchTo(Profile.READ_ONLY);
      awaited(load, seen -> seen.questions() == 16 * seen.transactions());
      assertThat(load.lastFailure()).isEmpty();
    }
  }

  @Test
  void anInterruptedThreadEndsAllClientsToo() {
    ClientLoad load = ClientLoad.start(server, TABLES, Profile.READ_WRITE, CLIENTS, SEED);
    Thread.currentThread().interrupt();
    load.close();
    assertThat(Thread.interrupted()).isTrue();
    awaitNoClients();
  }

  @Test
  void aLoadSurvivesTheServersDeathAndSoDoesTheData() throws SQLException {
    try (ClientLoad load = ClientLoad.start(server, TABLES, Profile.READ_WRITE, CLIENTS, SEED)) {
      awaited(load, seen -> seen.transactions() > 0);
      long before = server.pid();
      server.kill();
      awaited(load, seen -> seen.transactions() == 0 && seen.losses() > 0);
      assertThat(load.lastFailure()).isPresent();
      server.restart();
      assertThat(server.pid()).isNotEqualTo(before);
      awaited(load, seen -> seen.transactions() > 0 && seen.losses() == 0);
    }
    assertThat(asked("SELECT COUNT(*) FROM sbtest1")).isEqualTo("2000");
  }

  @Test
  void aFrozenServerAnswersNothingUntilItIsThawed() {
    try (ClientLoad load = ClientLoad.start(server, TABLES, Profile.POINT_SELECT, CLIENTS, SEED)) {
      awaited(load, seen -> seen.transactions() > 0);
      server.pause();
      awaited(load, seen -> seen.seconds() > 0.1 && seen.transactions() == 0);
      server.resume();
      LoadReading after = awaited(load, seen -> seen.transactions() > 0);
      assertThat(after.losses()).isZero();
    }
  }

  @Test
  void aLoadCanBeEndedWhileTheServerIsFrozen() {
    ClientLoad load = ClientLoad.start(server, TABLES, Profile.POINT_SELECT, CLIENTS, SEED);
    awaited(load, seen -> seen.transactions() > 0);
    server.pause();
    try {
      load.close();
      awaitNoClients();
    } finally {
      server.resume();
    }
  }

  /** At most for half a minute: their own patience with a silent server is a whole one. */
  private static void awaitNoClients() {
    long startNanos = System.nanoTime();
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("flyball-client-"))) {
      assertThat(System.nanoTime() - startNanos)
          .as("nanoseconds waited for clients to end")
          .isLessThan(Duration.ofSeconds(30).toNanos());
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  @Test
  void sysbenchDoesTheSameOnTheSameTables() {
    Assumptions.assumeTrue(SysbenchLoad.installed(), "sysbench is not installed");
    try (SysbenchLoad load = SysbenchLoad.start(server, TABLES, Profile.UPDATE, CLIENTS, SEED)) {
      LoadReading reading = awaited(load, seen -> seen.transactions() > 0);
      assertThat(reading.p95Nanos()).isPresent();
      load.switchTo(Profile.READ_ONLY);
      awaited(load, seen -> seen.transactions() > 0);
    }
  }

  @Test
  void goTpcDoesTpcCOnWarehousesOfItsOwn() {
    Assumptions.assumeTrue(GoTpcLoad.installed(), "go-tpc is not installed");
    Tables one = new Tables(1, 100);
    one.create(server, List.of(Profile.TPC_C), SAID::add);
    try (GoTpcLoad load = GoTpcLoad.start(server, one, CLIENTS)) {
      LoadReading reading = awaited(load, seen -> seen.transactions() > 0);
      assertThat(reading.questions()).isGreaterThan(reading.transactions());
      assertThat(reading.meanNanos()).isPresent();
      assertThatThrownBy(() -> load.switchTo(Profile.UPDATE))
          .hasMessage("go-tpc makes TPC-C's transactions only, not UPDATE");
    }
  }

  @Test
  void aDelayOfFlushesSlowsEveryCommit() {
    Duration delay = Duration.ofMillis(20);
    try (DatabaseServer slow =
        DatabaseServer.start(ServerSettings.usual().withFsyncDelay(delay), SAID::add)) {
      new Tables(1, 100).create(slow, List.of(Profile.UPDATE), SAID::add);
      try (ClientLoad load = ClientLoad.start(slow, new Tables(1, 100), Profile.UPDATE, 1, SEED)) {
        LoadReading reading = awaited(load, seen -> seen.transactions() > 0);
        assertThat(reading.meanNanos().orElseThrow()).isGreaterThan(delay.toNanos());
      }
    }
  }

  @Test
  void nothingIsLeftOfAClosedServer() {
    DatabaseServer other = DatabaseServer.start(ServerSettings.usual(), SAID::add);
    Path folder = other.folder();
    long pid = other.pid();
    assertThat(folder).exists();
    assertThat(ProcessHandle.of(pid)).isPresent();
    other.close();
    other.close();
    assertThat(folder).doesNotExist();
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThatThrownBy(other::restart)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the server is closed");
  }

  @Test
  void aServerThatDoesNotStartShowsItsLog() {
    assertThatThrownBy(() ->
            DatabaseServer.start(
                ServerSettings.usual().withBufferPoolBytes(Long.MAX_VALUE), SAID::add))
        .isInstanceOf(ServerFailedException.class)
        .hasMessageContaining("the end of its log")
        .hasMessageContaining("buffer pool");
  }

  @Test
  void aServerMayHaveNoPool() {
    ServerSettings without =
        ServerSettings.usual().withThreadHandling(ThreadHandling.ONE_THREAD_PER_CONNECTION);
    try (DatabaseServer plain = DatabaseServer.start(without, SAID::add)) {
      assertThat(plain.variable("thread_handling")).isEqualTo("one-thread-per-connection");
      assertThat(Files.exists(plain.log())).isTrue();
    }
  }

  private static double questionsPerTransaction(Profile profile) {
    try (ClientLoad load = ClientLoad.start(server, TABLES, profile, 1, SEED)) {
      LoadReading reading = awaited(load, seen -> seen.transactions() > 0 && seen.errors() == 0);
      return (double) reading.questions() / reading.transactions();
    }
  }

  /** Readings until one is as wished, at most for two minutes. */
  private static LoadReading awaited(DatabaseLoad load, Predicate<LoadReading> wished) {
    long startNanos = System.nanoTime();
    LoadReading reading = load.reading();
    while (!wished.test(reading)) {
      assertThat(System.nanoTime() - startNanos)
          .as("nanoseconds waited, last reading %s", reading)
          .isLessThan(Duration.ofMinutes(2).toNanos());
      letTimePass();
      reading = load.reading();
    }
    return reading;
  }

  private static void letTimePass() {
    LockSupport.parkNanos(Duration.ofMillis(150).toNanos());
  }

  private static String checksum(String table) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("CHECKSUM TABLE " + table)) {
      rows.next();
      return rows.getString(2);
    }
  }

  private static String asked(String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
