package dev.flyball.lab.calldata;

import dev.flyball.policy.Dice;
import dev.flyball.policy.Require;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every configuration of a grid, measured under more tickets than it can store: which one stores
 * most per second?
 *
 * <p>One program runs throughout and is given new threads while it does, so that nothing has to
 * warm up again; the order is drawn, so that a machine that becomes faster or slower favours none.
 * The grid is measured several times, and a configuration's rate is the median of its turns.
 *
 * @param settings what the program is like
 * @param grid the configurations
 * @param turns how often each is measured
 * @param settle how long new threads run before they are measured
 * @param length how long each is measured
 */
public record CallDataSweep(
    CallDataSettings settings,
    List<ThreadCounts> grid,
    int turns,
    Duration settle,
    Duration length) {

  /** So many configurations at most; more would take hours. */
  public static final int CONFIGURATIONS_MAX = 1_000;

  public CallDataSweep {
    grid = List.copyOf(grid);
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
   * What a sweep came to.
   *
   * @param cells the configurations, best first; of those with the same rate, with fewest threads
   * @param account where the tickets are, after all those changes of threads
   */
  public record Result(List<Cell> cells, TicketAccount account) {

    public Result {
      cells = List.copyOf(cells);
    }

    public Cell best() {
      return cells.get(0);
    }
  }

  /**
   * Measures the grid.
   *
   * @param says is told of each configuration, in sentences without an end
   */
  public Result on(CallDataBed bed, Consumer<String> says) throws InterruptedException {
    List<List<Double>> rates =
        grid.stream().map(at -> (List<Double>) new ArrayList<Double>()).toList();
    try (CallDataSession session =
        CallDataSession.start(bed, settings, grid.get(0), Double.POSITIVE_INFINITY)) {
      List<Integer> order = order();
      for (int i = 0; i < order.size(); i++) {
        ThreadCounts threads = grid.get(order.get(i));
        session.program().resize(threads);
        Thread.sleep(settle.toMillis());
        double rate = CallDataSession.delivered(session.measure(length));
        rates.get(order.get(i)).add(rate);
        says.accept(line(i + 1, order.size(), threads, rate));
      }
      return new Result(ranked(rates), session.end());
    }
  }

  private static String line(int number, int of, ThreadCounts threads, double rate) {
    return number + " of " + of + ": " + threads.text() + " stores " + Math.round(rate) + "/s";
  }

  /** Each turn has its own order. */
  private List<Integer> order() {
    Dice dice = Dice.stream(settings.seed(), 2);
    List<Integer> order = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      int from = order.size();
      for (int i = 0; i < grid.size(); i++) {
        order.add(i);
        Collections.swap(order, from + i, from + dice.below(i + 1));
      }
    }
    return order;
  }

  private List<Cell> ranked(List<List<Double>> rates) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < grid.size(); i++) {
      cells.add(Cell.of(grid.get(i), rates.get(i)));
    }
    cells.sort(
        Comparator.comparingDouble(Cell::perSecond)
            .reversed()
            .thenComparingInt(cell -> cell.threads().sum()));
    return cells;
  }
}
