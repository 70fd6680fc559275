package dev.flyball.lab.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.Findings.Chapter;
import dev.flyball.lab.tasks.NestedLoad.Waiting;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run of nested work counts, on executors of which it is known what they do. */
@Timeout(120)
class NestedBenchTest {

  private static NestedLoad load(int burst, Waiting waiting) {
    return new NestedLoad(
        40, 3, Duration.ofMillis(20), burst, Duration.ZERO, Duration.ofSeconds(1), waiting);
  }

  @Test
  void needsAsManyWorkersAsLittlesLawSays() {
    assertThat(load(1, Waiting.INVOKE_ALL).workersNeeded()).isEqualTo(3.2);
    assertThat(load(1, Waiting.INVOKE_ALL).unnested().workersNeeded()).isEqualTo(2.4);
  }

  @Test
  void theBurstComesOnTopOfTheSteadyLoad() {
    List<Long> cold = load(5, Waiting.JOIN).arrivalsNanos();
    assertThat(cold).hasSize(45).isSorted();
    assertThat(cold.subList(0, 6)).containsOnly(0L);
    assertThat(cold.get(44)).isEqualTo(975_000_000L);
  }

  /** A thread for each: whatever waits, waits for what has its thread. */
  @Test
  void theCachedPoolGetsAllDone() throws Exception {
    for (Waiting waiting : Waiting.values()) {
      NestedRun run =
          NestedBench.here(Duration.ofSeconds(60)).run(load(5, waiting), TaskExecutor.cached());
      assertThat(run.done()).isEqualTo(run.offered()).isEqualTo(45);
      assertThat(run.failed()).isZero();
      assertThat(run.quantileMillis(0)).isGreaterThan(18);
      assertThat(run.aliveMax()).isGreaterThanOrEqualTo(3);
      assertThat(run.askedLasting()).isNaN();
    }
  }

  /**
   * Two threads that wait for tasks behind them in the queue, at the latest after some requests.
   */
  @Test
  void aPoolThatLocksUpEndsTheRunAllTheSame() throws Exception {
    for (Waiting waiting : List.of(Waiting.INVOKE_ALL, Waiting.JOIN)) {
      NestedRun run =
          NestedBench.here(Duration.ofMillis(200)).run(load(5, waiting), TaskExecutor.fixed(2));
      assertThat(run.offered()).isEqualTo(45);
      assertThat(run.done()).isLessThan(run.offered());
      assertThat(run.failed()).isZero();
      assertThat(run.quantileMillis(0.95)).isGreaterThan(1000);
    }
  }

  @Test
  void saysWhichBarsWereMet() {
    NestedComparison comparison =
        new NestedComparison(
            List.of(load(5, Waiting.INVOKE_ALL)),
            List.of(TaskExecutor.fixed(2), TaskExecutor.cached()),
            1);
    Chapter chapter = comparison.run(NestedBench.here(Duration.ofSeconds(2)), line -> {});
    assertThat(chapter.headline().text())
        .contains("fixed(2): all done in 0 of 1, p95 in time in 0 of 1")
        .contains("cached: all done in 1 of 1, p95 in time in 1 of 1");
  }

  @Test
  void comparesWithTheSameTasksFromOutside() {
    NestedLoad nested = load(5, Waiting.INVOKE_ALL);
    NestedComparison comparison =
        new NestedComparison(List.of(nested.unnested(), nested), List.of(TaskExecutor.cached()), 1);
    Chapter chapter = comparison.run(NestedBench.here(Duration.ofSeconds(60)), line -> {});
    JsonNode runs = JsonMapper.shared().readTree(chapter.figures().json()).get("runs");
    assertThat(runs.size()).isEqualTo(2);
    assertThat(runs.get(0).get("timesOutside").asDouble()).isEqualTo(1);
    assertThat(runs.get(1).get("timesOutside").asDouble()).isPositive();
    assertThat(runs.get(1).get("timesCached").asDouble()).isEqualTo(1);
  }

  @Test
  void takesOnlyPoolsWhoseTasksCanBeWaitedFor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            NestedBench.here(Duration.ofSeconds(1))
                .run(load(1, Waiting.INVOKE_ALL), TaskExecutor.threadPerTask()))
        .withMessage("executor must be an ExecutorService for nested work but was thread-per-task");
  }

  @Test
  void runsOurPoolAndOurLimiter() throws Exception {
    for (TaskExecutor executor :
        List.of(TaskExecutor.pool(), TaskExecutor.onDemand(100), TaskExecutor.limiter())) {
      NestedRun run =
          NestedBench.here(Duration.ofSeconds(60)).run(load(0, Waiting.INVOKE_ALL), executor);
      assertThat(run.done()).isEqualTo(40);
      assertThat(run.askedLasting()).isPositive();
    }
  }
}
