package dev.flyball.pool.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PlaceCountTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void sumsUpThePlacesOverTime() {
    PlaceCount places = new PlaceCount(3, 5 * SECOND);
    assertThat(places.change(10, 7 * SECOND)).isEqualTo(7);
    assertThat(places.placeNanos(8 * SECOND)).isEqualTo(16 * SECOND);
    assertThat(places.limit()).isEqualTo(10);
  }

  @Test
  void aLimitThatIsNoneCanBeSummedUpForYears() {
    PlaceCount places = new PlaceCount(Integer.MAX_VALUE, 0);
    double years = 10.0 * 365 * 86_400 * SECOND;
    assertThat(places.placeNanos((long) years) / years).isCloseTo(Integer.MAX_VALUE, within(1.0));
    assertThat(places.change(1, (long) years)).isEqualTo(1L - Integer.MAX_VALUE);
  }
}
