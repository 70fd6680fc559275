package dev.flyball.lab.goodput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.goodput.Row.Stretch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BestPossibleTest {

  private static final Duration LENGTH = Duration.ofSeconds(100);

  private static double best(String row, int stretch) {
    return best(Rows.named(row), stretch);
  }

  private static double best(Row row, int stretch) {
    Stretch of = row.stretches(LENGTH).get(stretch);
    List<Long> served = BestPossible.of(row, row.schedule(LENGTH, 1));
    long offered = 0;
    for (var arrival : row.schedule(LENGTH, 1).arrivals()) {
      offered += of.has(arrival.atNanos()) ? 1 : 0;
    }
    return (double) served.stream().filter(of::has).count() / offered;
  }

  @ParameterizedTest
  @CsvSource({
    "cpu-139, 0.719",
    "cpu-213, 0.469",
    "servers-130, 0.769",
    "servers-200-2s, 0.5",
    "collapse-90, 1",
    "collapse-150, 0.667",
    "collapse-200, 0.5"
  })
  void isTheCapacityAsAPartOfTheLoad(String row, double part) {
    assertThat(best(row, 0)).isCloseTo(part, within(0.03));
  }

  @Test
  void aBurstIsServedAsFarAsTheCapacityGoesAndNothingIsLostAfterIt() {
    assertThat(best("burst", 0)).isBetween(0.66, 0.72);
    assertThat(best("burst", 1)).isGreaterThan(0.98);
  }

  @Test
  void allCanBeServedByWhatSlowsWithoutAQueue() {
    assertThat(best("slow-plain", 0)).isEqualTo(1);
    assertThat(best("slow-plain", 1)).isEqualTo(1);
  }

  @Test
  void serversThatAreFiveTimesSlowerServeAFifthOfTheirCapacity() {
    assertThat(best("slow-servers", 0)).isBetween(0.2 / 0.8, 0.34); // the last comers are in luck
    assertThat(best("slow-servers", 1)).isGreaterThan(0.97);
  }

  @Test
  void duringAHangOnlyTheLastComersAreServed() {
    assertThat(best("hang", 0)).isBetween(0.01, 0.05);
    assertThat(best("hang", 1)).isGreaterThan(0.97);
  }
}
