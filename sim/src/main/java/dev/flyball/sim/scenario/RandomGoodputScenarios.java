package dev.flyball.sim.scenario;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.List;

/**
 * A generator of random scenarios about goodput under overload: each seed is one.
 *
 * <p>What limits the throughput is drawn first (servers, a peak, the processors, servers and
 * processors together, or nothing but workers), then the mean time of a task, the load (50 to 250 %
 * of the capacity) and the deadline (2 to 20 mean times). The rest follows: whether the load comes
 * all the time, for a while, in waves or in bursts; classes, or two kinds with deadlines of their
 * own; the pool; and what slows, hangs or shrinks on the way. The odds are the numbers in this
 * class, and {@code docs/scenarios.md} lists them.
 *
 * <p>Like those of {@link RandomScenarios}, a drawn scenario is a file's text, and the same seed
 * gives the same text on every machine.
 */
public final class RandomGoodputScenarios {

  private static final double TASKS_MAX = 20_000;
  private static final double LENGTH_SECONDS_MIN = 20;
  private static final double LENGTH_SECONDS_MAX = 60;
  private static final String BEHIND = "backend";

  private final Draws draws;
  private final int cores;
  private final Limit limit;
  private final double serviceSeconds;
  private final int knee;
  private final double contention;
  private final double steepness;
  private final double load;
  private final double ratePerSecond;
  private final double deadlineSeconds;
  private final double lengthSeconds;

  /** What limits the throughput. */
  private enum Limit {
    NOTHING,
    SERVERS,
    PEAK,
    PROCESSORS,
    /** Servers, or the processors, whichever is less. */
    MIXED
  }

  private RandomGoodputScenarios(long seed) {
    draws = new Draws(Dice.stream(seed, 1));
    cores = draws.oneOf(2, 4, 4, 8);
    limit =
        draws.oneOf(
            Limit.NOTHING,
            Limit.SERVERS,
            Limit.SERVERS,
            Limit.SERVERS,
            Limit.PEAK,
            Limit.PEAK,
            Limit.PEAK,
            Limit.PROCESSORS,
            Limit.PROCESSORS,
            Limit.MIXED);
    serviceSeconds =
        limit == Limit.PROCESSORS ? draws.between(0.005, 0.05) : draws.between(0.02, 1);
    knee = (int) Math.round(draws.between(4, 100));
    contention = draws.chance(0.5) ? 0 : Math.rint(1000 * draws.between(0.002, 0.05)) / 1000;
    steepness = draws.chance(0.6) ? 2 : Math.rint(10 * draws.between(2.5, 6)) / 10;
    load = draws.between(0.5, 2.5);
    ratePerSecond = Math.min(load * capacityPerSecond(), TASKS_MAX / LENGTH_SECONDS_MIN);
    deadlineSeconds = serviceSeconds * draws.between(2, 20);
    lengthSeconds =
        Math.rint(
            Math.max(LENGTH_SECONDS_MIN, Math.min(LENGTH_SECONDS_MAX, TASKS_MAX / ratePerSecond)));
    write(seed);
  }

  /** The text of the scenario of a seed, as a file of its {@link #name} has it. */
  public static String text(long seed) {
    return new RandomGoodputScenarios(seed).draws.file();
  }

  /** The name of the scenario of a seed. */
  public static String name(long seed) {
    return "goodput-" + seed;
  }

  /** The scenario of a seed. */
  public static Scenario of(long seed) {
    return ScenarioFile.parse(name(seed) + ".yaml", text(seed));
  }

  /** Tasks per second at most; of what nothing limits, what so many workers would do. */
  private double capacityPerSecond() {
    return switch (limit) {
      case NOTHING, SERVERS, MIXED -> knee / serviceSeconds;
      case PEAK ->
          knee
              * Behind.Collapse.peakingAt(BEHIND, knee, contention, steepness).speed(knee)
              / serviceSeconds;
      case PROCESSORS -> cores / serviceSeconds;
    };
  }

  // ---- The file

  private void write(long seed) {
    draws.line("name: %s", name(seed));
    draws.line("models: a draw about goodput");
    draws.line("length: %s", Draws.duration(lengthSeconds));
    draws.line("seed: %d", seed);
    draws.line("host: {cores: %d}", cores);
    if (limit != Limit.PROCESSORS) {
      draws.line("behind:");
      draws.line("  %s: %s", BEHIND, law());
    }
    draws.line(
        "pool: {initial: %d, max: %d, queue: %s, deadline: %s}",
        draws.oneOf(1, 10, 10, 50),
        draws.oneOf(200, 500, 500, 1000),
        draws.chance(0.8) ? "unbounded" : String.valueOf(Math.round(draws.between(50, 1000))),
        Draws.duration(deadlineSeconds));
    writeArrivals();
    draws.line("kinds:");
    writeKinds();
    List<String> changes = changes();
    if (!changes.isEmpty()) {
      draws.line("changes:");
      changes.forEach(change -> draws.line("  - %s", change));
    }
  }

  private String law() {
    return limit == Limit.PEAK
        ? Draws.text("{peak: %d, contention: %s, steepness: %s}", knee, contention, steepness)
        : "{servers: " + (limit == Limit.NOTHING ? 100_000 : knee) + "}";
  }

