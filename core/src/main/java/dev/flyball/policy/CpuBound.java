package dev.flyball.policy;

import java.util.OptionalInt;

record CpuBound(double beta, double blockedNanos, double cpuNanos) {

  private static final double MEMORY_NANOS = 10e9;

  static CpuBound of(double beta) {
    return new CpuBound(beta, 0, 0);
  }

  CpuBound with(Observation seen) {
    if (seen.blockedNanos().isEmpty() || seen.size().busyMean() == 0) {
      return this;
    }
    double kept = StrictMath.exp(-seen.window().lengthNanos() / MEMORY_NANOS);
    return new CpuBound(
        beta,
        Math.min(1e300, blockedNanos * kept + seen.blockedNanos().getAsDouble()),
        Math.min(1e300, cpuNanos * kept + seen.times().cpuNanosSum().orElse(0)));
  }

  OptionalInt workersMax(Observation seen) {
    if (cpuNanos <= 0) {
      return OptionalInt.empty();
    }
    double blocked = seen.host().cores() * Math.min(1e300, blockedNanos / cpuNanos);
    double ready = Math.max(1, seen.host().cores());
    return OptionalInt.of(
        Workers.roundedUp(
            Math.min(1e300, ready + blocked + beta * Math.sqrt(blocked))));
  }
}
