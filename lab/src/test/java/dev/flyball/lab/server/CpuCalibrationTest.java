package dev.flyball.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CpuCalibrationTest {

  @ParameterizedTest
  @EnumSource(Irrational.class)
  void fourTimesTheCpuTimeTakesMoreDigits(Irrational number) {
    CpuCalibration small = CpuCalibration.digits(number, Duration.ofMillis(4));
    CpuCalibration large = CpuCalibration.digits(number, Duration.ofMillis(16));
    System.out.println(small + ", " + large);
    assertThat((double) large.digits() / small.digits()).isBetween(1.1, 8.0);
    assertThat((double) large.cpuNanos() / small.cpuNanos()).isBetween(1.5, 12.0);
  }

  @Test
  void refusesTimesThatCannotBeMeasuredOrAwaited() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Service.cpu(Duration.ofNanos(1)))
        .withMessage("cpuTime must be from PT0.00001S to PT10S but was PT0.000000001S");
  }
}
