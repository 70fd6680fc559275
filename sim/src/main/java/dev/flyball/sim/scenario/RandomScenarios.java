package dev.flyball.sim.scenario;

import dev.flyball.base.Dice;
import java.util.ArrayList;
import java.util.List;

/**
 * A generator of random scenarios: each seed is one, drawn from a distribution over all that a
 * scenario can say.
 *
 * <p>The limiting resource is drawn first (nothing, servers, a peak with a round or a sharp top, a
 * rate, a lock, the processors), and the length of a task. Then the offered share of that limit is
 * drawn, mostly from 20 to 95 %, so most scenarios can be served and many only just. The rest
 * follows: how tasks arrive (steadily, in steps, waves, bursts, from clients; on top of that a pile
 * at the start or later), of how many kinds, with what scatter, with which time-outs, retries and
 * failures; the pool's first size, bound, queue and idle time; and the changes on the way. The odds
 * are the numbers in this class, and {@code docs/scenarios.md} lists them.
 *
 * <p>A drawn scenario is a file's text, read like any file. So it can be printed, kept and changed.
 * The same seed gives the same text on every machine.
 */
public final class RandomScenarios {

  private static final double TASKS_MAX = 15_000;
  private static final double LENGTH_SECONDS_MIN = 15;
  private static final double LENGTH_SECONDS_MAX = 60;

  /** A pile is at most what arrives in so many seconds; it is for queues that have room for it. */
  private static final double RATE_PILES_MAX = 3;

  private static final String BEHIND = "backend";

  private final Draws draws;
  private final List<String> changes = new ArrayList<>();

  private final int cores;
  private final Limit limit;
  private final double serviceSeconds;
  private final int knee;
  private final double contention;
  private final double steepness;
  private final double ratePerSecond;
  private final double lengthSeconds;
  private int queueMax;

  /** The limiting resource of the throughput, if it is not the workers. */
  private enum Limit {
    NOTHING,
    SERVERS,
    PEAK,
    RATE,
    LOCK,
    PROCESSORS
  }

  private RandomScenarios(long seed) {
    draws = new Draws(Dice.stream(seed, 0));
    cores = draws.oneOf(1, 2, 2, 4, 4, 8, 16, 64);
    limit =
        draws.oneOf(
            Limit.NOTHING,
            Limit.NOTHING,
            Limit.SERVERS,
            Limit.SERVERS,
            Limit.PEAK,
            Limit.PEAK,
            Limit.PEAK,
            Limit.RATE,
            Limit.LOCK,
            Limit.PROCESSORS);
    boolean computes = limit == Limit.LOCK || limit == Limit.PROCESSORS;
    serviceSeconds = computes ? draws.between(0.002, 0.05) : draws.between(0.005, 1.5);
    knee = (int) Math.round(draws.between(3, 120));
    contention = draws.chance(0.5) ? 0 : Math.rint(1000 * draws.between(0.002, 0.1)) / 1000;
    steepness = draws.chance(0.6) ? 2 : Math.rint(10 * draws.between(2.5, 6)) / 10;
    double load = draws.chance(0.15) ? draws.between(0.95, 1.6) : 0.2 + 0.75 * draws.even();
    ratePerSecond = Math.min(load * capacityPerSecond(), TASKS_MAX / LENGTH_SECONDS_MIN);
    lengthSeconds =
        Math.rint(
            Math.max(LENGTH_SECONDS_MIN, Math.min(LENGTH_SECONDS_MAX, TASKS_MAX / ratePerSecond)));
    write(seed);
  }

  /** The text of the scenario of a seed, as a file of its {@link #name} has it. */
  public static String text(long seed) {
    return new RandomScenarios(seed).draws.file();
  }

  /** The name of the scenario of a seed. */
  public static String name(long seed) {
    return "random-" + seed;
  }

  /** The scenario of a seed. */
  public static Scenario of(long seed) {
    return ScenarioFile.parse(name(seed) + ".yaml", text(seed));
  }

  // ---- Draws

  /** A moment of the run, from one share of its length to another. */
  private double moment(double fromShare, double toShare) {
    return lengthSeconds * (fromShare + (toShare - fromShare) * draws.even());
  }

  /** Tasks per second at most; of what nothing limits, what so many workers would do. */
  private double capacityPerSecond() {
    return switch (limit) {
      case NOTHING, SERVERS, RATE -> knee / serviceSeconds;
      case PEAK ->
          knee
              * Behind.Collapse.peakingAt(BEHIND, knee, contention, steepness).speed(knee)
              / serviceSeconds;
      case LOCK -> 1 / serviceSeconds;
      case PROCESSORS -> cores / serviceSeconds;
    };
  }

