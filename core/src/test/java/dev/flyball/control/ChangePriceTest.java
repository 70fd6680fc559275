package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangePriceTest {

  private static final long SECOND = 1_000_000_000L;

  private static ChangePrice after(int changes) {
    ChangePrice price = new ChangePrice();
    for (int i = 0; i < changes; i++) {
      price.changed(i * SECOND);
    }
    return price;
  }

  @ParameterizedTest
  @CsvSource({
    // changes lately, present, advised -> worker-seconds
    "0, 20, 30, 4",
    "0, 20, 40, 2",
    "0, 20, 80, 2",
    "0, 20, 10, 4",
    "0, 20, 21, 40",
    "0, 20, 20, 40",
    "4, 20, 30, 64",
    "5, 20, 30, 128",
    "6, 20, 30, Infinity",
  })
  void isDearerTheMoreChangesThereWereAndTheSmallerThisOneIs(
      int changes, int present, int advised, double seconds) {
    assertThat(after(changes).seconds(present, advised, 10 * SECOND))
        .isCloseTo(seconds, within(1e-9));
  }

  @Test
  void aChangeIsForgottenAfterAMinute() {
    ChangePrice price = after(6); // at 0 to 5 s
    assertThat(price.seconds(20, 40, 60 * SECOND - 1)).isInfinite();
    assertThat(price.seconds(20, 40, 60 * SECOND)).isCloseTo(64, within(1e-9));
    assertThat(price.seconds(20, 40, 65 * SECOND)).isCloseTo(2, within(1e-9));
  }
}
