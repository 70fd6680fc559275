package dev.flyball.policy;

import java.util.OptionalDouble;

record ServiceTime(RecentMean mean, RecentMean batch, int strange) {
  private static final double BATCH = 10;
  static final ServiceTime NOTHING = new ServiceTime(RecentMean.NOTHING, RecentMean.NOTHING, 0);

  ServiceTime with(double secondsSum, long count) {
    if (count <= 0) {
      return this;
    }
    RecentMean all = mean.with(secondsSum, count);
    RecentMean more = batch.with(secondsSum, count);
    if (more.weight() < BATCH) {
      return new ServiceTime(all, more, strange);
    }
    double was = mean.mean().orElse(0);
    double now = more.mean().orElse(0);
    double apart = Math.abs(now - was);
    double chance = 3.0 / Math.sqrt(more.weight()) * Math.min(now, was);
    int sign = apart <= chance ? 0 : now > was ? 1 : -1;
    if (sign != 0 && sign == strange) {
      return new ServiceTime(more, RecentMean.NOTHING, 0);
    }
    return new ServiceTime(all, RecentMean.NOTHING, sign);
  }

  OptionalDouble seconds() {
    return mean.mean();
  }
}
