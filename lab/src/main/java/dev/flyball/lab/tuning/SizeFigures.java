package dev.flyball.lab.tuning;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The throughput of one fixed size in each of its turns.
 *
 * @param groups the size, in thread groups
 * @param turns what it reached, turn by turn, at least one
 */
public record SizeFigures(int groups, List<Stretch> turns) {

  public SizeFigures {
    turns = List.copyOf(turns);
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("turns must be at least one but were none");
    }
  }

  public Repeated transactionsPerSecond() {
    return new Repeated(turns.stream().map(Stretch::transactionsPerSecond).toList());
  }

  public Repeated questionsPerSecond() {
    return new Repeated(turns.stream().map(Stretch::questionsPerSecond).toList());
  }

  /** The median of the turns' mean latencies, in milliseconds. */
  public OptionalDouble latencyMeanMillis() {
    return middle(turns.stream().map(Stretch::latencyMeanMillis).toList());
  }

  /** The median of the turns' 95th percentiles of latency, in milliseconds. */
  public OptionalDouble latencyP95Millis() {
    return middle(turns.stream().map(Stretch::latencyP95Millis).toList());
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
          "turns of both must be as many but were " + turns.size() + " and " + other.turns.size());
    }
    List<Double> mine = transactionsPerSecond().values();
    List<Double> others = other.transactionsPerSecond().values();
    return new Repeated(
        IntStream.range(0, mine.size())
            .mapToObj(turn -> Stretch.share(mine.get(turn), others.get(turn)))
            .toList());
  }
}