  // ---- The file

  private void write(long seed) {
    draws.line("name: %s", name(seed));
    draws.line("models: a draw");
    draws.line("length: %s", Draws.duration(lengthSeconds));
    draws.line("seed: %d", seed);
    boolean crowded = limit == Limit.PROCESSORS ? draws.chance(0.2) : draws.chance(0.04);
    draws.line(
        crowded ? "host: {cores: %d, neighbours: %.2f}" : "host: {cores: %d}",
        cores,
        (0.2 + 0.6 * draws.even()) * cores);
    writeBehind();
    writePool();
    writeArrivals();
    writeKinds();
    drawChanges();
    if (!changes.isEmpty()) {
      draws.line("changes:");
      changes.forEach(change -> draws.line("  - %s", change));
    }
  }

  private void writeBehind() {
    String law =
        switch (limit) {
          case SERVERS -> "{servers: " + knee + "}";
          case PEAK ->
              Draws.text("{peak: %d, contention: %s, steepness: %s}", knee, contention, steepness);
          case RATE -> "{rate: " + Draws.rate(knee / serviceSeconds) + "}";
          case LOCK -> "lock";
          case NOTHING, PROCESSORS -> "";
        };
    if (!law.isEmpty()) {
      draws.line("behind:");
      draws.line("  %s: %s", BEHIND, law);
    }
  }

  private boolean hasRoomForPiles() {
    return queueMax >= RATE_PILES_MAX * ratePerSecond;
  }

  private void writePool() {
    int initial = draws.oneOf(1, 2, 10, 10, 16, 100);
    int max = Math.max(initial, draws.oneOf(100, 300, 500, 1000));
    boolean bounded = draws.chance(0.2);
    queueMax =
        bounded
            ? (draws.chance(0.1) ? 0 : (int) Math.round(draws.between(5, 1000)))
            : Integer.MAX_VALUE;
    String queue = bounded ? String.valueOf(queueMax) : "unbounded";
    draws.line(
        "pool: {initial: %d, max: %d, queue: %s, idle: %s}",
        initial, max, queue, draws.chance(0.85) ? "500ms" : "60s");
  }

  private void writeArrivals() {
    if (limit != Limit.NOTHING && draws.chance(0.12)) {
      double think = draws.between(0.01, 2);
      double clients =
          Math.max(2, ratePerSecond * (serviceSeconds + think) * draws.between(0.7, 3));
      draws.line(
          "arrivals: {closed: {clients: %d, think: {exponential: %s}}}",
          Math.round(Math.min(1000, clients)), Draws.duration(think));
      return;
    }
    draws.line("arrivals:");
    boolean early = draws.chance(0.2) && hasRoomForPiles();
    if (early) {
      draws.line("  - {from: 0s, at-once: %d}", pile());
    }
    draws.line("  - {from: %s, %s}", early ? "1ms" : "0s", source(true));
    if (draws.chance(0.15) && hasRoomForPiles()) {
      double at = moment(0.3, 0.6);
      draws.line("  - {from: %s, at-once: %d}", Draws.duration(at), pile());
      draws.line("  - {from: %s, %s}", Draws.duration(at + 0.001), source(false));
    }
  }

  /** What comes at once: from a fifth of a second's arrivals to three seconds'. */
  private long pile() {
    return Math.max(
        5, Math.min(3_000, Math.round(ratePerSecond * draws.between(0.2, RATE_PILES_MAX))));
  }

  private String source(boolean mayStep) {
    return switch (draws.below(mayStep ? 8 : 3)) {
      case 1 ->
          Draws.text(
              "sine: {mean: %s, swing: %.2f, period: %s}",
              Draws.rate(0.7 * ratePerSecond),
              0.2 + 0.75 * draws.even(),
              Draws.duration(draws.between(2, 30)));
      case 2 ->
          Draws.text(
              "bursts: {calm: %s, burst: %s, mean-calm: %s, mean-burst: %s}",
              Draws.rate(draws.between(0.05, 0.8) * ratePerSecond),
              Draws.rate(draws.between(1, 3) * ratePerSecond),
              Draws.duration(draws.between(1, 10)),
              Draws.duration(draws.between(0.2, 3)));
      case 3 ->
          Draws.text(
              "periodic-random: {low: %s, high: %s, every: %s}",
              Draws.rate(0.1 * ratePerSecond),
              Draws.rate(1.1 * ratePerSecond),
              Draws.duration(draws.between(2, 15)));
      case 4 -> {
        double before = draws.between(0.005, 0.5);
        double at = moment(0.1, 0.28);
        yield Draws.text(
            "poisson: %s}\n  - {from: %s, poisson: %s",
            Draws.rate(before * ratePerSecond), Draws.duration(at), Draws.rate(ratePerSecond));
      }
      default -> "poisson: " + Draws.rate(ratePerSecond);
    };
  }

