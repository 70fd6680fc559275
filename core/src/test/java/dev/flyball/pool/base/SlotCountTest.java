package dev.flyball.pool.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SlotCountTest {

  private static final long SECOND = 1_000_000_000;

  @Test
  void sumsUpThePlacesOverTime() {
    SlotCount slots = new SlotCount(3, 5 * SECOND);
    assertThat(slots.change(10, 7 * SECOND)).isEqualTo(7);
    assertThat(slots.slotNanos(8 * SECOND)).isEqualTo(16 * SECOND);
    assertThat(slots.limit()).isEqualTo(10);
  }

  @Test
  void aLimitThatIsNoneCanBeSummedUpForYears() {
    SlotCount slots = new SlotCount(Integer.MAX_VALUE, 0);
    double years = 10.0 * 365 * 86_400 * SECOND;
    assertThat(slots.slotNanos((long) years) / years).isCloseTo(Integer.MAX_VALUE, within(1.0));
    assertThat(slots.change(1, (long) years)).isEqualTo(1L - Integer.MAX_VALUE);
  }
}
