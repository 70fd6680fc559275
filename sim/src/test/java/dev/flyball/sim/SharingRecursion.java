package dev.flyball.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * The schedule of tasks that share processors equally, worked out in real numbers, from one arrival
 * or end to the next: each of n tasks runs at speed(n), and all that are there are looked at each
 * time.
 */
final class SharingRecursion {

  /** How fast each of so many tasks runs. */
  interface Speed {
    double of(int tasks);
  }

  private final Speed speed;
  private final List<Double> leftNanos = new ArrayList<>();
  private double atNanos;
  private double responseNanosSum;

  SharingRecursion(Speed speed) {
    this.speed = speed;
  }

  void arrive(double newAtNanos, double workNanos) {
    workUntil(newAtNanos);
    leftNanos.add(workNanos);
  }

  /** The sum of all response times, once everybody has ended. */
  double finish() {
    workUntil(Double.POSITIVE_INFINITY);
    return responseNanosSum;
  }

  private void workUntil(double untilNanos) {
    while (!leftNanos.isEmpty()) {
      double speedNow = speed.of(leftNanos.size());
      double least = leftNanos.stream().mapToDouble(left -> left).min().orElseThrow();
      double stepNanos = Math.min(least / speedNow, untilNanos - atNanos);
      responseNanosSum += stepNanos * leftNanos.size();
      atNanos += stepNanos;
      double worked = least / speedNow <= stepNanos ? least : stepNanos * speedNow;
      leftNanos.replaceAll(left -> left - worked);
      leftNanos.removeIf(left -> left <= 0);
      if (atNanos >= untilNanos) {
        return;
      }
    }
    atNanos = untilNanos;
  }
}
