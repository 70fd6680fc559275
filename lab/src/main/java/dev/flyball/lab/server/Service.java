package dev.flyball.lab.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The description of what a kind of request does: a value, from which {@link #prepare} makes the
 * work on this machine.
 */
public interface Service {

  /** Nothing at all: an empty response. */
  Service NOTHING = site -> reply -> {};

  /** Makes what the work needs (files, calibration), once, before the first request. */
  Work prepare(Site site) throws IOException;

  /** Waiting, as for an answer from somewhere else: no CPU is used. */
  static Service waiting(Duration pause) {
    return new WaitService(pause);
  }

  /** So much CPU time, as digits of pi; how many is measured on this machine. */
  static Service cpu(Duration cpuTime) {
    return new CpuService(cpuTime);
  }

  /** The decimals of an irrational number: a given computation rather than a given time. */
  static Service digits(Irrational number, int digits) {
    return new DigitsService(number, digits);
  }

  /**
   * A file that is read and sent, and waiting for the remainder of {@code serviceTime}; the
   * response is not whole before.
   */
  static Service file(int fileBytes, Duration serviceTime) {
    return new FileService(fileBytes, serviceTime);
  }

  /** One after the other, on the same worker. */
  static Service inOrder(Service... steps) {
    return new InOrderService(List.of(steps));
  }
}
