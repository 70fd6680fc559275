package dev.flyball.control;

import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** A target that does as it is told, on a clock that moves one second per observation. */
public final class ScriptedTarget implements Resizable {
  public int workers = 4;
  long arrived;
  long serviceNanosSum;
  public long nowNanos;
  public double queued;
  public ResizeCost cost = ResizeCost.FREE;
  boolean blind;
  double busy;
  long cpuNanosSum;
  public boolean stuck;
  Runnable alarm = () -> {};
  Optional<Room> room = Optional.empty();
  LongConsumer waits = IGNORE_WAITS;
  BooleanSupplier worksHere = () -> false;

  @Override
  public Observation observe() {
    if (blind) {
      throw new IllegalStateException("cannot see");
    }
    long start = nowNanos;
    nowNanos += 1_000_000_000L;
    return Observation.of(start, 1_000_000_000L)
        .workers(workers)
        .queued(queued, Math.round(queued))
        .arrived(arrived)
        .started(arrived)
        .completed(arrived)
        .serviceNanos(serviceNanosSum)
        .responseNanos(serviceNanosSum)
        .busy(busy)
        .cpuNanos(cpuNanosSum > 0 ? OptionalLong.of(cpuNanosSum) : OptionalLong.empty())
        .runQueueWaitNanos(cpuNanosSum > 0 ? OptionalLong.of(0) : OptionalLong.empty())
        .cores(2)
        .build();
  }

  @Override
  public Optional<Room> room() {
    return room;
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
  public void onWait(LongConsumer waitedNanos) {
    waits = waitedNanos;
  }

  @Override
  public boolean worksHere() {
    return worksHere.getAsBoolean();
  }

  @Override
  public boolean onSaturation(Runnable told) {
    alarm = told;
    return true;
  }
}
