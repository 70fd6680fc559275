package dev.flyball.policies.climb.wave;

import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** The tables of docs/wave-climb.md: how the wave climber does on curves whose optimum is known. */
public final class WaveTables {

  static final int[] STARTS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

  /** Of the second curve a single worker makes 250/s, less than the printed floor. */
  static final String WITHOUT_FLOOR = "wave-climb(min-throughput=0)";

  private static final double WINDOW_SECONDS = 2;
  private static final int CONNECTIONS = 1000;
  private static final double[] NOISES = {0.05, 0.1, 0.2, 0.3};
  private static final int[] AVERAGES = {1, 2, 4, 5, 6, 8, 16, 24, 32, 64};

  /** A curve with a name and a known answer. */
  enum Curve {
    RISES_THEN_FALLS(24, 6000),
    RISES_THEN_IS_FLAT(32, 8000);

    final int optimum;
    final double best;

    Curve(int optimum, double best) {
      this.optimum = optimum;
      this.best = best;
    }

    CurvePlant.Table table() {
      return this == RISES_THEN_FALLS
          ? CurvePlant.RISING_THEN_FALLING
          : CurvePlant.RISING_THEN_FLAT;
    }

    String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private WaveTables() {}

  public static Life life(
      String specification, DoubleUnaryOperator curve, double noise, int start, int n, long seed) {
    return life(specification, noise, start, n, seed, window -> curve);
  }

  public static Life life(
      String specification,
      double noise,
      int start,
      int windows,
      long seed,
      java.util.function.IntFunction<DoubleUnaryOperator> curveOf) {
    List<Advice> advices = new ArrayList<>();
    new CurvePlant(size -> 0, noise, WINDOW_SECONDS, CONNECTIONS)
        .run(new Noted(Policies.parse(specification), advices), start, windows, seed, curveOf);
    return new Life(advices);
  }

  /** A policy whose advices are noted. */
  private record Noted(SizingPolicy policy, List<Advice> advices) implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      Advice advice = policy.advise(seen);
      advices.add(advice);
      return advice.then(new Noted(advice.next(), advices));
    }
  }

  static String withoutNoise() {
    StringBuilder text = new StringBuilder("| curve | points joined by |");
    for (int start : STARTS) {
      text.append(" from ").append(start).append(" |");
    }
    text.append("\n|---|---|").append("---|".repeat(STARTS.length)).append('\n');
    for (Curve curve : Curve.values()) {
      text.append(row(curve, "lines", curve.table()::linear));
      text.append(row(curve, "a spline", curve.table()::spline));
    }
    return text.toString();
  }

  private static String row(Curve curve, String joined, DoubleUnaryOperator function) {
    StringBuilder text = new StringBuilder();
    text.append("| ").append(curve.words()).append(", optimum ").append(curve.optimum);
    text.append(" | ").append(joined).append(" |");
    for (int start : STARTS) {
      Life life = life(WITHOUT_FLOOR, function, 0, start, 900, 1);
      text.append(
          String.format(
              Locale.ROOT, " %d (%d) |", life.lastSize(), life.firstSaying(", found") + 1));
    }
    return text.append('\n').toString();
  }

  static String withNoise() {
    StringBuilder text =
        new StringBuilder("| curve | parameters | from | 5 % | 10 % | 20 % | 30 % |\n");
    text.append("|---|---|---|---|---|---|---|\n");
    for (Curve curve : Curve.values()) {
      for (String specification : List.of("", "average=16,wave-share=0.5")) {
        for (int start : new int[] {1, 72, 512}) {
          text.append("| ").append(curve.words()).append(" | ");
          text.append(specification.isEmpty() ? "as printed" : "`" + specification + "`");
          text.append(" | ").append(start).append(" |");
          for (double noise : NOISES) {
            text.append(cell(curve, specification, start, noise));
          }
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  private static String cell(Curve curve, String specification, int start, double noise) {
    int good = 0;
    List<Integer> ends = new ArrayList<>();
    List<Integer> founds = new ArrayList<>();
    String more = specification.isEmpty() ? "" : "," + specification;
    for (int seed = 1; seed <= 100; seed++) {
      Life life =
          life(
              "wave-climb(min-throughput=0,log=false" + more + ")",
              curve.table()::linear,
              noise,
              start,
              300,
              seed);
      good += curve.table().linear(life.lastSize()) >= 0.9 * curve.best ? 1 : 0;
      ends.add(life.lastSize());
      int found = life.firstSaying("optimized at");
      founds.add(found < 0 ? 300 : found + 1);
    }
    return String.format(Locale.ROOT, " %d %%, %d, %d |", good, median(ends), median(founds));
  }

  private static int median(List<Integer> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  static String restarts() {
    StringBuilder text = new StringBuilder("| noise |");
    for (int average : AVERAGES) {
      text.append(' ').append(average).append(" |");
    }
    text.append("\n|---|").append("---|".repeat(AVERAGES.length)).append('\n');
    for (double noise : NOISES) {
      text.append(String.format(Locale.ROOT, "| %.0f %% |", 100 * noise));
      for (int average : AVERAGES) {
        text.append(String.format(Locale.ROOT, " %.1f |", restartsPerHour(noise, average)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** How often an hour the search begins again though the curve never changes. */
  static double restartsPerHour(double noise, int average) {
    int seeds = 5;
    int hours = 2;
    long restarts = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      restarts +=
          life(
                  "wave-climb(average=" + average + ")",
                  Curve.RISES_THEN_FALLS.table()::linear,
                  noise,
                  24,
                  hours * 1800,
                  seed)
              .saying("reinit");
    }
    return restarts / (double) (seeds * hours);
  }

  /** The optimum at 24 for 600 windows, then at 96, then at 24 again. */
  static Life changing(String specification, double noise, long seed) {
    CurvePlant.Table table = CurvePlant.RISING_THEN_FALLING;
    DoubleUnaryOperator low = table::linear;
    DoubleUnaryOperator high = size -> table.linear(size / 4);
    return life(specification, noise, 72, 1800, seed, window -> window / 600 == 1 ? high : low);
  }

  static String changes() {
    StringBuilder text =
        new StringBuilder("| noise | specification | window | the journal |\n|---|---|---|---|\n");
    changes(text, 0, "wave-climb");
    changes(text, 0.1, "wave-climb(average=8,wave-share=0.5)");
    return text.toString();
  }

  private static void changes(StringBuilder text, double noise, String specification) {
    List<Advice> advices = changing(specification, noise, 1).advices();
    for (int window = 0; window < advices.size(); window++) {
      String why = advices.get(window).why();
      if (why.contains("reinit") || why.endsWith(", found")) {
        text.append(
            String.format(
                Locale.ROOT,
                "| %.0f %% | `%s` | %d | %s |\n",
                100 * noise,
                specification,
                window,
                why));
      }
    }
  }
}
