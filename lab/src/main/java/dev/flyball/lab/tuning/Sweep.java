package dev.flyball.lab.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Throughput over size: every size of a row measured in turns.
 *
 * <p><b>Whether size matters</b> is asked of the sizes from the cores up, for that too few groups
 * leave processors idle is no news. It does where the best median of them is above the worst by
 * more than {@value #LEAST_GAP_PERCENT} % and by more than four times the uncertainty of a median.
 * That is 1.25 times the noise of one turn over the root of the number of turns; noise is taken of
 * what a size reached as a share of its round's mean, so that a round in which the machine was slow
 * adds nothing to it. Four, for it is the largest and the smallest of several medians that are
 * compared: of seven equal ones these are 2.7 deviations apart on average.
 *
 * @param cores the server's processors
 * @param sizes what each size reached, from the smallest size
 */
public record Sweep(int cores, List<SizeFigures> sizes) {

  /** The sizes of a sweep. */
  public static final List<Integer> SIZES = List.of(1, 2, 4, 8, 16, 32, 64, 128);

  static final int LEAST_GAP_PERCENT = 5;
  private static final double UNCERTAINTIES = 4;

  /** How much less certain a median is than a mean, where noise is normal. */
  private static final double MEDIAN_PER_MEAN = 1.25;

  /** The standard deviation of normal noise over its median distance from the middle. */
  private static final double DEVIATIONS_PER_DISTANCE = 1.4826;

  private static final double GOOD_SHARE = 0.95;

  public Sweep {
    sizes = List.copyOf(sizes);
    if (sizes.isEmpty()) {
      throw new IllegalArgumentException("sizes must be at least one but were none");
    }
  }

  /** The size with the highest median. */
  public SizeFigures best() {
    return sizes.stream().max(Comparator.comparingDouble(Sweep::median)).orElseThrow();
  }

  /** The smallest size that reaches 95 % of the best. */
  public SizeFigures smallestGood() {
    double enough = GOOD_SHARE * median(best());
    return sizes.stream().filter(size -> median(size) >= enough).findFirst().orElseThrow();
  }

  /** What the best size gains over a size of as many as there are cores, as a share of it. */
  public double gainOverCores() {
    return ServerStretch.share(median(best()), median(atCores())) - 1;
  }

  /**
   * How far the best size from the cores up is above the worst of them, as a share of the worst.
   */
  public double gap() {
    return ServerStretch.share(median(best(fromCores())), median(worst(fromCores()))) - 1;
  }

  /** Whether size matters here, by the rule above. */
  public boolean sizeMatters() {
    return gap() > leastGap();
  }

  /** What the gap has to exceed. */
  public double leastGap() {
    double uncertainty = MEDIAN_PER_MEAN * noise() / Math.sqrt(turns());
    return Math.max(LEAST_GAP_PERCENT / 100.0, UNCERTAINTIES * uncertainty);
  }

  /**
   * The noise of one turn, as a share of the size's throughput: the median distance from a size's
   * own median, as a standard deviation. The median is used because one turn spoilt by other work
   * on the machine must not make all other turns look uncertain.
   */
  public double noise() {
    List<Double> distances = new ArrayList<>();
    for (SizeFigures size : sizes) {
      List<Double> shares = shares(size);
      double middle = new Repeated(shares).median();
      shares.forEach(share -> distances.add(Math.abs(ServerStretch.share(share, middle) - 1)));
    }
    if (turns() == 1) {
      return 0;
    }
    double lostFreedom = Math.sqrt(turns() / (turns() - 1.0));
    return DEVIATIONS_PER_DISTANCE * lostFreedom * new Repeated(distances).median();
  }

  /**
   * What a size reaches as a share of the best, read off the curve: on a straight line between the
   * two measured sizes around it, over the logarithm of size; at the curve's ends, the end's.
   */
  public double shareOfBest(int groups) {
    SizeFigures below = sizes.get(0);
    for (SizeFigures above : sizes) {
      if (above.groups() >= groups) {
        return ServerStretch.share(between(below, above, groups), median(best()));
      }
      below = above;
    }
    return ServerStretch.share(median(below), median(best()));
  }

  private static double between(SizeFigures below, SizeFigures above, int groups) {
    if (above.groups() <= groups || below.groups() == above.groups()) {
      return median(above);
    }
    double way =
        Math.log((double) groups / below.groups())
            / Math.log((double) above.groups() / below.groups());
    return median(below) + Math.max(0, way) * (median(above) - median(below));
  }

  /** The rule with its numbers. */
  public String verdict() {
    return String.format(
        Locale.ROOT,
        "size %s: from %d groups up the best (%d) is %d %% above the worst (%d), %d %% would be"
            + " noise",
        sizeMatters() ? "matters" : "does not matter",
        fromCores().get(0).groups(),
        best(fromCores()).groups(),
        percent(gap()),
        worst(fromCores()).groups(),
        percent(leastGap()));
  }

  private static long percent(double share) {
    return Math.round(100 * share);
  }

  private List<Double> shares(SizeFigures size) {
    List<Double> shares = new ArrayList<>();
    List<Double> reached = size.transactionsPerSecond().values();
    for (int turn = 0; turn < reached.size(); turn++) {
      shares.add(ServerStretch.share(reached.get(turn), roundMean(turn)));
    }
    return shares;
  }

  private double roundMean(int turn) {
    return sizes.stream()
        .mapToDouble(size -> size.transactionsPerSecond().values().get(turn))
        .average()
        .orElseThrow();
  }

  private int turns() {
    return sizes.get(0).turns().size();
  }

  private List<SizeFigures> fromCores() {
    List<SizeFigures> from = sizes.stream().filter(size -> size.groups() >= cores).toList();
    return from.isEmpty() ? List.of(sizes.get(sizes.size() - 1)) : from;
  }

  /** The measured size next to the cores, the larger of two. */
  private SizeFigures atCores() {
    return fromCores().get(0);
  }

  private static SizeFigures best(List<SizeFigures> of) {
    return of.stream().max(Comparator.comparingDouble(Sweep::median)).orElseThrow();
  }

  private static SizeFigures worst(List<SizeFigures> of) {
    return of.stream().min(Comparator.comparingDouble(Sweep::median)).orElseThrow();
  }

  /** The median throughput of a size; NaN where it was not measured. */
  double median(int groups) {
    return sizes.stream()
        .filter(size -> size.groups() == groups)
        .mapToDouble(Sweep::median)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double median(SizeFigures size) {
    return size.transactionsPerSecond().median();
  }

  /**
   * The throughput of one fixed size in each of its turns.
   *
   * @param groups the size, in thread groups
   * @param turns what it reached, turn by turn, at least one
   */
  public record SizeFigures(int groups, List<ServerStretch> turns) {

    public SizeFigures {
      turns = List.copyOf(turns);
      if (turns.isEmpty()) {
        throw new IllegalArgumentException("turns must be at least one but were none");
      }
    }

    public Repeated transactionsPerSecond() {
      return new Repeated(turns.stream().map(ServerStretch::transactionsPerSecond).toList());
    }

    public Repeated questionsPerSecond() {
      return new Repeated(turns.stream().map(ServerStretch::questionsPerSecond).toList());
    }

    /** The median of the turns' mean latencies, in milliseconds. */
    public OptionalDouble latencyMeanMillis() {
      return middle(turns.stream().map(ServerStretch::latencyMeanMillis).toList());
    }

    /** The median of the turns' 95th percentiles of latency, in milliseconds. */
    public OptionalDouble latencyP95Millis() {
      return middle(turns.stream().map(ServerStretch::latencyP95Millis).toList());
    }

    private static OptionalDouble middle(List<OptionalDouble> figures) {
      List<Double> known =
          figures.stream()
              .filter(OptionalDouble::isPresent)
              .map(OptionalDouble::getAsDouble)
              .toList();
      return known.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(new Repeated(known).median());
    }

    /**
     * This size's throughput as a share of another's, turn by turn, each turn beside the other's of
     * the same round.
     */
    public Repeated shareOf(SizeFigures other) {
      if (turns.size() != other.turns().size()) {
        throw new IllegalArgumentException(
            "turns of both must be as many but were "
                + turns.size()
                + " and "
                + other.turns.size());
      }
      List<Double> mine = transactionsPerSecond().values();
      List<Double> others = other.transactionsPerSecond().values();
      return new Repeated(
          IntStream.range(0, mine.size())
              .mapToObj(turn -> ServerStretch.share(mine.get(turn), others.get(turn)))
              .toList());
    }
  }
}
