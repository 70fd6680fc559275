package dev.flyball.lab.calldata;

import dev.flyball.base.Dice;
import dev.flyball.base.Require;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

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
 * @param compared measured with the best few, whether the grid has them or not
 * @param settle how long new threads run before they are measured
 * @param length how long each is measured
 */
public record CallDataSweep(
    CallDataSettings settings,
    List<ThreadCounts> grid,
    int turns,
    List<ThreadCounts> compared,
    Duration settle,
    Duration length) {

  /** How many of the best are measured once more. */
  private static final int FINALISTS = 4;

  private static final int FINAL_TURNS = 7;

  /** So many configurations at most; more would take hours. */
  public static final int CONFIGURATIONS_MAX = 1_000;

  public CallDataSweep {
    grid = List.copyOf(grid);
    compared = List.copyOf(compared);
    Require.between("configurations", 1, CONFIGURATIONS_MAX, grid.size());
    Require.atLeast("turns", 1, turns);
    Require.notNegative("settle", settle);
    Require.positive("length", length);
  }

  /** All combinations of these numbers of threads. */
  public static List<ThreadCounts> grid(
      List<Integer> decoders,
      List<Integer> converters,
      List<Integer> serializers,
      List<Integer> feeders) {
    return decoders.stream()
        .flatMap(decoder ->
            converters.stream()
                .flatMap(converter ->
                    serializers.stream()
                        .flatMap(serializer ->
                            feeders.stream()
                                .map(feeder ->
                                    new ThreadCounts(decoder, converter, serializer, feeder)))))
        .toList();
  }

  /**
   * A configuration and its rate.
   *
   * @param threads the configuration
   * @param perSecond tickets stored per second, the median of its turns
   * @param lowest of its turns
   * @param highest of its turns
   */
  public record Cell(ThreadCounts threads, double perSecond, double lowest, double highest) {

    static Cell of(ThreadCounts threads, List<Double> rates) {
      List<Double> sorted = rates.stream().sorted().toList();
      return new Cell(
          threads,
          (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2,
          sorted.get(0),
          sorted.get(sorted.size() - 1));
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

    public Result {
      cells = List.copyOf(cells);
      finals = List.copyOf(finals);
    }

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
  public Result on(CallDataServer testServer, Consumer<String> says) throws InterruptedException {
    try (CallDataSession session =
        CallDataSession.start(testServer, settings, grid.get(0), Double.POSITIVE_INFINITY)) {
      Dice dice = Dice.stream(settings.seed(), 2);
      List<Cell> cells = new Turns(session, grid, says).all(turns, dice);
      Set<ThreadCounts> last = new LinkedHashSet<>(compared);
      cells.stream().limit(FINALISTS).forEach(cell -> last.add(cell.threads()));
      List<Cell> finals = new Turns(session, List.copyOf(last), says).all(FINAL_TURNS, dice);
      return new Result(cells, finals, session.end());
    }
  }

  /** Some configurations, measured in turns. */
  private final class Turns {
    private final CallDataSession session;
    private final List<ThreadCounts> among;
    private final Consumer<String> says;
    private final List<List<Double>> rates = new ArrayList<>();

    Turns(CallDataSession session, List<ThreadCounts> among, Consumer<String> says) {
      this.session = session;
      this.among = among;
      this.says = says;
      among.forEach(at -> rates.add(new ArrayList<>()));
    }

    List<Cell> all(int count, Dice dice) throws InterruptedException {
      for (int turn = 0; turn < count; turn++) {
        List<Integer> order = order(dice);
        for (int i = 0; i < order.size(); i++) {
          double rate = measure(among.get(order.get(i)));
          rates.get(order.get(i)).add(rate);
          int number = turn * among.size() + i + 1;
          says.accept(line(number, count * among.size(), among.get(order.get(i)), rate));
        }
      }
      return ranked();
    }

    private double measure(ThreadCounts threads) throws InterruptedException {
      session.program().resize(threads);
      Thread.sleep(settle.toMillis());
      return CallDataSession.delivered(session.measure(length));
    }

    /** Each turn has its own order. */
    private List<Integer> order(Dice dice) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < among.size(); i++) {
        order.add(i);
        Collections.swap(order, i, dice.below(i + 1));
      }
      return order;
    }

    private List<Cell> ranked() {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i < among.size(); i++) {
        cells.add(Cell.of(among.get(i), rates.get(i)));
      }
      cells.sort(
          Comparator.comparingDouble(Cell::perSecond)
              .reversed()
              .thenComparingInt(cell -> cell.threads().sum()));
      return cells;
    }
  }

  private static String line(int number, int of, ThreadCounts threads, double rate) {
    return number + " of " + of + ": " + threads.text() + " stores " + Math.round(rate) + "/s";
  }
}
