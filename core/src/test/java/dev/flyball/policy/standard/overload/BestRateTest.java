package dev.flyball.policy.standard.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.standard.overload.ServiceCurve.Gathered;
import org.junit.jupiter.api.Test;

/** Where a pool goes back to when many more workers get far less done. */
class BestRateTest {

  /** Ten workers, of which each takes a tenth of a second: a hundred tasks in a second. */
  private static final BestRate TEN = BestRate.NONE.with(reading(10, 0.1), true);

  private static ServiceReading reading(double workers, double seconds) {
    return ServiceReading.of(workers, 20 * seconds * 1e9, 20, 20, 0);
  }

  /** What so many workers got done in so many seconds. */
  private static Gathered seen(double workers, double seconds, double tasks, boolean full) {
    return new Gathered(seconds * 1e9, workers * seconds * 1e9, tasks, full);
  }

  @Test
  void isKnownFromTheTasksThatDoNotEnd() {
    assertThat(TEN.isFarBetter(seen(50, 0.19, 0, true))).as("too soon to say").isFalse();
    assertThat(TEN.isFarBetter(seen(50, 0.21, 0, true))).isTrue();
    assertThat(TEN.isFarBetter(seen(50, 1, 49, true))).isTrue();
  }

  @Test
  void staysWhereMoreAreAsGood() {
    assertThat(TEN.isFarBetter(seen(50, 1, 51, true))).isFalse();
  }

  @Test
  void saysNothingOfAsManyWorkers() {
    assertThat(TEN.isFarBetter(seen(15, 1, 0, true))).as("the world is slower").isFalse();
  }

  @Test
  void saysNothingWhileWorkersAreFree() {
    assertThat(TEN.isFarBetter(seen(50, 1, 0, false))).as("little comes").isFalse();
  }

  @Test
  void knowsNothingAtFirst() {
    assertThat(BestRate.NONE.isFarBetter(seen(50, 1, 0, true))).isFalse();
  }

  @Test
  void isTheHighest() {
    assertThat(TEN.with(reading(20, 0.3), true)).isEqualTo(TEN);
    assertThat(TEN.with(reading(20, 0.15), true).workers()).isEqualTo(20);
  }

  @Test
  void isNoLongerTheBestWhereAsManyDoLess() {
    assertThat(TEN.with(reading(11, 0.5), true).perNano()).isEqualTo(11 / 0.5e9);
    assertThat(TEN.with(reading(11, 0.5), false)).as("little comes").isEqualTo(TEN);
  }
}
