package dev.flyball.lab.race;

import dev.flyball.base.Require;
import dev.flyball.lab.peers.Peers;
import dev.flyball.lab.report.Findings;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.Aggregate;
import dev.flyball.sim.race.Board;
import dev.flyball.sim.race.Board.Role;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.RaceResult;
import dev.flyball.sim.race.Score;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One race on both benches: the same scenarios, contenders and seeds, first in virtual time, then
 * on real threads, and whether the first come in the same order.
 *
 * @param virtual the race in virtual time, its figures medians
 * @param real the race on real threads, its figures medians, too
 * @param command the command line that repeats it
 */
public record BenchComparison(RaceExperiment virtual, RaceExperiment real, String command) {

  /** The scenarios that are run unless others are named; none of them keeps two cores busy. */
  public static final List<String> SCENARIOS =
      List.of(
          "io-bound",
          "mixed",
          "table-1",
          "step-up",
          "step-down",
          "sine",
          "bursts",
          "closed-10",
          "downstream-slows",
          "downstream-hangs",
          "downstream-collapses");

  /** The default contenders; the multiples of the cores always take part. */
  public static final List<String> CONTENDERS =
      List.of(
          Policies.STANDARD,
          "always(workers=64)",
          "jdk-cached",
          Peers.named("netflix-gradient2").shippedRow(),
          Peers.named("hill-climb").shippedRow());

  /**
   * A race on both benches.
   *
   * @throws IllegalArgumentException when two scenarios or two contenders have one name, or when a
   *     scenario cannot be run on real threads here
   */
  public static BenchComparison of(
      List<Scenario> scenarios, List<Contender> contenders, int seeds, String command) {
    return new BenchComparison(
        RaceExperiment.virtual(scenarios, contenders, seeds, Aggregate.MEDIAN, command),
        RaceExperiment.real(scenarios, contenders, seeds, command),
        command);
  }

  /** How long the real half takes at least. */
  public Duration leastTime() {
    return real.leastTime().orElseThrow();
  }

  /**
   * Runs both races, and says what was found; where the calling thread is interrupted, what has not
   * ended is left out, saying so.
   *
   * @param many runs its tasks in other threads, as many as there are processors
   * @param one runs its tasks in one other thread
   * @param inVirtualTime told how far the race in virtual time has got
   * @param onRealThreads told how far the race on real threads has got
   */
  public Findings run(
      Executor many, Executor one, Laps.Listener inVirtualTime, Laps.Listener onRealThreads) {
    RaceResult virtually = Laps.run(virtual.race(), many, inVirtualTime);
    RaceResult really =
        virtually.complete()
            ? Laps.run(real.race(), one, onRealThreads)
            : new RaceResult(real.race(), List.of());
    return new BenchComparisonFindings(this, virtually, really).findings();
  }

  /**
   * The results of one scenario in virtual time and on real threads.
   *
   * @param scenario the scenario's name
   * @param rows the oracle, then the contenders in the order of virtual time
   */
  record BothBoards(String scenario, List<Row> rows) {

    /** Costs this near to each other are taken for the same. */
    static final double TIE = 0.03;

    /** How many are compared by their order. */
    static final int FIRST = 3;

    BothBoards {
      rows = List.copyOf(rows);
      Require.atLeast("number of rows", 1, rows.size());
    }

    /**
     * One contender.
     *
     * @param name its name
     * @param role what its row is there for
     * @param virtual what it reached in virtual time
     * @param real what it reached on real threads
     */
    record Row(String name, Role role, Reached virtual, Reached real) {}

    /**
     * The medians of one contender over the seeds, on one bench.
     *
     * @param costSeconds the cost of a task
     * @param completedShare tasks that ended, as a share of those offered
     * @param responseP95Seconds the 95th percentile of the response time
     * @param workersMean workers alive
     */
    record Reached(
        double costSeconds, double completedShare, double responseP95Seconds, double workersMean) {

      static Reached of(List<Score> scores) {
        return new Reached(
            Aggregate.MEDIAN.of(scores, Score::costSeconds),
            Aggregate.MEDIAN.of(scores, Score::completedShare),
            Aggregate.MEDIAN.of(scores, Score::responseP95Seconds),
            Aggregate.MEDIAN.of(scores, Score::workersMean));
      }
    }

    /** Two contenders whose order differs between the benches, by more than a tie both times. */
    record Swap(String firstVirtually, String firstReally) {}

    /** Those of all scenarios that were run to their end on both benches. */
    static List<BothBoards> of(RaceResult virtual, RaceResult real) {
      List<String> ended = real.boards().stream().map(board -> board.scenario().name()).toList();
      return virtual.boards().stream()
          .filter(board -> ended.contains(board.scenario().name()))
          .map(board -> of(board, virtual, real))
          .toList();
    }

    private static BothBoards of(Board board, RaceResult virtual, RaceResult real) {
      String scenario = board.scenario().name();
      return new BothBoards(
          scenario,
          board.rows().stream()
              .map(row ->
                  new Row(
                      row.name(),
                      row.role(),
                      reached(virtual, scenario, row.name()),
                      reached(real, scenario, row.name())))
              .toList());
    }

    private static Reached reached(RaceResult result, String scenario, String name) {
      return Reached.of(
          result.laps(scenario).stream()
              .filter(lap -> lap.contender().name().equals(name))
              .map(Lap::score)
              .toList());
    }

    /** A row's cost over the oracle's on a bench. */
    double regret(Row row, Function<Row, Reached> bench) {
      return bench.apply(row).costSeconds() / bench.apply(rows.get(0)).costSeconds();
    }

    /** The cheapest contenders on a bench, without the oracle. */
    List<Row> first(Function<Row, Reached> bench) {
      return rows.stream()
          .filter(row -> row.role() != Role.ORACLE)
          .sorted(Comparator.comparingDouble(row -> bench.apply(row).costSeconds())) // stable
          .limit(FIRST)
          .toList();
    }

    /**
     * The evidence against an equal order of the leaders: each pair among the leaders of either
     * bench that changes places. Empty if the order is the same.
     */
    List<Swap> swaps() {
      List<Row> among = new ArrayList<>(first(Row::virtual));
      first(Row::real).stream().filter(row -> !among.contains(row)).forEach(among::add);
      List<Swap> swaps = new ArrayList<>();
      for (Row one : among) {
        for (Row other : among) {
          if (before(one, other, Row::virtual) && before(other, one, Row::real)) {
            swaps.add(new Swap(one.name(), other.name()));
          }
        }
      }
      return swaps;
    }

    private static boolean before(Row one, Row other, Function<Row, Reached> bench) {
      ToDoubleFunction<Row> cost = row -> bench.apply(row).costSeconds();
      return cost.applyAsDouble(one) * (1 + TIE) < cost.applyAsDouble(other);
    }
  }
}
