package dev.flyball.lab.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
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
 * @param sizes what each size reached, from the smallest size, at least one; all in as many turns
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
  }

  /** The size with the highest median. */
  public SizeFigures best() {
    return best(sizes);
  }

  /** The smallest size that reaches 95 % of the best. */
  public SizeFigures smallestGood() {
    double enough = GOOD_SHARE * best().median();
    return sizes.stream().filter(size -> size.median() >= enough).findFirst().orElseThrow();
  }

  /** What the best size gains over a size of as many as there are cores, as a share of it. */
  public double gainOverCores() {
    return ServerStretch.share(best().median(), fromCores().get(0).median()) - 1;
  }

  /**
   * How far the best size from the cores up is above the worst of them, as a share of the worst.
   */
  public double gap() {
    return ServerStretch.share(best(fromCores()).median(), worstFromCores().median()) - 1;
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
    if (turns() == 1) {
      return 0;
    }
    Repeated rounds = new Repeated(IntStream.range(0, turns()).mapToObj(this::roundMean).toList());
    List<Double> distances = new ArrayList<>();
    for (SizeFigures size : sizes) {
      Repeated shares = size.transactionsPerSecond().shareOf(rounds);
      double middle = shares.median();
      for (double share : shares.values()) {
        distances.add(Math.abs(ServerStretch.share(share, middle) - 1));
      }
    }
    double lostFreedom = Math.sqrt(turns() / (turns() - 1.0));
    return DEVIATIONS_PER_DISTANCE * lostFreedom * new Repeated(distances).median();
  }

  private double roundMean(int turn) {
    return sizes.stream()
        .mapToDouble(size -> size.turns().get(turn).transactionsPerSecond())
        .average()
        .orElseThrow();
  }

  private int turns() {
    return sizes.get(0).turns().size();
  }

  /**
   * What a size reaches as a share of the best, read off the curve: on a straight line between the
   * two measured sizes around it, over the logarithm of size; at the curve's ends, the end's.
   *
   * <p>The highest of many noisy figures is too high. So each half of the turns says which size is
   * best, and the other half how a size compares with that one; the mean of the two may be a little
   * above 1. With one turn, that of all.
   */
  public double shareOfBest(int groups) {
    if (turns() == 1) {
      return shareOf(groups, best().groups());
    }
    Sweep even = everyOtherTurn(0);
    Sweep odd = everyOtherTurn(1);
    return (even.shareOf(groups, odd.best().groups()) + odd.shareOf(groups, even.best().groups()))
        / 2;
  }

  private Sweep everyOtherTurn(int first) {
    return new Sweep(
        cores,
        sizes.stream()
            .map(size ->
                new SizeFigures(
                    size.groups(),
                    IntStream.range(0, turns())
                        .filter(turn -> turn % 2 == first)
                        .mapToObj(size.turns()::get)
                        .toList()))
            .toList());
  }

  private double shareOf(int groups, int best) {
    int smaller = (int) sizes.stream().filter(size -> size.groups() < groups).count();
    SizeFigures above = sizes.get(Math.min(smaller, sizes.size() - 1));
    double reached = above.median();
    if (smaller > 0 && above.groups() > groups) {
      SizeFigures below = sizes.get(smaller - 1);
      double way =
          Math.log((double) groups / below.groups())
              / Math.log((double) above.groups() / below.groups());
      reached = below.median() + way * (above.median() - below.median());
    }
    return ServerStretch.share(reached, median(best));
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
        Math.round(100 * gap()),
        worstFromCores().groups(),
        Math.round(100 * leastGap()));
  }

  /** The sizes from the cores up, or the largest; the first is next to the cores. */
  private List<SizeFigures> fromCores() {
    List<SizeFigures> from = sizes.stream().filter(size -> size.groups() >= cores).toList();
    return from.isEmpty() ? List.of(sizes.get(sizes.size() - 1)) : from;
  }

  private static SizeFigures best(List<SizeFigures> of) {
    return of.stream().max(Comparator.comparingDouble(SizeFigures::median)).orElseThrow();
  }

  private SizeFigures worstFromCores() {
    return fromCores().stream().min(Comparator.comparingDouble(SizeFigures::median)).orElseThrow();
  }

  /** The median throughput of a size; NaN where it was not measured. */
  double median(int groups) {
    return sizes.stream()
        .filter(size -> size.groups() == groups)
        .mapToDouble(SizeFigures::median)
        .findFirst()
        .orElse(Double.NaN);
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
    }

    public Repeated transactionsPerSecond() {
      return new Repeated(turns.stream().map(ServerStretch::transactionsPerSecond).toList());
    }

    /** The median of its turns' throughputs, in transactions per second. */
    double median() {
      return transactionsPerSecond().median();
    }

    public Repeated questionsPerSecond() {
      return new Repeated(turns.stream().map(ServerStretch::questionsPerSecond).toList());
    }

    /** The median of the turns' mean latencies, in milliseconds. */
    public OptionalDouble latencyMeanMillis() {
      return middle(ServerStretch::latencyMeanMillis);
    }

    /** The median of the turns' 95th percentiles of latency, in milliseconds. */
    public OptionalDouble latencyP95Millis() {
      return middle(ServerStretch::latencyP95Millis);
    }

    private OptionalDouble middle(Function<ServerStretch, OptionalDouble> figure) {
      List<Double> known =
          turns.stream().map(figure).flatMapToDouble(OptionalDouble::stream).boxed().toList();
      return known.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(new Repeated(known).median());
    }

    /**
     * This size's throughput as a share of another's, turn by turn, each turn beside the other's of
     * the same round.
     */
    public Repeated shareOf(SizeFigures other) {
      return transactionsPerSecond().shareOf(other.transactionsPerSecond());
    }
  }
}
