package dev.flyball.adapters.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The adapter, through its driver and a socket, against the answers of Percona Server's sources.
 */
@Timeout(60)
class PerconaServerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private PerconaStandIn server;

  @BeforeEach
  void start() throws IOException {
    server = new PerconaStandIn(true);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private MariaDbThreadPool connect() {
    return MariaDbThreadPool.connect(
        new ServerAccess(server.url(), "tuner", "s3cret"), Objective.QUESTIONS, TIMEOUT);
  }

  @Test
  void itIsGovernedLikeMariaDb() {
    try (MariaDbThreadPool pool = connect()) {
      assertThat(pool.facts().name()).isEqualTo("Percona Server " + PerconaStandIn.VERSION);
      assertThat(pool.facts().version()).isEqualTo(PerconaStandIn.VERSION);
      assertThat(pool.facts().size()).isEqualTo(4);
      assertThat(pool.facts().cores()).as("the size is the one that was compiled in").hasValue(4);
      assertThat(server.said())
          .contains("SET SESSION thread_pool_high_prio_mode = 'statements'")
          .noneMatch(sql -> sql.contains("information_schema"));
      assertThatCode(() -> pool.checkPrivilege(Knob.SIZE)).doesNotThrowAnyException();
      assertThat(server.variable("thread_pool_size")).as("nothing is written").isEqualTo("4");

      Observation at4 = pool.observe();
      assertThat(at4.size().workersTarget()).isEqualTo(4);
      assertThat(at4.size().workersCurrent()).isEqualTo(8);
      assertThat(at4.flow().completed()).as("without the two questions of a look").isEqualTo(400);
      assertThat(at4.size().queuedAtEnd()).isEqualTo(23);
      assertThat(at4.size().busyMean()).isEqualTo(4);
      assertThat(at4.signals())
          .containsEntry(Signals.CONNECTIONS, 64.0)
          .containsEntry(MariaDbSignals.QUEUED, 23.0)
          .doesNotContainKey(MariaDbSignals.STALLS_PER_SECOND);

      assertThat(at4.perTask().demands())
          .as("per question, and no look is a SELECT")
          .containsEntry("selects", 1.0)
          .containsEntry("updates", 0.5)
          .containsEntry("rowsSorted", 20.0)
          .containsEntry("pages", 7.0)
          .doesNotContainKey("rowsRead");
      assertThat(at4.perTask().waits()).containsEntry("pagesFromDisk", 1.0);

      pool.resize(9);
      assertThat(server.variable("thread_pool_size")).isEqualTo("9");
      Observation at9 = pool.observe();
      assertThat(at9.size().workersTarget()).isEqualTo(9);
      assertThat(at9.flow().completed()).isEqualTo(900);

      assertThat(pool.restore(TIMEOUT).done()).containsExactly("SET GLOBAL thread_pool_size = 4");
      assertThat(server.variable("thread_pool_size")).isEqualTo("4");
    }
  }

  @Test
  void aSizeThatWasSetIsNotTheCores() {
    try (MariaDbThreadPool first = connect()) {
      first.resize(2);
    }
    try (MariaDbThreadPool second = connect()) {
      assertThat(second.facts().size()).isEqualTo(2);
      assertThat(second.facts().cores())
          .isEqualTo(OptionalInt.of(Runtime.getRuntime().availableProcessors()));
    }
  }

  @Test
  void aSizeBeyondTheServersLimitIsCutAndSeen() {
    try (MariaDbThreadPool pool = connect()) {
      pool.resize(500);
      assertThat(pool.observe().size().workersTarget()).isEqualTo(128);
    }
  }

  @Test
  void theOtherKnobsAreThereToo() {
    try (MariaDbThreadPool pool = connect()) {
      pool.knob(Knob.OVERSUBSCRIBE).resize(10);
      pool.knob(Knob.STALL_LIMIT).resize(6);
      assertThat(server.variable("thread_pool_oversubscribe")).isEqualTo("10");
      assertThat(server.variable("thread_pool_stall_limit")).isEqualTo("60");
      assertThat(pool.restore(TIMEOUT).done()).hasSize(2);
    }
  }

  @Test
  void theMissingPrivilegeIsPerconas() {
    server.privileged(false);
    try (MariaDbThreadPool pool = connect()) {
      assertThatThrownBy(() -> pool.checkPrivilege(Knob.SIZE))
          .isInstanceOf(ServerRefusedException.class)
          .hasMessageContaining("GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO 'tuner'@'%'");
      assertThatThrownBy(() -> pool.resize(9)).hasMessageContaining("SYSTEM_VARIABLES_ADMIN");
      assertThat(pool.restore(TIMEOUT).done()).isEmpty();
    }
  }

  @Test
  void anOlderReleaseDoesNotTellWhatWaits() throws IOException {
    server.close();
    server = new PerconaStandIn(false);
    try (MariaDbThreadPool pool = connect()) {
      Observation seen = pool.observe();
      assertThat(seen.size().queuedAtEnd()).isZero();
      assertThat(seen.signals()).doesNotContainKey(MariaDbSignals.QUEUED);
      assertThat(seen.flow().completed()).isEqualTo(400);
    }
  }
}
