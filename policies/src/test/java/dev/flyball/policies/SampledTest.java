package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policies.law.RequestRate;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.part.Sampled;
import dev.flyball.policy.part.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that are joined, and a policy that is asked once in an interval. */
class SampledTest {

  @Test
  void joinsTwoWindowsIntoOne() {
    Observation first =
        Seen.idle()
            .untimed()
            .at(10, 1)
            .workers(8)
            .busy(4)
            .queue(2, 5)
            .flow(10, 9, 8)
            .service(3)
            .reference(2)
            .waits(1)
            .offered(4, 2, 1, 1.5)
            .sensors(0.5, 0.25)
            .processBusyCores(1)
            .signal("a", 10)
            .signal("b", 1)
            .build();
    Observation then =
        Seen.idle()
            .untimed()
            .at(11, 3)
            .workers(16)
            .busy(8)
            .queue(6, 1)
            .flow(20, 19, 18)
            .service(6)
            .reference(5)
            .waits(2)
            .offered(6, 3, 2, 2.5)
            .sensors(1.5, 0.75)
            .cores(2)
            .signal("a", 20)
            .build();
    assertThat(Windows.joined(first, then))
        .isEqualTo(
            Seen.idle()
                .untimed()
                .at(10, 4)
                .workers(16)
                .workersMean(14)
                .busy(7)
                .queue(5, 1)
                .flow(30, 28, 26)
                .service(9)
                .reference(7)
                .waits(3)
                .offered(10, 5, 3, 4)
                .sensors(2, 1)
                .cores(2)
                .signal("a", 17.5)
                .build());
  }

  @Test
  void whatIsUnknownInOneWindowIsUnknownInBoth() {
    Observation known = Seen.idle().sensors(1, 1).hostBusyCores(1).signal("a", 1).build();
    Observation unknown = Seen.idle().build();
    assertThat(Windows.joined(known, unknown)).isEqualTo(Seen.idle().at(0, 2).build());
    assertThat(Windows.joined(unknown, known)).isEqualTo(Seen.idle().at(0, 2).build());
  }

  @Test
  void quantilesOfTheWholeAreNeverAboveTheLargerOnes() {
    Quantiles few = Quantiles.of(3, 10, 20, 30, 40, 50);
    Quantiles many = Quantiles.of(9, 15, 16, 17, 41, 42);
    assertThat(Windows.larger(few, many)).isEqualTo(Quantiles.of(12, 15, 20, 30, 41, 50));
    assertThat(Windows.larger(few, Quantiles.EMPTY)).isEqualTo(few);
    assertThat(Windows.larger(Quantiles.EMPTY, few)).isEqualTo(few);
  }

  @ParameterizedTest
  @CsvSource({
    // window, interval -> after how many windows it is asked
    "1,     1,   1",
    "0.999, 1,   1", // not two, for a window that is a little short
    "0.1,   1,   10",
    "0.3,   1,   3", // 0.9 is nearer to 1 than 1.2
    "0.4,   1,   2", // 1.2 would be no nearer than 0.8
    "0.6,   1,   2",
    "0.7,   1,   1",
    "60,    1,   1",
    "0.5,   1.5, 3",
  })
  void isAskedOnceInAnInterval(double window, double interval, int windows) {
    SizingPolicy policy =
        Sampled.every(Duration.ofNanos((long) (interval * 1e9)), new FixedSize(99));
    for (int i = 1; i < windows; i++) {
      Advice advice = policy.advise(Seen.idle().at(i * window, window).workers(7).build());
      assertThat(advice.workers()).isEqualTo(7);
      assertThat(advice.why()).startsWith("stays at 7: collecting ");
      policy = advice.next();
    }
    Advice advice = policy.advise(Seen.idle().at(windows * window, window).workers(7).build());
    assertThat(advice.workers()).isEqualTo(99);
    assertThat(advice.next()).as("begins anew").isEqualTo(policy(interval));
  }

  private static SizingPolicy policy(double interval) {
    return Sampled.every(Duration.ofNanos((long) (interval * 1e9)), new FixedSize(99));
  }

  @Test
  void goesOnUntilEnoughTasksHaveEnded() {
    SizingPolicy policy = Sampled.every(Duration.ofSeconds(1), 10, new FixedSize(99));
    List<Integer> sizes = new ArrayList<>();
    for (long completed : new long[] {4, 0, 5, 1, 20, 3}) {
      Advice advice = policy.advise(Seen.idle().flow(9, 9, completed).build());
      sizes.add(advice.workers());
      policy = advice.next();
    }
    assertThat(sizes).containsExactly(10, 10, 10, 99, 99, 10);
  }

  @Test
  void handsThePolicyTheWholeInterval() {
    SizingPolicy policy = Sampled.every(Duration.ofSeconds(3), RequestRate.standard());
    for (int second = 0; second < 2; second++) {
      policy = policy.advise(Seen.steady(100, 0.1).at(second, 1).build()).next();
    }
    Advice advice = policy.advise(Seen.steady(400, 0.1).at(2, 1).build());
    assertThat(advice.workers()).as("600 tasks in 3 s").isEqualTo(200);
  }
}
