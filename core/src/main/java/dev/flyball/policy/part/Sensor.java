package dev.flyball.policy.part;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import java.util.Optional;
import java.util.OptionalDouble;

/** A policy's reading of a sensor that may be missing, with the reason to give when it is. */
public final class Sensor {

  private Sensor() {}

  /** The value of a signal; empty where the target has none, or one that is not a number. */
  public static OptionalDouble signal(Observation seen, String name) {
    return Optional.ofNullable(seen.signals().get(name)).stream()
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value) && !Double.isInfinite(value))
        .findFirst();
  }

  /** Connected clients, or tasks in the system where there is no such signal; always finite. */
  public static double clients(Observation seen) {
    double inSystem = Math.min(Double.MAX_VALUE, seen.inSystemMean());
    return signal(seen, Signals.CONNECTIONS).stream()
        .filter(connected -> connected >= 0)
        .findFirst()
        .orElse(inSystem);
  }

  /** The advice of a policy that cannot decide: the size that is there, and what is missing. */
  public static Advice missing(String what, Observation seen, SizingPolicy policy) {
    return held(Reason.of("%s is not measured here", what), seen, policy);
  }

  /** The advice to leave the size as it is, for a reason in plain words. */
  public static Advice held(String because, Observation seen, SizingPolicy policy) {
    return held(Reason.of(because), seen, policy);
  }

  /** The advice to leave the size as it is, for a reason. */
  public static Advice held(Reason because, Observation seen, SizingPolicy policy) {
    int asked = seen.size().workersTarget();
    return new Advice(asked, Reason.of("stays at %d: %s", asked, because), policy);
  }
}
