package dev.flyball.adapters.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read as a timeout, and what is not. */
class TimeoutHeaderTest {

  private static final TimeoutHeader MILLIS = TimeoutHeader.millis("a");
  private static final TimeoutHeader SECONDS = TimeoutHeader.seconds("b");

  @ParameterizedTest
  @CsvSource({"1, 1000000", "' 250 ', 250000000", "0000000100, 100000000"})
  void milliseconds(String value, long nanos) {
    assertThat(MILLIS.nanos(value)).hasValue(nanos);
  }

  @ParameterizedTest
  @CsvSource({"2, 2000000000", "1.5, 1500000000", ".25, 250000000", "3., 3000000000"})
  void seconds(String value, long nanos) {
    assertThat(SECONDS.nanos(value)).hasValue(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "1H, 3600000000000",
    "2M, 120000000000",
    "3S, 3000000000",
    "100m, 100000000",
    "7u, 7000",
    "99999999n, 99999999"
  })
  void thoseOfGrpc(String value, long nanos) {
    assertThat(TimeoutHeader.GRPC.nanos(value)).hasValue(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-5", "+5", "1e3", "5s", "1 0", "12345678901", "NaN", "\u0661"})
  void noMilliseconds(String value) {
    assertThat(MILLIS.nanos(value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "0", "0.0", "-1", "1.2.3", "1e3", "Infinity", "1s"})
  void noSeconds(String value) {
    assertThat(SECONDS.nanos(value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "0m", "5", "123456789n", "5x", "-5m", "1.5S"})
  void noneOfGrpc(String value) {
    assertThat(TimeoutHeader.GRPC.nanos(value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999H"})
  void longerThanAYearIsAYear(String value) {
    assertThat(TimeoutHeader.GRPC.nanos(value))
        .isEqualTo(OptionalLong.of(365L * 24 * 3600 * 1_000_000_000));
  }
}