  /** The load all the time, for a while, from some moment on, in waves or in bursts. */
  private void writeArrivals() {
    draws.line("arrivals:");
    String steady = "poisson: " + Draws.rate(ratePerSecond);
    String calm = "poisson: " + Draws.rate(ratePerSecond * draws.between(0.4, 0.8) / load);
    double from = moment(0.2, 0.4);
    switch (draws.below(10)) {
      case 0, 1, 2 -> {
        draws.line("  - {from: 0s, %s}", calm);
        draws.line("  - {from: %s, %s}", Draws.duration(from), steady);
        draws.line("  - {from: %s, %s}", Draws.duration(from + moment(0.1, 0.35)), calm);
      }
      case 3 -> {
        draws.line("  - {from: 0s, %s}", calm);
        draws.line("  - {from: %s, %s}", Draws.duration(from), steady);
      }
      case 4 ->
          draws.line(
              "  - {from: 0s, sine: {mean: %s, swing: %.2f, period: %s}}",
              Draws.rate(0.7 * ratePerSecond),
              0.2 + 0.75 * draws.even(),
              Draws.duration(draws.between(4, 30)));
      case 5 ->
          draws.line(
              "  - {from: 0s, bursts: {calm: %s, burst: %s, mean-calm: %s, mean-burst: %s}}",
              Draws.rate(draws.between(0.2, 0.6) * ratePerSecond),
              Draws.rate(draws.between(1, 2) * ratePerSecond),
              Draws.duration(draws.between(2, 10)),
              Draws.duration(draws.between(0.5, 4)));
      default -> draws.line("  - {from: 0s, %s}", steady);
    }
  }

  /** A moment of the run, or a part of it, from one share of its length to another. */
  private double moment(double fromShare, double toShare) {
    return lengthSeconds * (fromShare + (toShare - fromShare) * draws.even());
  }

  private void writeKinds() {
    if (draws.chance(0.5)) {
      draws.line("  task: {%s}", steps(serviceSeconds));
    } else if (draws.chance(0.5)) {
      double critical = draws.between(0.05, 0.4);
      double low = draws.between(0.1, 0.5);
      String steps = steps(serviceSeconds);
      draws.line("  first: {share: %.3f, %s, importance: critical}", critical, steps);
      draws.line("  last: {share: %.3f, %s, importance: low}", low, steps);
      draws.line("  usual: {share: %.3f, %s}", 1 - rounded(critical) - rounded(low), steps);
    } else {
      double longShare = draws.oneOf(0.5, 0.2, 0.05);
      double ratio = draws.between(2, 20);
      double quick = serviceSeconds / (1 - longShare + longShare * ratio);
      double patience = draws.between(3, 20);
      draws.line("  quick: {share: %s, %s}", 1 - longShare, steps(quick));
      draws.line(
          "  long: {share: %s, %s, deadline: %s}",
          longShare, steps(quick * ratio), Draws.duration(quick * ratio * patience));
    }
  }

  private static double rounded(double share) {
    return Math.rint(1000 * share) / 1000;
  }

  /** The steps of a kind whose task takes so long in the mean, most of it where the limit is. */
  private String steps(double seconds) {
    String call = "call: {" + BEHIND + ": " + draws.distribution(seconds) + "}";
    return switch (limit) {
      case NOTHING, SERVERS, PEAK -> call;
      case MIXED -> {
        double computing = seconds * cores / knee * draws.between(0.7, 1.5);
        yield "cpu: " + draws.distribution(computing) + ", " + call;
      }
      case PROCESSORS -> "cpu: " + draws.distribution(seconds);
    };
  }

  private List<String> changes() {
    List<String> changes = new ArrayList<>();
    if (draws.chance(0.65)) {
      return changes;
    }
    double at = moment(0.25, 0.5);
    double until = at + draws.between(1, 0.3 * lengthSeconds);
    boolean moves = limit == Limit.SERVERS || limit == Limit.PEAK;
    if (limit == Limit.PROCESSORS) {
      changes.add(Draws.change(at, "cores: " + cores / 2));
      changes.add(Draws.change(until, "cores: " + cores));
    } else if (moves && draws.chance(0.3)) {
      boolean less = draws.chance(0.6);
      double factor = less ? draws.between(0.4, 0.8) : draws.between(1.3, 2.5);
      changes.add(
          Draws.change(
              at, "capacity: {" + BEHIND + ": " + Math.max(1, Math.round(knee * factor)) + "}"));
      if (draws.chance(0.5)) {
        changes.add(Draws.change(until, "capacity: {" + BEHIND + ": " + knee + "}"));
      }
    } else if (draws.chance(0.75)) {
      changes.add(
          Draws.change(at, Draws.text("slower: {%s: %.2f}", BEHIND, draws.between(1.5, 6))));
      changes.add(Draws.change(until, "recovers: " + BEHIND));
    } else {
      changes.add(Draws.change(at, "hangs: " + BEHIND));
      changes.add(Draws.change(Math.min(until, at + 6), "recovers: " + BEHIND));
    }
    return changes;
  }
}
