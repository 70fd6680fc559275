package dev.flyball.policies;

import static dev.flyball.policy.SaturatedPlant.slots;
import static dev.flyball.policy.SaturatedPlant.topAt;

import dev.flyball.policies.climb.HillClimb;
import dev.flyball.policy.Advice;
import dev.flyball.policy.SaturatedPlant;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What was measured of production climbers elsewhere, measured again, as the rows of a table. */
final class PublishedFindings {

  private static final double SECONDS = 600;
  private static final int SEEDS = 20;

  static final SaturatedPlant K64 = slots(64, 0.02, 0.1);
  static final SaturatedPlant K64_NOISY = slots(64, 0.02, 0.3);
  static final SaturatedPlant K16 = slots(16, 0.02, 0.1);
  private static final SaturatedPlant USELESS = slots(1, 0.002, 0.1);
  private static final SaturatedPlant TOP = topAt(25, 0.1);

  /**
   * The climbers that were measured, each shown windows of its own interval or finer. The level of
   * the hill climb is its size without the wave, of the others it is the size.
   */
  enum Measured {
    HILL("hill-climb", 0.02),
    DISTRIBUTION("distribution-climb(keep-busy=false)", 1.5),
    PROBE("throughput-probe(ceiling=256)", 0.1);

    private final String specification;
    private final double windowSeconds;

    Measured(String specification, double windowSeconds) {
      this.specification = specification;
      this.windowSeconds = windowSeconds;
    }

    private static double level(Advice advice) {
      return advice.next() instanceof HillClimb climb ? climb.control() : advice.workers();
    }

    /** All runs on a plant from a start; the same are made once. */
    Runs on(SaturatedPlant plant, int start) {
      return DONE.computeIfAbsent(List.of(this, plant, start), absent -> made(plant, start));
    }

    private Runs made(SaturatedPlant plant, int start) {
      List<Run> runs =
          LongStream.rangeClosed(1, SEEDS)
              .parallel()
              .mapToObj(seed -> run(plant, start, seed))
              .toList();
      return new Runs(start, windowSeconds, runs);
    }

    private Run run(SaturatedPlant plant, int start, long seed) {
      SizingPolicy policy = new Climber(specification, windowSeconds, SECONDS, 0).policy(seed);
      Run run = new Run(new ArrayList<>(), new ArrayList<>());
      plant.run(
          policy,
          start,
          SECONDS,
          windowSeconds,
          seed,
          advice -> {
            run.sizes.add(advice.workers());
            run.levels.add(level(advice));
          });
      return run;
    }
  }

  private static final Map<List<Object>, Runs> DONE = new ConcurrentHashMap<>();

  /** The sizes and the levels of one run, window by window. */
  private record Run(List<Integer> sizes, List<Double> levels) {}

  /** All runs of one climber on one plant. */
  record Runs(int start, double windowSeconds, List<Run> all) {

    /** The median of the times at which the size first was at a bound, or beyond. */
    double secondsUntil(int bound) {
      List<Double> times =
          all.stream().map(run -> secondsUntil(run.sizes, bound)).sorted().toList();
      return (times.get((times.size() - 1) / 2) + times.get(times.size() / 2)) / 2;
    }

    private double secondsUntil(List<Integer> run, int bound) {
      for (int window = 0; window < run.size(); window++) {
        if (start < bound ? run.get(window) >= bound : run.get(window) <= bound) {
          return (window + 1) * windowSeconds;
        }
      }
      return Double.POSITIVE_INFINITY;
    }

    int smallest() {
      return all.stream()
          .flatMapToInt(run -> run.sizes.stream().mapToInt(Integer::intValue))
          .min()
          .orElseThrow();
    }

    /** The level over the second half of the runs, averaged. */
    double mean() {
      return all.stream().mapToDouble(run -> mean(run.levels)).average().orElseThrow();
    }

    /** The deviation of the level inside the second half of a run, averaged over the runs. */
    double deviation() {
      return all.stream().mapToDouble(run -> deviation(run.levels)).average().orElseThrow();
    }

