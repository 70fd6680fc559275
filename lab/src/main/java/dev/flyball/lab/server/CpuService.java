package dev.flyball.lab.server;

import java.time.Duration;

/**
 * So much CPU time, made of digits of pi; how many digits that is, is measured when it is prepared.
 *
 * @param cpuTime the CPU time of one request, from 10 microseconds to 10 seconds
 */
record CpuService(Duration cpuTime) implements Service {

  CpuService {
    if (cpuTime.compareTo(Duration.ofNanos(10_000)) < 0
        || cpuTime.compareTo(Duration.ofSeconds(10)) > 0) {
      throw new IllegalArgumentException(
          "cpuTime must be from PT0.00001S to PT10S but was " + cpuTime);
    }
  }

  @Override
  public Work prepare(Site site) {
    return new DigitsService(Irrational.PI, CpuCalibration.digits(Irrational.PI, cpuTime).digits());
  }
}
