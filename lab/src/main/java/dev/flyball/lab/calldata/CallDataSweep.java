package dev.flyball.lab.calldata;

import dev.flyball.base.Dice;
import dev.flyball.lab.tuning.Repeated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Every configuration of a grid, measured under more tickets than it can store: which one stores
 * most per second?
 *
 * <p>One program runs throughout and is given new threads while it does, so that nothing has to
 * warm up again; the order is drawn, so that a machine that becomes faster or slower favours none.
 * The grid is measured several times, and a configuration's rate is the median of its turns. Then
 * the best few, and those that are to be compared with them, are measured in more turns: of many
 * that are about as good, the one that was luckiest would seem best.
 *
 * @param settings what the program is like
 * @param grid the configurations
 * @param turns how often each is measured
 * @param compared measured with the best few, whether the grid has it or not
 * @param settle how long new threads run before they are measured
 * @param length how long each is measured
 */
public record CallDataSweep(
    CallDataSettings settings,
    List<ThreadCounts> grid,
    int turns,
    ThreadCounts compared,
    Duration settle,
    Duration length) {

  /** How many of the best are measured once more. */
  private static final int FINALISTS = 4;

  private static final int FINAL_TURNS = 7;

  /** All combinations of these numbers of threads. */
  public static List<ThreadCounts> grid(
      List<Integer> decoders,
      List<Integer> converters,
      List<Integer> serializers,
      List<Integer> feeders) {
    List<ThreadCounts> grid = new ArrayList<>();
    for (int decoder : decoders) {
      for (int converter : converters) {
        for (int serializer : serializers) {
          feeders.forEach(
              feeder -> grid.add(new ThreadCounts(decoder, converter, serializer, feeder)));
        }
      }
    }
    return grid;
  }

  /**
   * A configuration and its rate.
   *
   * @param threads the configuration
   * @param rates tickets stored per second in each of its turns
   */
  public record Cell(ThreadCounts threads, Repeated rates) {

    /** Tickets stored per second, the median of its turns. */
    public double perSecond() {
      return rates.median();
    }
  }

  /**
   * The result of a sweep.
   *
   * @param cells the grid, best first; of those with the same rate, with fewest threads
   * @param finals the best few of the grid and those compared with them, in more turns, best first
   * @param account where the tickets are, after all those changes of threads
   */
  public record Result(List<Cell> cells, List<Cell> finals, TicketAccount account) {

    public Cell best() {
      return finals.get(0);
    }

    /** What one of the finals came to. */
    public Cell finalOf(ThreadCounts threads) {
      return finals.stream()
          .filter(cell -> cell.threads().equals(threads))
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * Measures the grid, then the finals.
   *
   * @param says is told of each configuration, in sentences without an end
   */
  Result on(CallDataServer server, Consumer<String> says) throws InterruptedException {
    try (CallDataProgram program =
        new CallDataProgram(server, settings, grid.get(0), Double.POSITIVE_INFINITY)) {
      Dice dice = Dice.stream(settings.seed(), 2);
      List<Cell> cells = measured(program, grid, turns, dice, says);
      Stream<ThreadCounts> best = cells.stream().limit(FINALISTS).map(Cell::threads);
      List<ThreadCounts> last = Stream.concat(Stream.of(compared), best).distinct().toList();
      List<Cell> finals = measured(program, last, FINAL_TURNS, dice, says);
      return new Result(cells, finals, program.end());
    }
  }

  /** Some configurations, measured in turns, best first. */
  private List<Cell> measured(
      CallDataProgram program,
      List<ThreadCounts> among,
      int count,
      Dice dice,
      Consumer<String> says)
      throws InterruptedException {
    Map<ThreadCounts, List<Double>> rates = new LinkedHashMap<>();
    int number = 0;
    for (int turn = 0; turn < count; turn++) {
      for (ThreadCounts threads : shuffled(among, dice)) {
        program.resize(threads);
        Thread.sleep(settle.toMillis());
        double rate = CallDataProgram.delivered(program.measure(length));
        rates.computeIfAbsent(threads, first -> new ArrayList<>()).add(rate);
        number++;
        String line = number + " of " + count * among.size() + ": " + threads.text();
        says.accept(line + " stores " + Math.round(rate) + "/s");
      }
    }
    return rates.entrySet().stream()
        .map(of -> new Cell(of.getKey(), new Repeated(of.getValue())))
        .sorted(
            Comparator.comparingDouble(Cell::perSecond)
                .reversed()
                .thenComparingInt(cell -> cell.threads().sum()))
        .toList();
  }

  private static List<ThreadCounts> shuffled(List<ThreadCounts> all, Dice dice) {
    List<ThreadCounts> shuffled = new ArrayList<>(all);
    for (int i = 0; i < all.size(); i++) {
      Collections.swap(shuffled, i, dice.below(i + 1));
    }
    return shuffled;
  }
}
