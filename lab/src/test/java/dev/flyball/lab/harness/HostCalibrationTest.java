package dev.flyball.lab.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostCalibrationTest {

  private final HostCalibration calibration = HostCalibration.here();

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void computingUsesTheWantedCpuTime() throws InterruptedException {
    for (long wantedNanos : new long[] {50_000, 1_000_000, 20_000_000}) {
      int times = (int) (60_000_000 / wantedNanos);
      long spinNanos = 0;
      long countedNanos = 0;
      for (int time = 0; time < times; time++) {
        long startNanos = HostCalibration.cpuNanos();
        calibration.spin(wantedNanos);
        long betweenNanos = HostCalibration.cpuNanos();
        calibration.work(wantedNanos);
        spinNanos += betweenNanos - startNanos;
        countedNanos += HostCalibration.cpuNanos() - betweenNanos;
      }
      double wanted = (double) times * wantedNanos;
      // A processor that is slower now than when it was measured overshoots by a stretch.
      double slower = Math.max(1, countedNanos / wanted);
      assertThat(spinNanos / wanted).as("%d ns", wantedNanos).isBetween(0.8, 1.3 * slower);
    }
  }

  @Test
  void waitingIsNotShorterThanTheSystemIsLate() throws InterruptedException {
    long startNanos = System.nanoTime();
    calibration.pause(20_000_000);
    assertThat(System.nanoTime() - startNanos)
        .isGreaterThanOrEqualTo(20_000_000 - calibration.latenessNanos());
  }

  @Test
  void noTimeIsNoTime() throws InterruptedException {
    long startNanos = HostCalibration.cpuNanos();
    for (int time = 0; time < 100; time++) {
      calibration.spin(0);
      calibration.pause(0);
    }
    assertThat(HostCalibration.cpuNanos() - startNanos).isLessThan(100 * 100_000);
  }

  @Test
  void anInterruptDoesNotSpoilTheMeasurementAndIsNotLost() {
    Thread.currentThread().interrupt();
    assertThat(calibration.accuracy()).isNotEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anInterruptEndsBoth() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> calibration.spin(600_000_000_000L))
        .isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> calibration.pause(600_000_000_000L))
        .isInstanceOf(InterruptedException.class);
  }
}