  private void writeKinds() {
    String ends = retryRule();
    draws.line("kinds:");
    if (draws.chance(0.65)) {
      draws.line("  task: {%s%s}", steps(serviceSeconds), ends);
      return;
    }
    // Two kinds with the same mean together: the rare one is longer, up to far longer.
    double rareShare = draws.oneOf(0.5, 0.2, 0.05, 0.01);
    double ratio = draws.between(2, Math.min(500, 5 / serviceSeconds + 2));
    double common = serviceSeconds / (1 - rareShare + rareShare * ratio);
    draws.line("  common: {share: %s, %s%s}", 1 - rareShare, steps(common), ends);
    draws.line("  rare: {share: %s, %s%s}", rareShare, steps(common * ratio), ends);
    if (draws.chance(0.2)) {
      changes.add(
          Draws.text(
              "{at: %s, mix: {common: %s, rare: %s}}",
              Draws.duration(moment(0.3, 0.7)), 1 - rareShare / 2, rareShare / 2));
    }
  }

  private String retryRule() {
    String fails = draws.chance(0.1) ? Draws.text(", fails: %.3f", draws.between(0.01, 0.3)) : "";
    if (limit == Limit.LOCK || limit == Limit.PROCESSORS || !draws.chance(0.15)) {
      return fails;
    }
    String timeout =
        ", timeout: " + Draws.duration(Math.max(draws.oneOf(1.0, 4.0), 8 * serviceSeconds));
    return fails + timeout + (draws.chance(0.3) ? ", retries: " + (1 + draws.below(3)) : "");
  }

  /** The steps of a kind whose task takes so long in the mean, most of it where the limit is. */
  private String steps(double seconds) {
    return switch (limit) {
      case NOTHING -> computing() + "wait: " + draws.distribution(seconds);
      case SERVERS, PEAK, RATE -> computing() + call(seconds);
      case LOCK ->
          "wait: " + draws.distribution(draws.between(1, 20) * seconds) + ", " + call(seconds);
      case PROCESSORS ->
          "cpu: "
              + draws.distribution(seconds)
              + (draws.chance(0.6)
                  ? ", wait: " + draws.distribution(draws.between(0.1, 10) * seconds)
                  : "");
    };
  }

  private String call(double seconds) {
    return "call: {" + BEHIND + ": " + draws.distribution(seconds) + "}";
  }

  /** A little computing, at most a tenth of what the processors have. */
  private String computing() {
    double most = 0.1 * cores / ratePerSecond;
    return draws.chance(0.5)
        ? "cpu: " + Draws.duration(Math.min(most, draws.between(0.00002, 0.001))) + ", "
        : "";
  }

  private void drawChanges() {
    boolean calls = limit == Limit.SERVERS || limit == Limit.PEAK || limit == Limit.RATE;
    if (draws.chance(0.65)) {
      return;
    }
    double at = moment(0.25, 0.5);
    double until = at + draws.between(1, 0.3 * lengthSeconds);
    if (limit == Limit.PROCESSORS || draws.chance(0.1)) {
      boolean cut = cores > 1 && draws.chance(0.5);
      changes.add(0, Draws.change(at, cut ? "cores: " + cores / 2 : "neighbours: " + 0.6 * cores));
      changes.add(Draws.change(until, cut ? "cores: " + cores : "neighbours: 0"));
    } else if (calls && draws.chance(0.35) && limit != Limit.RATE) {
      long moved =
          Math.max(
              1,
              Math.round(
                  knee * (draws.chance(0.5) ? draws.between(0.3, 0.8) : draws.between(1.2, 3))));
      changes.add(Draws.change(at, "capacity: {" + BEHIND + ": " + moved + "}"));
    } else if (calls && draws.chance(0.75)) {
      String slower = Draws.text("%.2f", draws.between(1.3, 8));
      changes.add(Draws.change(at, "slower: {" + BEHIND + ": " + slower + "}"));
      changes.add(Draws.change(until, "recovers: " + BEHIND));
    } else if (calls) {
      changes.add(Draws.change(at, "hangs: " + BEHIND));
      changes.add(Draws.change(Math.min(until, at + 8), "recovers: " + BEHIND));
    }
  }
}
