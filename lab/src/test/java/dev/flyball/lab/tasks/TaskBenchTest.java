package dev.flyball.lab.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.tasks.TaskBench.BenchmarkRun;
import dev.flyball.lab.tasks.TaskLoad.Granularity;
import dev.flyball.lab.tasks.TaskLoad.Regularity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run counts, on executors whose order of events is known. */
@Timeout(120)
class TaskBenchTest {

  private static final double UNIT_MILLIS = 20;

  private final TaskBench bench = TaskBench.here();

  private static TaskLoad atOnce(int tasks) {
    return new TaskLoad(
        tasks,
        Granularity.SMALL,
        Regularity.AT_ONCE,
        Duration.ofMillis(20),
        1,
        1,
        1,
        Duration.ofSeconds(1));
  }

  /** On one thread each task waits at least for all that were submitted before it. */
  @Test
  void aTaskWaitsForThoseBeforeItOnOneThread() throws Exception {
    BenchmarkRun run = bench.run(atOnce(5), 1, TaskExecutor.single());
    List<Long> latencies = run.latenciesNanos();
    assertThat(latencies).hasSize(5);
    for (int task = 0; task < 5; task++) {
      // The first may be under way before the others are submitted.
      double sinceFirst = (latencies.get(task) + run.latestSubmitNanos()) / 1e6;
      assertThat(sinceFirst).isGreaterThan(task * UNIT_MILLIS * 0.9);
    }
    assertThat(run.totalNanos()).isGreaterThan(latencies.get(4));
    assertThat(run.started()).isEqualTo(1);
  }

  /**
   * A thread each: none waits for another, and all together take less than one after the other, by
   * so much (10 s) that a machine that is busy does not make up for it.
   */
  @Test
  void withAThreadEachNoneWaitsForAnother() throws Exception {
    BenchmarkRun each = bench.run(atOnce(500), 1, TaskExecutor.threadPerTask());
    assertThat(each.started()).isEqualTo(500);
    assertThat(each.totalSeconds()).isLessThan(500 * UNIT_MILLIS / 1e3);
    BenchmarkRun cached = bench.run(atOnce(500), 1, TaskExecutor.cached());
    assertThat(cached.started()).isBetween(2.0, 500.0); // those that are done early serve again
    assertThat(cached.totalSeconds()).isLessThan(500 * UNIT_MILLIS / 1e3);
  }

  @Test
  void everyExecutorRunsEveryTask() throws Exception {
    List<TaskExecutor> executors = new ArrayList<>(new Prediction(1, 1, 1).executors());
    executors.addAll(new UnderUse(1, 1, 0.1).executors());
    executors.add(TaskExecutor.single());
    for (TaskExecutor executor : executors) {
      BenchmarkRun run = bench.run(atOnce(40), 1, executor);
      assertThat(run.executor()).isEqualTo(executor.name());
      assertThat(run.latenciesNanos()).hasSize(40).allMatch(nanos -> nanos >= 0);
    }
  }

  @Test
  void virtualThreadsAreThereFromJava21On() {
    assertThat(TaskExecutor.virtualThreads().isPresent())
        .isEqualTo(Runtime.version().feature() >= 21);
  }

  /** One thread until the first poll, however many tasks wait; then more. */
  @Test
  void inThePublishedPoolTasksWaitForAPoll() throws Exception {
    TaskExecutor never = TaskExecutor.printed(Duration.ofHours(1), Duration.ofSeconds(1));
    assertThat(bench.run(atOnce(10), 1, never).started()).isEqualTo(1);
    TaskExecutor often = TaskExecutor.printed(Duration.ofMillis(20), Duration.ofSeconds(1));
    assertThat(bench.run(atOnce(40), 1, often).started()).isBetween(2.0, 40.0);
  }

  @Test
  void figuresAreThoseOfTheLatencies() {
    List<Long> nanos =
        IntStream.rangeClosed(1, 100).mapToObj(number -> number * 1_000_000L).toList();
    BenchmarkRun run =
        new BenchmarkRun("x", nanos, 5_000_000_000L, 0, 2_000_000, OptionalInt.of(7), List.of());
    assertThat(run.meanMillis()).isEqualTo(50.5);
    assertThat(run.meanMillisFromPlan()).isEqualTo(52.5);
    assertThat(run.quantileMillis(0.5)).isEqualTo(50);
    assertThat(run.quantileMillis(0.99)).isEqualTo(99);
    assertThat(run.maxMillis()).isEqualTo(100);
    assertThat(run.minMillis()).isEqualTo(1);
    assertThat(run.totalSeconds()).isEqualTo(5);
    assertThat(run.threadsMax()).isNaN();
  }

  @Test
  void roundsTakeTurnsAndTheMedianIsTheMiddle() {
    List<String> lines = new ArrayList<>();
    List<TaskExecutor> two = List.of(TaskExecutor.fixed(2), TaskExecutor.single());
    Rounds rounds = Rounds.of(bench, atOnce(2), two, 3, 1, lines::add);
    assertThat(rounds.rounds()).isEqualTo(3);
    assertThat(lines).hasSize(3);
    double median = rounds.median("single", BenchmarkRun::totalSeconds);
    assertThat(rounds.of("single")).extracting(BenchmarkRun::totalSeconds).contains(median);
  }

  private static BenchmarkRun lasting(String executor, long seconds) {
    return new BenchmarkRun(
        executor, List.of(1L), seconds * 1_000_000_000, 0, 0, OptionalInt.empty(), List.of());
  }

  @Test
  void whoHasTheLowerFigureWinsARound() {
    List<BenchmarkRun> ours =
        List.of(lasting("fixed(2)", 1), lasting("fixed(2)", 5), lasting("fixed(2)", 3));
    List<BenchmarkRun> theirs =
        List.of(lasting("single", 2), lasting("single", 4), lasting("single", 3));
    Rounds rounds = new Rounds(atOnce(1), Map.of("fixed(2)", ours, "single", theirs));
    assertThat(rounds.wins("fixed(2)", "single", BenchmarkRun::totalSeconds)).isEqualTo(1);
    assertThat(rounds.wins("single", "fixed(2)", BenchmarkRun::totalSeconds)).isEqualTo(1);
    assertThat(rounds.median("fixed(2)", BenchmarkRun::totalSeconds)).isEqualTo(3);
  }
}
