package dev.flyball.policies.climb.distribution;

import dev.flyball.base.Require;
import dev.flyball.base.Workers;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of {@link DistributionClimb}, with the defaults of its source.
 *
 * @param core the smallest size; empty for two workers a core, at least 4
 * @param ceiling the largest size
 * @param intervalNanos the time between two decisions
 * @param hangIntervalNanos the same while nothing ends
 * @param keepBusy whether never to shrink below the workers that are busy
 */
record DistributionSettings(
    OptionalInt core, int ceiling, long intervalNanos, long hangIntervalNanos, boolean keepBusy) {

  private static final Parameter<Optional<Integer>> CORE =
      Parameter.workers("core", "none", "the smallest size, or none for two workers a core")
          .orUnset();
  private static final Parameter<Integer> CEILING =
      Parameter.workers(
          "ceiling", String.valueOf(Integer.MAX_VALUE), "the largest size, in workers");
  private static final Parameter<Duration> INTERVAL =
      Parameter.duration("interval", "1.5s", "the time between two decisions");
  private static final Parameter<Duration> HANG_INTERVAL =
      Parameter.duration("hang-interval", "750ms", "the same while nothing ends");
  private static final Parameter<Boolean> KEEP_BUSY =
      Parameter.flag("keep-busy", "true", "never fewer workers than are busy");

  static final Parameter<Long> SEED = Parameter.seed();

  static final List<Parameter<?>> PARAMETERS =
      List.of(CORE, CEILING, INTERVAL, HANG_INTERVAL, KEEP_BUSY, SEED);

  DistributionSettings {
    Require.atLeast("ceiling", core.orElse(1), ceiling);
    Require.above("intervalNanos", 0, intervalNanos);
    Require.above("hangIntervalNanos", 0, hangIntervalNanos);
  }

  static DistributionSettings of(PolicyEntry.Given given) {
    Optional<Integer> core = given.value(CORE);
    return new DistributionSettings(
        core.isPresent() ? OptionalInt.of(core.get()) : OptionalInt.empty(),
        given.value(CEILING),
        given.value(INTERVAL).toNanos(),
        given.value(HANG_INTERVAL).toNanos(),
        given.value(KEEP_BUSY));
  }

  int core(int cores) {
    return Math.min(ceiling, core.orElse(Math.max(4, Workers.moved(cores, cores))));
  }

  /**
   * How far a decision goes from one size.
   *
   * @param size the size
   * @param floor the smallest size at present
   * @param belowCeiling {@link Steps#belowCeiling} of the steps before
   */
  Steps steps(int size, int floor, int cores, int belowCeiling) {
    return Steps.at(size, floor, core(cores), ceiling, cores, belowCeiling);
  }
}
