package dev.flyball.lab.goodput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.lab.load.Load.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {

  private static final Duration LENGTH = Duration.ofSeconds(100);

  private static List<Arrival> arrivals(Row row, long seed) {
    List<Arrival> all = new ArrayList<>();
    row.schedule(LENGTH, seed).arrivals().forEach(all::add);
    return all;
  }

  @Test
  void theSameSeedGivesTheSameArrivals() {
    for (Row row : Rows.all()) {
      assertThat(arrivals(row, 7)).isEqualTo(arrivals(row, 7)).isNotEqualTo(arrivals(row, 8));
    }
  }

  @Test
  void arrivalsAscendAndEndWithTheRun() {
    for (Row row : Rows.all()) {
      assertThat(arrivals(row, 3))
          .extracting(Arrival::atNanos)
          .isSorted()
          .allMatch(at -> at < LENGTH.toNanos());
    }
  }

  @Test
  void aBurstHasTwoAndAHalfTimesAsManyArrivals() {
    Row burst = Rows.named("burst");
    long during =
        arrivals(burst, 1).stream()
            .filter(arrival -> burst.stretches(LENGTH).get(0).has(arrival.atNanos()))
            .count();
    assertThat(during / 30.0).isCloseTo(2.5 * burst.ratePerSecond(), within(0.05 * during / 30));
  }

  @Test
  void theLeadInIsFourDeadlinesAndAtMostHalfOfTheRun() {
    Row row = Rows.named("servers-200-2s");
    assertThat(row.stretches(LENGTH).get(0).fromNanos()).isEqualTo(8_000_000_000L);
    assertThat(row.stretches(Duration.ofSeconds(10)).get(0).fromNanos()).isEqualTo(5_000_000_000L);
  }

  @Test
  void theCollapsingBackendDoesMostAtItsPeak() {
    Backend backend = Rows.named("collapse-90").backend();
    double most = backend.throughputPerSecond(40);
    assertThat(backend.capacityPerSecond()).isEqualTo(most);
    assertThat(backend.throughputPerSecond(30)).isLessThan(most);
    assertThat(backend.throughputPerSecond(200)).isLessThan(0.5 * most);
  }

  @Test
  void anUnknownRowIsAnsweredWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rows.named("nope"))
        .withMessageContaining("'nope'")
        .withMessageContaining("cpu-139");
  }

  @Test
  void coresAreReadAsTheKernelWritesThem() {
    assertThat(CoreSplit.cores("0-3,6")).containsExactly(0, 1, 2, 3, 6);
    assertThat(CoreSplit.cores("5")).containsExactly(5);
  }
}