    private static double mean(List<Double> run) {
      return secondHalf(run).stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static double deviation(List<Double> run) {
      double mean = mean(run);
      return Math.sqrt(
          secondHalf(run).stream()
              .mapToDouble(size -> (size - mean) * (size - mean))
              .average()
              .orElseThrow());
    }

    private static List<Double> secondHalf(List<Double> run) {
      return run.subList(run.size() / 2, run.size());
    }
  }

  /** A figure taken from runs, with its name. */
  private record Figure(String name, Function<Runs, String> of) {}

  private static final Figure LEVEL =
      new Figure(
          "size, deviation",
          runs ->
              KnownAnswers.decimal(runs.mean()) + ", " + KnownAnswers.decimal(runs.deviation()));

  private static Figure until(int bound) {
    return new Figure(
        "time until " + bound,
        runs ->
            Double.isInfinite(runs.secondsUntil(bound))
                ? "never in 600 s"
                : Math.round(runs.secondsUntil(bound)) + " s");
  }

  private PublishedFindings() {}

  static String table() {
    return Stream.of(
            head(),
            row("64 slots", Measured.HILL, K64, 8, until(58), "38 s"),
            row("64 slots", Measured.HILL, K64, 8, LEVEL, "64, 1.4"),
            row("64 slots, noise 30 %", Measured.HILL, K64_NOISY, 8, LEVEL, "62, 1.6"),
            row("64 slots, 1 s", Measured.HILL, slots(64, 1, 0.1), 8, until(58), "160 s"),
            row("64 slots, 5 s", Measured.HILL, slots(64, 5, 0.1), 8, until(58), "440 s"),
            row("workers are useless", Measured.HILL, USELESS, 8, LEVEL, "8.4"),
            row("16 slots, from 200", Measured.HILL, K16, 200, until(20), "never in 600 s"),
            row("top at 25", Measured.HILL, TOP, 8, LEVEL, "20"),
            row("top at 25, from 200", Measured.HILL, TOP, 200, until(30), "219 s"),
            row("64 slots", Measured.DISTRIBUTION, K64, 16, until(58), "12 s"),
            row("64 slots", Measured.DISTRIBUTION, K64, 16, LEVEL, "234, 26"),
            row("64 slots, noise 30 %", Measured.DISTRIBUTION, K64_NOISY, 16, LEVEL, "314, 48"),
            row("64 slots, shallow", Measured.DISTRIBUTION, K64.shallow(), 16, LEVEL, "166"),
            row("64 slots, 1 s", Measured.DISTRIBUTION, slots(64, 1, 0.1), 16, until(58), "12 s"),
            row("workers are useless", Measured.DISTRIBUTION, USELESS, 16, LEVEL, "72"),
            row("16 slots, from 200", Measured.DISTRIBUTION, K16, 200, until(24), "never in 600 s"),
            row("top at 25", Measured.DISTRIBUTION, TOP, 16, LEVEL, "35"),
            row("top at 25, from 200", Measured.DISTRIBUTION, TOP, 200, until(32), "-"),
            row(
                "top at 25, shallow, from 200",
                Measured.DISTRIBUTION,
                TOP.shallow(),
                200,
                until(32),
                "173 s"),
            row(
                "8 cores, busy",
                Measured.DISTRIBUTION,
                slots(8, 0.02, 0.1).busy(),
                16,
                LEVEL,
                "37"),
            row("64 slots", Measured.PROBE, K64, 16, until(58), "16 s"),
            row("64 slots", Measured.PROBE, K64, 16, LEVEL, "its ceiling"))
        .collect(Collectors.joining("\n"));
  }

  private static String head() {
    return "| plant | policy | figure | elsewhere | here |\n|---|---|---|---|---|";
  }

  private static String row(
      String words,
      Measured climber,
      SaturatedPlant plant,
      int start,
      Figure figure,
      String elsewhere) {
    String here = figure.of().apply(climber.on(plant, start));
    List<String> cells =
        List.of(words, "`" + climber.specification + "`", figure.name(), elsewhere, here);
    return "| " + String.join(" | ", cells) + " |";
  }
}
