package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policies of the paper: request rate, and the workload profile as printed and corrected. */
class RateAndProfileTest {

  private static Advice profileOf(SizingPolicy policy, long arrived, long known, double average) {
    return policy.advise(
        Seen.steady(arrived, average)
            .workers(10)
            .offered(known, known * average, known * average)
            .build());
  }

  @Test
  void requestRateStartsFromTheTargetsSizeAndNeverShrinks() {
    Advice first = RequestRate.standard().advise(Seen.steady(5, 1).workers(10).build());
    assertThat(first.workers()).isEqualTo(10);
    Advice second = first.next().advise(Seen.steady(96, 1).workers(10).build());
    assertThat(second.workers()).isEqualTo(96);
    Advice third = second.next().advise(Seen.steady(99, 1).at(0, 2).workers(96).build());
    assertThat(third.workers()).isEqualTo(96);
    assertThat(third.why()).isEqualTo("49.5 tasks/s is not above the highest so far, 96");
  }

  @ParameterizedTest
  @CsvSource({
    // pool, arrived, sum of first service times, evaluated -> pool
    "10,  100, 50,  0,   100, 'pool below rate, short tasks: the rate'",
    "10,  100, 100, 0,   100, 'an average of exactly 1 s counts as short'",
    "10,  100, 120, 0,   10,  'pool below rate, long tasks: no branch, it stays too small'",
    "100, 100, 120, 0,   120, 'pool at rate, long tasks: rate times average'",
    "150, 100, 120, 0,   120, 'the same downward'",
    "150, 100, 120, 1.2, 150, 'evaluated before: it stays'",
    "150, 100, 50,  0,   150, 'pool above rate, short tasks: no branch, it stays too large'",
    "10,  10,  20,  0,   20,  'the example of the paper: 10 requests of 2 s'",
    "10,  0,   0,   0,   10,  'no arrival: equation 2 divides by zero'",
  })
  void printedFollowsFigure2(
      int pool, long arrived, double firstSum, double evaluated, int workers, String which) {
    Advice advice =
        new PrintedWorkloadProfile(true, evaluated)
            .advise(
                Seen.idle()
                    .workers(pool)
                    .flow(arrived, arrived, arrived)
                    .offered(arrived, firstSum, 7 * firstSum)
                    .build());
    assertThat(advice.workers()).as(which).isEqualTo(workers);
  }

  @Test
  void printedTakesTheRateInTheFirstWindowWithAnArrival() {
    Advice idle = PrintedWorkloadProfile.standard().advise(Seen.idle().build());
    assertThat(idle.workers()).isEqualTo(10);
    Advice first = profileOf(idle.next(), 100, 100, 2);
    assertThat(first.workers()).isEqualTo(100);
    assertThat(profileOf(first.next(), 100, 100, 2).workers()).as("then figure 2").isEqualTo(10);
  }

  @Test
  void printedCountsTasksOfUnknownKindsAsTakingNoTime() {
    Advice advice =
        new PrintedWorkloadProfile(true, 0)
            .advise(Seen.steady(100, 2).workers(100).offered(40, 80, 80).build());
    assertThat(advice.why()).contains("avg_ST 0.800 s");
    assertThat(advice.workers()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1.144, 0,   131", // 114.4 + 16.05, rounded up
    "100, 1.144, 20,  151", // one worker each, for a task takes longer than the drain time
    "100, 0.5,   20,  71", // 50 + 10.6 = 61, and half a worker each
    "1,   0.01,  0,   1",
    "10,  2,     0,   27",
  })
  void correctedStaffsTheLoad(long arrived, double average, long queued, int workers) {
    SizingPolicy policy = Policies.parse("workload-profile");
    Observation seen =
        Seen.steady(arrived, average)
            .queue(0, queued)
            .offered(arrived, 9, arrived * average)
            .build();
    assertThat(policy.advise(seen).workers()).isEqualTo(workers);
  }

  @Test
  void correctedAveragesOverKnownTasksOnly() {
    Advice advice =
        Policies.parse("workload-profile(headroom=none)")
            .advise(Seen.idle().flow(100, 10, 10).busy(1).offered(40, 80, 80).build());
    assertThat(advice.why()).startsWith("100.0 tasks/s x 2.000 s");
    assertThat(advice.workers()).isEqualTo(200);
  }

  @Test
  void correctedKeepsAWorkerForEachTaskWhileKindsAreUnknown() {
    Observation cold = Seen.idle().workers(10).busy(9).queue(40, 80).flow(95, 15, 5).build();
    Advice advice = Policies.parse("workload-profile").advise(cold);
    assertThat(advice.workers()).isEqualTo(90);
    assertThat(advice.why())
        .endsWith("95 tasks of unknown kinds: one worker for each task in the system");
  }

  @Test
  void correctedShrinksSlowlyToOne() {
    SizingPolicy policy = profileOf(Policies.parse("workload-profile"), 100, 100, 1).next();
    int before = 115;
    for (int second = 1; second <= 90; second++) {
      Advice advice = policy.advise(Seen.idle().at(second, 1).workers(before).build());
      assertThat(advice.workers()).isBetween(Math.max(1, before - before / 8 - 1), before);
      before = advice.workers();
      policy = advice.next();
    }
    assertThat(before).isEqualTo(1);
  }

  @Test
  void correctedStaysAsItIsBeforeTheFirstTask() {
    SizingPolicy policy = Policies.parse("workload-profile");
    assertThat(policy.advise(Seen.idle().workers(7).build()))
        .isEqualTo(new Advice(7, "stays at 7: no task was seen yet", policy));
  }
}
