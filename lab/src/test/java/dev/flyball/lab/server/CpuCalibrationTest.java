package dev.flyball.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.server.Service.CpuCalibration;
import dev.flyball.lab.server.Service.Irrational;
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
    // On both sides, for a processor may become slower meanwhile, or faster.
    CpuCalibration again = CpuCalibration.digits(number, Duration.ofMillis(4));
    System.out.println(small + ", " + large + ", " + again);
    assertThat((double) large.digits())
        .isBetween(
            1.1 * Math.min(small.digits(), again.digits()),
            8.0 * Math.max(small.digits(), again.digits()));
    assertThat((double) large.cpuNanos())
        .isBetween(
            1.5 * Math.min(small.cpuNanos(), again.cpuNanos()),
            12.0 * Math.max(small.cpuNanos(), again.cpuNanos()));
  }

  @Test
  void refusesTimesThatCannotBeMeasuredOrAwaited() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Service.cpu(Duration.ofNanos(1)))
        .withMessage("cpuTime must be from PT0.00001S to PT10S but was PT0.000000001S");
  }
}
