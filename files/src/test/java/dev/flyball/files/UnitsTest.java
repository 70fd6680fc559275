package dev.flyball.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0ns, 0",
    "1ns, 1",
    "250us, 250000",
    "20ms, 20000000",
    "1.5s, 1500000000",
    "0.000000001s, 1",
    "20.001s, 20001000000",
    "5m, 300000000000",
    "0.5h, 1800000000000",
    "8784h, 31622400000000000",
  })
  void durationsAreExact(String text, long nanos) {
    assertThat(Units.nanos("x", 0, text)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({"100/s, 100", "6/m, 0.1", "3600/h, 1", "0.5/s, 0.5", "0/s, 0"})
  void ratesArePerSecond(String text, double perSecond) {
    assertThat(Units.perSecond("x", text)).isEqualTo(perSecond);
  }

  @ParameterizedTest
  @CsvSource({"1B, 1", "512KiB, 524288", "1.5MiB, 1572864", "8GiB, 8589934592"})
  void sizesAreInBytes(String text, long bytes) {
    assertThat(Units.bytes("x", text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"1,5s", "1.s", ".5s", "+5s", "1e3s", "5S", "5 ms", "5msms", "s", "''", "\u0665s"})
  void otherDurationsAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Units.nanos("x", 0, text))
        .withMessageStartingWith(
            "x must be a duration such as 250us, 20ms, 1.5s, 5m or 1h but was ");
  }

  @Test
  void sizeThatNoLongHoldsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Units.bytes("x", "99999999999GiB"))
        .withMessage("x must be a whole number of bytes but was 99999999999GiB");
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.1", "1, 1", "0.30000000000000004, 0.3", "12.5, 12.5", "100, 100"})
  void plainNumbersHaveNoTail(double number, String text) {
    assertThat(Units.plain(number)).isEqualTo(text);
  }
}
