package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlookTest {

  private static final OptionalInt UNKNOWN = OptionalInt.empty();

  private static Outlook outlook(double inflation, int refused, LearnedSize... sizes) {
    return outlook(UNKNOWN, inflation, refused, sizes);
  }

  /** A pool of 16 workers. */
  private static Outlook outlook(
      OptionalInt carried, double inflation, int refused, LearnedSize... sizes) {
    return new Outlook(16, carried, inflation, refused, ThroughputCurve.of(List.of(sizes), 0));
  }

  private static void assertForecast(Forecast forecast, double low, double expected, double high) {
    assertThat(forecast.low()).as("low: %s", forecast).isCloseTo(low, within(0.005));
    assertThat(forecast.expected()).as("expected: %s", forecast).isCloseTo(expected, within(0.005));
    assertThat(forecast.high()).as("high: %s", forecast).isCloseTo(high, within(0.005));
  }

  @ParameterizedTest
  @CsvSource({
    // workers, low, expected, high; 10 workers are busy on average, 14 at times
    "17,   1,     1,   1",
    "1000, 1,     1,   1",
    "16,   1,     1,   1",
    "14,   1,     1,   1",
    "12,   0.857, 1,   1",
    "8,    0.571, 0.8, 1",
    "2,    0.143, 0.2, 0.526",
  })
  void whileNoTaskWaitsThroughputIsWhatComes(
      int workers, double low, double expected, double high) {
    assertForecast(outlook(1, 0).served(workers, 10, 14), low, expected, high);
  }

  @ParameterizedTest
  @CsvSource({
    // workers, inflation, low, expected, high
    "16, 2,   1,    1,    1",
    "20, 1,   0,    1.25, 1.25",
    "32, 1,   0,    2,    2",
    "64, 1,   0,    2,    4",
    "64, 1.2, 0,    2,    4",
    "64, 2,   0,    1,    4",
    "8,  1,   0.5,  0.5,  1",
    "8,  2,   0.5,  1,    1.3",
    "4,  2,   0.25, 0.5,  1",
    "8,  6,   0.5,  1,    3.9",
    "8,  0.5, 0.5,  0.5,  1",
  })
  void whereNothingWasTriedThereAreBounds(
      int workers, double inflation, double low, double expected, double high) {
    assertForecast(outlook(inflation, 0).behind(workers), low, expected, high);
  }

  @Test
  void noMoreThanTheProcessorsCarry() {
    assertForecast(outlook(OptionalInt.of(24), 1, 0).behind(64), 0, 1.5, 1.5);
    assertForecast(outlook(OptionalInt.of(10), 1, 0).behind(64), 0, 1, 1);
  }

  @Test
  void whatWasMeasuredIsARatioWithTheErrorsOfBoth() {
    LearnedSize sixteen = new LearnedSize(16, 100, 0.06);
    LearnedSize forty = new LearnedSize(40, 150, 0.08);
    assertForecast(outlook(2, 0, sixteen, forty).behind(40), 1.233, 1.5, 1.825);
    LearnedSize eight = new LearnedSize(8, 80, 0.08);
    assertForecast(outlook(2, 0, sixteen, eight).behind(8), 0.658, 0.8, 0.973);
  }

  @Test
  void whatWasMeasuredKeepsToProportion() {
    LearnedSize sixteen = new LearnedSize(16, 100, 0.06);
    assertForecast(
        outlook(1, 0, sixteen, new LearnedSize(20, 200, 0.08)).behind(20), 1.25, 1.25, 1.25);
    assertForecast(outlook(1, 0, sixteen, new LearnedSize(8, 20, 0.08)).behind(8), 0.5, 0.5, 0.5);
  }

  @Test
  void beyondTheLargestNothingIsSureButTheBounds() {
    LearnedSize sixteen = new LearnedSize(16, 100, 0.06);
    LearnedSize forty = new LearnedSize(40, 150, 0.08);
    assertForecast(outlook(2, 0, sixteen, forty).behind(80), 0, 1.5, 3.65);
    assertForecast(outlook(1, 0, sixteen).behind(24), 0, 1.5, 1.5);
  }

  @Test
  void belowTheSmallestTheCapacityIsWhatThatGotDone() {
    LearnedSize sixteen = new LearnedSize(16, 100, 0.06);
    LearnedSize twelve = new LearnedSize(12, 90, 0.06);
    assertForecast(outlook(2, 0, sixteen, twelve).behind(8), 0.5, 0.9, 1.3);
  }

  @Test
  void whatDidNotPayIsNotExpectedTo() {
    Forecast refused = outlook(1, 32).behind(40);
    assertForecast(refused, 0, 1, 2.5);
    assertThat(refused.why()).contains("32 did not pay");
    assertForecast(outlook(1, 32).behind(24), 0, 1.5, 1.5);
    LearnedSize then = new LearnedSize(16, 100, 0.06);
    LearnedSize before = new LearnedSize(32, 180, 0.08);
    assertForecast(outlook(1, 32, then, before).behind(32), 1.48, 1.48, 2);
  }

  @ParameterizedTest
  @CsvSource({
    // workers, low, expected, high; 16 workers, the CPU carries 12
    "20, 0,   1,     1",
    "14, 0.875, 1,   1",
    "8,  0.5, 0.667, 1",
  })
  void whereTheProcessorsAreShortMoreBringNothing(
      int workers, double low, double expected, double high) {
    Forecast forecast = outlook(OptionalInt.of(12), 1, 0).cpuShort(workers);
    assertForecast(forecast, low, expected, high);
  }

  /** A policy that only says what it has learned. */
  private record Learned(List<LearnedSize> learned) implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      return new Advice(1, "one", this);
    }
  }

  private static Optional<Forecast> learned(SizingPolicy policy, Observation seen, int workers) {
    return Outlook.learned(policy.learned(), seen, workers);
  }

  @Test
  void anyPolicyAnswersFromWhatItHasLearned() {
    SizingPolicy policy =
        new Learned(List.of(new LearnedSize(8, 80, 0.1), new LearnedSize(16, 120, 0.1)));
    Observation waits = Seen.idle().workers(8).busy(8).queue(5, 5).build();
    assertForecast(learned(policy, waits, 16).get(), 1.137, 1.5, 1.979);
    assertThat(learned(policy, waits, 17)).isEmpty();
    assertThat(learned(policy.coolDown(Duration.ofSeconds(1)), waits, 16))
        .isEqualTo(learned(policy, waits, 16));
    assertThat(policy.forecast(waits, 16)).as("it knows no more than that").isEmpty();
    Observation calm = Seen.steady(40, 0.1).workers(8).build();
    assertForecast(learned(policy, calm, 16).get(), 1, 1, 1);
    assertForecast(learned(policy, calm, 2).get(), 0.253, 0.5, 1);
    assertThat(learned(new Learned(List.of()), waits, 16)).isEqualTo(Optional.empty());
  }

  @Test
  void whatIsWrongIsNamed() {
    Observation seen = Seen.idle().build();
    assertThatThrownBy(() -> Policies.standard().forecast(seen, 0))
        .hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(() -> Outlook.learned(List.of(), seen, 0))
        .hasMessage("workers must be at least 1 but was 0");
    Reason why = Reason.of("why");
    assertThatThrownBy(() -> new Forecast(1, -0.1, 1, 1, why)).hasMessageContaining("low must be");
    assertThatThrownBy(() -> new Forecast(1, 1, 0.9, 1, why))
        .hasMessage("expected must be from 1.0 to 1.0 but was 0.9");
    assertThatThrownBy(() -> new Forecast(1, 1, 1, 0.9, why)).hasMessageContaining("high must be");
    assertThat(new Forecast(32, 0.98, 1.42, 1.87, why))
        .hasToString("32 workers: 1.42 times the present throughput (0.98 to 1.87); why");
  }
}
