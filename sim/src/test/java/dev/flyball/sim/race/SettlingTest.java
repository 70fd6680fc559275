package dev.flyball.sim.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.sim.Contender.SizeAt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a size came to rest, and how far it went beyond. */
class SettlingTest {

  private static final List<Segment> ONE = Segment.between(List.of(), 100);

  private static Settling of(List<Segment> segments, long... momentsAndSizes) {
    List<SizeAt> sizes = new ArrayList<>();
    for (int i = 0; i < momentsAndSizes.length; i += 2) {
      sizes.add(new SizeAt(momentsAndSizes[i], (int) momentsAndSizes[i + 1]));
    }
    return Settling.of(sizes, segments);
  }

  @Test
  void oneSizeHasAlwaysBeenSettled() {
    assertThat(of(ONE, 0, 10)).isEqualTo(new Settling(0, 0));
  }

  @Test
  void itIsSettledOnceItStaysInTheBand() {
    // Final size 100, band 75 to 125: 80 is inside at once, but 150 is outside until 50.
    assertThat(of(ONE, 0, 10, 20, 80, 40, 150, 50, 110, 60, 100)).isEqualTo(new Settling(50, 0.5));
  }

  @Test
  void aSmallSizeMayMoveByOne() {
    assertThat(of(ONE, 0, 1, 60, 2).settleNanos()).isZero();
    assertThat(of(ONE, 0, 1, 60, 3).settleNanos()).isEqualTo(60);
  }

  @Test
  void whatMovesToTheEndNeverSettles() {
    assertThat(of(ONE, 0, 10, 80, 100, 90, 10).settleNanos()).isEqualTo(100);
  }

  @Test
  void eachSegmentBeginsAnew() {
    List<Segment> two = Segment.between(List.of(100L), 200);
    Settling settling = of(two, 0, 10, 40, 100, 110, 50);
    assertThat(settling.settleNanos()).isCloseTo((40 + 10) / 2.0, within(1e-9));
    assertThat(settling.overshoot()).isZero(); // the 100 that it came from was right before
  }
}
