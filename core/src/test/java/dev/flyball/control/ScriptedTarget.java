package dev.flyball.control;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Quantiles;
import java.util.Collections;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A target that does as it is told, on a clock that moves one second per observation. */
public final class ScriptedTarget implements Resizable {
  public int workers = 4;
  long arrived;
  long serviceNanosSum;
  public long nowNanos;
  public double queued;
  public ResizeCost cost = ResizeCost.FREE;
  boolean blind;
  public boolean stuck;
  Runnable alarm = () -> {};

  @Override
  public Observation observe() {
    if (blind) {
      throw new IllegalStateException("cannot see");
    }
    long start = nowNanos;
    nowNanos += 1_000_000_000L;
    return new Observation(
        new Observation.Window(start, 1_000_000_000L),
        new Observation.Size(workers, workers, workers, 0, queued, Math.round(queued)),
        new Observation.Flow(arrived, arrived, arrived, 0, 0),
        new Observation.Times(
            serviceNanosSum,
            0,
            0,
            serviceNanosSum,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Quantiles.EMPTY,
            Quantiles.EMPTY),
        Observation.Offered.UNKNOWN,
        new Observation.Host(2, OptionalDouble.empty(), OptionalDouble.empty()),
        Collections.emptySortedMap());
  }

  @Override
  public void resize(int wanted) {
    if (stuck) {
      throw new IllegalStateException("cannot move");
    }
    workers = wanted;
  }

  @Override
  public ResizeCost resizeCost() {
    return cost;
  }

  @Override
  public boolean onShortage(Runnable told) {
    alarm = told;
    return true;
  }
}
