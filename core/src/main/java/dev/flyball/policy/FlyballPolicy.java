package dev.flyball.policy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

public record FlyballPolicy(Demand demand, CpuBound cpu, KneeSearch knee, long stillNanos, int stillAt, String without)
    implements SizingPolicy {

  private static final Parameter<Duration> RISE =
      Parameter.duration("rise", "500ms", "the time constant with which a higher load is believed");
  private static final Parameter<Duration> FALL =
      Parameter.duration("fall", "3s", "the time constant with which a lower load is believed");
  private static final Parameter<Duration> DRAIN =
      Parameter.duration("drain", "300ms", "the time in which a queue is to be gone");
  private static final Parameter<Double> CPU = Parameter.number("cpu-headroom", "3", "c");
  private static final Parameter<Double> E = Parameter.number("knee", "0.03", "c");
  private static final Parameter<Double> T = Parameter.number("travel", "4", "c");
  private static final Parameter<Double> WITHOUT = Parameter.number("without", "0", "c");

  static final PolicyEntry ENTRY =
      new PolicyEntry(
          "flyball",
          "Decides what limits the pool, then its size.",
          "x",
          List.of(Staffing.HEADROOM, DRAIN, RISE, FALL, CPU, E, T, WITHOUT),
          given ->
              new FlyballPolicy(
                  Demand.of(
                      Staffing.of(given.value(Staffing.HEADROOM), given.value(DRAIN)),
                      Smoothed.of(given.value(RISE).toNanos(), given.value(FALL).toNanos())),
                  CpuBound.of(given.value(CPU)),
                  KneeSearch.of(given.value(E), given.value(T)),
                  0, 0, "" + given.value(WITHOUT)));

  private static final java.util.Optional<Look> LOOK =
      java.util.Optional.of(new Look(100_000_000, 100_000_000));

  @Override
  public java.util.Optional<Look> look() {
    return LOOK;
  }

  @Override
  public Advice on(Observation seen) {
    Demand wants = demand.with(seen);
    CpuBound carries = cpu.with(seen);
    int asked = seen.size().workersAsked();
    if (seen.idle() && wants.seconds().isEmpty()) {
      return Staffing.nothingSeenYet(seen, this);
    }
    boolean progress = seen.flow().completed() > 0 || seen.size().busyMean() == 0
       || seen.times().cpuNanosSum().orElse(0) > 0.01 * seen.busyNanos();
    long still = progress ? 0 : stillNanos + seen.window().lengthNanos();
    int stillFrom = progress ? 0 : stillNanos == 0 ? asked : stillAt;
    if (!without.contains("1") && wants.seconds().isPresent()
        && still > 3e9 * wants.seconds().getAsDouble() + 1e8) {
      int rescue = Math.max(Math.min(asked, stillFrom + (int) (still / 1_000_000_000)), stillFrom + (int) Math.min(seen.size().queuedAtEnd(), still / 1_000_000_000));
      return new Advice(
          rescue,
          String.format(Locale.ROOT, "nothing has moved for %.1f s: hung, %d", still / 1e9, rescue),
          new FlyballPolicy(demand, cpu, knee, still, stillFrom, without));
    }
    int wanted = wants.workers(seen);
    KneeSearch measured = knee.with(seen);
    Advice advice = new Advice(wanted, wants.why(seen), this);
    OptionalInt most = carries.workersMax(seen);
    boolean cpuBinds = !without.contains("2") && most.isPresent() && most.getAsInt() < wanted;
    if (cpuBinds) {
      advice = advice.changed(most.getAsInt(), "the CPU carries " + most.getAsInt());
    }
    KneeSearch.Step step = without.contains("3") ? new KneeSearch.Step(advice.workers(), "", measured) : measured.step(seen, advice.workers());
    if (!step.why().isEmpty()) {
      advice = advice.changed(step.size(), step.why());
    }
    return advice.then(new FlyballPolicy(wants, carries, step.next(), still, stillFrom, without));
  }
}
