package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

  private final ResponseTimes times = new ResponseTimes(ended -> {});

  private void measure(int records) {
    IntStream.range(0, records)
        .mapToObj(i -> times.measuring(outcome -> {}))
        .forEach(measuring -> measuring.accept(Outcome.DONE));
  }

  @Test
  void givesEachMeasurementOnce() {
    measure(100);
    ResponseTimes.Taken mean = times.take(OptionalDouble.empty(), 1);
    assertThat(mean.records()).isEqualTo(100);
    assertThat(mean.seconds()).isPositive();
    assertThat(times.take(OptionalDouble.of(0.5), 1)).isEqualTo(new ResponseTimes.Taken(0, 0));
  }

  @Test
  void keepsTooFewForTheNextTime() {
    measure(20);
    assertThat(times.take(OptionalDouble.of(0.95), 30).records()).isZero();
    measure(20);
    assertThat(times.take(OptionalDouble.of(0.95), 30).records()).isEqualTo(40);
  }

  /** What is dropped would be the fastest of all. */
  @Test
  void measuresWhatIsDoneOnly() {
    times.measuring(outcome -> {}).accept(Outcome.DROPPED);
    assertThat(times.take(OptionalDouble.empty(), 1).records()).isZero();
  }

  @Test
  void tellsTheSourceToo() {
    List<Outcome> told = new ArrayList<>();
    times.measuring(told::add).accept(Outcome.DONE);
    assertThat(told).containsExactly(Outcome.DONE);
  }

  @Test
  void measuresFewOfMany() {
    measure(100_000);
    assertThat(times.take(OptionalDouble.of(0.99), 1).records())
        .as("no more than are kept")
        .isLessThan(10_000);
    long next = IntStream.range(0, 10_000).filter(i -> times.isNext()).count();
    assertThat(next).as("so many came in no time").isLessThan(1_000);
  }

  @Test
  void refusesAQuantileThatIsNone() {
    assertThatThrownBy(() -> times.take(OptionalDouble.of(95), 1))
        .hasMessageContaining("share must be from 0.0 to 1.0 but was 95.0");
  }
}
