package dev.flyball.adapters.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Observation;
import dev.flyball.policy.PerTask;
import dev.flyball.policy.Signals;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotWindowTest {

  private static final long SECOND = 1_000_000_000L;

  /** The answer of a server of 2 groups, one minute old, where 10 statements run and 20 wait. */
  private static SortedMap<String, Long> answer() {
    return new TreeMap<>(
        Map.ofEntries(
            Map.entry("status UPTIME", 60L),
            Map.entry("status QUESTIONS", 1_000L),
            Map.entry("status COM_COMMIT", 100L),
            Map.entry("status COM_ROLLBACK", 10L),
            Map.entry("status THREADS_RUNNING", 11L),
            Map.entry("status THREADS_CONNECTED", 65L),
            Map.entry("status THREADPOOL_THREADS", 12L),
            Map.entry("status THREADPOOL_IDLE_THREADS", 3L),
            Map.entry("knob SIZE", 2L),
            Map.entry("knob OVERSUBSCRIBE", 3L),
            Map.entry("knob STALL_LIMIT", 500L),
            Map.entry("queued", 20L),
            Map.entry("groups stalls", 5L),
            Map.entry("groups threadCreations", 7L),
            Map.entry("wait ROW_LOCK", 40L),
            Map.entry("wait GROUP_COMMIT", 400L)));
  }

  private static Snapshot first() throws SQLException {
    return Snapshot.of(SECOND, 8, 4, answer());
  }

  private static Snapshot later(Map<String, Long> changed) throws SQLException {
    SortedMap<String, Long> answer = answer();
    answer.put("status UPTIME", 62L);
    answer.put("status QUESTIONS", 1_001L); // the one by which it is asked
    answer.putAll(changed);
    return Snapshot.of(3 * SECOND, 9, 5, answer);
  }

  private static Observation seen(Map<String, Long> changed, Objective objective)
      throws SQLException {
    return new SnapshotWindow(first(), later(changed)).observation(objective, Knob.SIZE, 2);
  }

  @Test
  void ownStatementsAreTakenOff() throws SQLException {
    Snapshot snapshot = first();
    assertThat(snapshot.questions()).isEqualTo(992);
    assertThat(snapshot.running()).isEqualTo(10);
    assertThat(snapshot.connections()).isEqualTo(64);
    assertThat(seen(Map.of("status QUESTIONS", 1_001L), Objective.QUESTIONS).idle()).isFalse();
    assertThat(seen(Map.of("status QUESTIONS", 1_001L), Objective.QUESTIONS).flow().completed())
        .isZero();
  }

  @Test
  void flowAndTimesFollowFromTwoSnapshots() throws SQLException {
    Observation seen =
        seen(
            Map.of(
                "status QUESTIONS", 3_001L,
                "status THREADS_RUNNING", 15L,
                "queued", 30L,
                "status COM_COMMIT", 300L),
            Objective.QUESTIONS);
    assertThat(seen.window().lengthNanos()).isEqualTo(2 * SECOND);
    assertThat(seen.flow().completed()).isEqualTo(2_000);
    assertThat(seen.flow().arrived()).isEqualTo(2_000 + 4 + 10);
    assertThat(seen.flow().started()).isEqualTo(2_000 + 4);
    assertThat(seen.throughputPerSecond()).isEqualTo(1_000);
    assertThat(seen.size().busyMean()).isEqualTo(12);
    assertThat(seen.size().queuedMean()).isEqualTo(25);
    assertThat(seen.size().queuedAtEnd()).isEqualTo(30);
    assertThat(seen.size().workersCurrent()).isEqualTo(12);
    // Little: 12 running at 1000/s is 12 ms each.
    assertThat(seen.meanServiceSeconds().orElseThrow()).isEqualTo(0.012);
    assertThat(seen.times().responseNanosSum())
        .isEqualTo(seen.times().serviceNanosSum() + seen.times().waitNanosSum());
    assertThat(seen.times().cpuNanosSum()).isEmpty();
    assertThat(seen.times().responseQuantiles().isEmpty()).isTrue();
    assertThat(seen.signals())
        .containsEntry(Signals.CONNECTIONS, 64.0)
        .containsEntry(MariaDbSignals.COMMITS_PER_SECOND, 100.0)
        .containsEntry(MariaDbSignals.QUESTIONS_PER_SECOND, 1_000.0);
  }

  @Test
  void whatAnAverageTaskIsLikeFollowsFromCounters() throws SQLException {
    SortedMap<String, Long> before = answer();
    before.putAll(
        Map.of(
            "status COM_SELECT",
            500L,
            "status ROWS_READ",
            9_000L,
            "status INNODB_DATA_FSYNCS",
            7L));
    for (String still : List.of("COM_UPDATE", "COM_DELETE", "SORT_ROWS")) {
      before.put("status " + still, 5L);
    }
    SortedMap<String, Long> after = new TreeMap<>(before);
    after.putAll(
        Map.of(
            "status QUESTIONS", 3_001L,
            "status COM_SELECT", 1_901L, // ours among them
            "status COM_COMMIT", 300L,
            "status ROWS_READ", 29_000L,
            "status INNODB_DATA_FSYNCS", 107L));
    PerTask seen =
        new SnapshotWindow(Snapshot.of(SECOND, 8, 4, before), Snapshot.of(3 * SECOND, 9, 5, after))
            .observation(Objective.QUESTIONS, Knob.SIZE, 2)
            .perTask();
    assertThat(seen.demands())
        .isEqualTo(
            Map.of(
                "selects", 0.7,
                "commits", 0.1,
                "rowsRead", 10.0,
                "updates", 0.0,
                "deletes", 0.0,
                "rowsSorted", 0.0));
    assertThat(seen.waits()).isEqualTo(Map.of("flushes", 0.05));
    assertThat(seen(Map.of(), Objective.QUESTIONS).perTask()).isEqualTo(PerTask.NONE);
  }

  @Test
  void aServerWithFewCountersTellsNoDemands() throws SQLException {
    PerTask seen =
        seen(Map.of("status QUESTIONS", 3_001L, "status COM_COMMIT", 300L), Objective.QUESTIONS)
            .perTask();
    assertThat(seen.demands()).isEmpty();
  }

  @Test
  void commitsCanBeWhatCounts() throws SQLException {
    Observation seen =
        seen(Map.of("status QUESTIONS", 3_001L, "status COM_COMMIT", 160L), Objective.COMMITS);
    assertThat(seen.flow().completed()).isEqualTo(60);
  }

  @Test
  void arrivalsAreNeverBelowZero() throws SQLException {
    Observation seen =
        seen(
            Map.of("status QUESTIONS", 1_001L, "queued", 0L, "status THREADS_RUNNING", 1L),
            Objective.QUESTIONS);
    assertThat(seen.flow().arrived()).isZero();
    assertThat(seen.flow().started()).isZero();
  }

  @Test
  void waitsAreNamedByTheirReason() throws SQLException {
    assertThat(seen(Map.of("wait ROW_LOCK", 60L), Objective.COMMITS).signals())
        .containsEntry("rowLockWaitsPerSecond", 10.0)
        .containsEntry("groupCommitWaitsPerSecond", 0.0);
    assertThat(MariaDbSignals.waitsPerSecond("META_DATA_LOCK"))
        .isEqualTo("metaDataLockWaitsPerSecond");
  }

  @Test
  void countersOfGroupsAreLeftOutWhereTheNumberOfGroupsChanged() throws SQLException {
    assertThat(seen(Map.of("groups stalls", 9L), Objective.COMMITS).signals())
        .containsEntry(MariaDbSignals.STALLS_PER_SECOND, 2.0)
        .containsEntry(MariaDbSignals.THREAD_CREATIONS_PER_SECOND, 0.0);
    assertThat(seen(Map.of("groups stalls", 0L, "knob SIZE", 1L), Objective.COMMITS).signals())
        .doesNotContainKeys(
            MariaDbSignals.STALLS_PER_SECOND, MariaDbSignals.THREAD_CREATIONS_PER_SECOND);
  }

  @Test
  void everyKnobIsANumberOfWorkers() throws SQLException {
    SnapshotWindow window =
        new SnapshotWindow(first(), later(Map.of("knob STALL_LIMIT", 60L, "knob SIZE", 16L)));
    assertThat(workers(window, Knob.SIZE)).isEqualTo(16);
    assertThat(workers(window, Knob.OVERSUBSCRIBE)).isEqualTo(3);
    assertThat(workers(window, Knob.STALL_LIMIT)).isEqualTo(6);
    assertThat(Knob.STALL_LIMIT.valueOf(6)).isEqualTo(60);
    assertThat(Knob.STALL_LIMIT.workersOf(3)).isEqualTo(1);
    assertThatThrownBy(() -> Knob.OVERSUBSCRIBE.valueOf(1_001))
        .hasMessage("workers must be from 1 to 1000 for thread_pool_oversubscribe but was 1001");
    assertThatThrownBy(() -> Knob.SIZE.valueOf(0)).hasMessageContaining("but was 0");
  }

  private static int workers(SnapshotWindow window, Knob knob) {
    return window.observation(Objective.QUESTIONS, knob, 2).size().workersTarget();
  }

  @Test
  void aRestartIsSeenByAnyCounterThatWentBack() throws SQLException {
    assertThat(later(Map.of()).beganAnewSince(first())).isFalse();
    assertThat(later(Map.of("status UPTIME", 3L)).beganAnewSince(first())).isTrue();
    assertThat(later(Map.of("status QUESTIONS", 20L)).beganAnewSince(first())).isTrue();
    assertThat(later(Map.of("status COM_COMMIT", 20L)).beganAnewSince(first())).isTrue();
  }

  @Test
  void aFigureThatIsMissingIsNoZero() throws SQLException {
    SortedMap<String, Long> answer = answer();
    answer.remove("status QUESTIONS");
    assertThatThrownBy(() -> Snapshot.of(0, 0, 0, answer))
        .isInstanceOf(SQLException.class)
        .hasMessage("the server's answer has no figure 'status QUESTIONS'");
  }

  @Test
  void aServerThatDoesNotTellItsQueueHasNoSignalOfIt() throws SQLException {
    SortedMap<String, Long> answer = answer();
    answer.remove("queued");
    Snapshot from = Snapshot.of(SECOND, 8, 4, answer);
    Snapshot to = Snapshot.of(2 * SECOND, 8, 4, answer);
    assertThat(to.queued()).isEmpty();
    assertThat(
            new SnapshotWindow(from, to).observation(Objective.QUESTIONS, Knob.SIZE, 2).signals())
        .doesNotContainKey(MariaDbSignals.QUEUED)
        .containsKey(MariaDbSignals.RUNNING);
  }
}
