package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatermarkTest {

  @ParameterizedTest
  @CsvSource({
    // workers, queue, mark -> workers
    "10, 12, 5, 17", // the worked number
    "10, 5,  5, 10",
    "10, 6,  5, 11",
    "10, 6,  0, 16",
  })
  void addsAWorkerForEachTaskBeyondTheMark(int workers, long queue, int mark, int size) {
    SizingPolicy policy = Policies.parse("watermark(mark=" + mark + ")");
    Seen seen = Seen.idle().workers(workers).busy(workers).queue(queue, queue);
    assertThat(policy.advise(seen.build()).workers()).isEqualTo(size);
  }

  @Test
  void givesUpAfterTheKeepAliveTimeWhatWasNeverNeededInIt() {
    SizingPolicy policy = Policies.parse("watermark(core=4,keep-alive=3s)");
    double[] busy = {20, 8.3, 7, 2, 2, 2};
    int[] sizes = {20, 20, 20, 20, 20, 20};
    int size = 20;
    for (int second = 0; second < busy.length; second++) {
      Advice advice =
          policy.advise(Seen.idle().at(second, 1).workers(size).busy(busy[second]).build());
      policy = advice.next();
      size = advice.workers();
      sizes[second] = size;
    }
    assertThat(sizes)
        .as("at most 20 in the first 3 s, at most 2 then")
        .containsExactly(20, 20, 20, 20, 20, 4);
  }

  @Test
  void theCoreIsTheSizeAtTheBeginningUnlessItIsGiven() {
    SizingPolicy first = Policies.parse("watermark(keep-alive=1s)");
    SizingPolicy next = first.advise(Seen.idle().workers(12).build()).next();
    assertThat(next.advise(Seen.idle().workers(60).build()).workers()).isEqualTo(12);
    SizingPolicy given = Policies.parse("watermark(keep-alive=1s,core=3)");
    assertThat(given.advise(Seen.idle().workers(60).build()).workers()).isEqualTo(3);
    assertThat(given.advise(Seen.idle().workers(2).build()).workers()).isEqualTo(3);
  }

  @Test
  void aQueueThatNoWorkerShortensGetsAWorkerForEachTask() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FALLING::linear, 0, 1, 1000);
    assertThat(plant.run(Policies.parse("watermark"), 8, 10, 1)).last().isEqualTo(995);
  }
}
