package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.policies.law.PaperLoad.Task;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether the test bench itself can be believed. */
class VirtualPoolTest {

  /** A policy that keeps what it sees; only a test may do that. */
  private static SizingPolicy recording(int workers, List<Observation> seen) {
    return new SizingPolicy() {
      @Override
      public Advice advise(Observation window) {
        seen.add(window);
        return new Advice(workers, "recording", this);
      }
    };
  }

  private static Task task(double arrivalSeconds, int kind, double serviceSeconds) {
    return new Task((long) (arrivalSeconds * 1e9), kind, (long) (serviceSeconds * 1e9));
  }

  /** Worker: first task 0.1 to 0.6, second (arrived 0.2) 0.6 to 1.6, third (arrived 1.7) to 1.8. */
  @Test
  void threeTasksByHand() {
    List<Observation> seen = new ArrayList<>();
    List<Task> tasks = List.of(task(0.1, 0, 0.5), task(0.2, 1, 1), task(1.7, 0, 0.1));
    VirtualPool.Outcome outcome = VirtualPool.run(tasks, recording(1, seen), 1, 1);
    assertThat(outcome.endSeconds()).isEqualTo(1.8);
    assertThat(outcome.p50Seconds()).isEqualTo(0.5);
    assertThat(outcome.p95Seconds()).isEqualTo(1.4);
    assertThat(outcome.delayedShare()).isEqualTo(1.0 / 3);

    Observation first = seen.get(0);
    assertThat(first.flow().arrived()).isEqualTo(2);
    assertThat(first.flow().started()).isEqualTo(2);
    assertThat(first.flow().completed()).isEqualTo(1);
    assertThat(first.size().busyMean()).isCloseTo(0.9, within(1e-9));
    assertThat(first.size().queuedMean()).isCloseTo(0.4, within(1e-9));
    assertThat(first.size().queuedAtEnd()).isZero();
    assertThat(first.times().serviceNanosSum()).isEqualTo(500_000_000);
    assertThat(first.times().waitNanosSum()).isEqualTo(400_000_000);
    assertThat(first.offered()).isEqualTo(offered(0, 0, 0));
  }

  @Test
  void offeredWorkCountsFirstAndRecentServiceTimesAtArrival() {
    List<Observation> seen = new ArrayList<>();
    List<Task> tasks =
        List.of(
            task(0, 0, 0.1),
            task(0.2, 0, 0.6),
            task(1.1, 0, 0.1),
            task(1.2, 1, 0.1),
            task(2.5, 0, 0.1));
    VirtualPool.run(tasks, recording(9, seen), 9, 1);
    assertThat(seen.get(0).offered()).isEqualTo(offered(1, 100_000_000, 100_000_000));
    assertThat(seen.get(1).offered())
        .as("0.1 + 0.2 * (0.6 - 0.1), and a kind that is not known")
        .isEqualTo(offered(1, 100_000_000, 200_000_000));
  }

  @Test
  void aWorkerGoesAfterHalfASecondOfIdleness() {
    List<Observation> seen = new ArrayList<>();
    VirtualPool.run(
        List.of(task(0, 0, 0.1), task(0, 0, 0.9), task(2.5, 0, 0.1)), recording(9, seen), 9, 1);
    assertThat(seen.get(0).size().workersCurrent()).isEqualTo(1);
    assertThat(seen.get(0).size().workersMean()).isCloseTo(0.6 + 1, within(1e-9));
    assertThat(seen.get(1).size().workersCurrent()).isZero();
  }

  /** With exponential service times the mean wait is known: Erlang's formula C. */
  @Test
  void meanWaitIsThatOfErlang() {
    Dice random = new Dice(1);
    List<Task> tasks = new ArrayList<>();
    double now = 0;
    for (int i = 0; i < 200_000; i++) {
      now += random.nextExponential(1 / 3.0);
      tasks.add(task(now, 0, random.nextExponential(1)));
    }
    List<Observation> seen = new ArrayList<>();
    VirtualPool.run(tasks, recording(4, seen), 4, 1000);
    double waits = seen.stream().mapToDouble(o -> o.times().waitNanosSum() / 1e9).sum();
    double inSystem = seen.stream().mapToDouble(Observation::inSystemMean).average().orElse(0);
    // 3 Erlang on 4 workers: C = 0.5094, mean wait C / (4 - 3) s, in the system 3 + 3 * 0.5094.
    assertThat(waits / tasks.size()).isCloseTo(0.5094, within(0.03));
    assertThat(inSystem).isCloseTo(4.528, within(0.15));
  }

  private static Observation.Offered offered(long known, long firstNanos, long recentNanos) {
    return Observation.of(0, 1).offered(known, firstNanos, recentNanos, 0).build().offered();
  }
}
