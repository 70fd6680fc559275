package dev.flyball.sim.race;

import dev.flyball.sim.race.Board.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The contenders of a race over all its scenarios, in order by one criterion.
 *
 * @param criterion what they are in order by
 * @param places the contenders, best first; those whose figure is not known are last
 */
public record Order(Criterion criterion, List<Place> places) {

  public Order {
    places = List.copyOf(places);
  }

  /** The figure by which contenders are in order. */
  public enum Figure {
    /** The geometric mean of what a task cost, over the cheapest lap's under the same prices. */
    REGRET("regret"),
    /**
     * The geometric mean of the 99th percentile of the response time over the oracle's, over the
     * scenarios in which the oracle has one.
     */
    RESPONSE_P99("responseP99Ratio"),
    /** The mean share of tasks that ended well within their pool's deadline. */
    GOODPUT("goodShare");

    private final String key;

    Figure(String key) {
      this.key = key;
    }

    /** The name that files have for it. */
    public String key() {
      return key;
    }
  }

  /**
   * A figure, and the prices that its boards are made with.
   *
   * @param figure what is compared
   * @param prices what a run is charged for
   */
  public record Criterion(Figure figure, Prices prices) {

    /** The order of every race. */
    public static final Criterion STANDARD = new Criterion(Figure.REGRET, Prices.STANDARD);

    /** All that a race is put in order by, the standard first. */
    public static final List<Criterion> ALL =
        List.of(
            STANDARD,
            new Criterion(Figure.REGRET, Prices.STANDARD.withWorker(0.03)),
            new Criterion(Figure.REGRET, Prices.STANDARD.withWorker(0.3)),
            new Criterion(Figure.REGRET, Prices.STANDARD.withLossSeconds(2)),
            new Criterion(Figure.RESPONSE_P99, Prices.STANDARD),
            new Criterion(Figure.GOODPUT, Prices.STANDARD));
  }

  /**
   * A contender and its figure.
   *
   * @param name its name
   * @param value its figure over all scenarios; NaN where it is not known
   */
  public record Place(String name, double value) {}

  /** The orders of a race by all criteria, the standard first. */
  public static List<Order> all(RaceResult result) {
    return Criterion.ALL.stream().map(criterion -> of(criterion, result)).toList();
  }

  private static Order of(Criterion criterion, RaceResult result) {
    List<Board> boards = result.boards(criterion.prices());
    List<Place> places = new ArrayList<>();
    for (Ranking.Standing standing : Ranking.of(boards).standings()) {
      if (standing.role() == Role.CONTENDER) {
        places.add(
            new Place(
                standing.name(),
                switch (criterion.figure()) {
                  case REGRET -> standing.regret();
                  case RESPONSE_P99 -> responseP99(standing.name(), boards);
                  case GOODPUT -> goodput(standing.name(), boards);
                }));
      }
    }
    Comparator<Place> better =
        criterion.figure() == Figure.GOODPUT
            ? Comparator.comparingDouble(place -> -place.value())
            : Comparator.comparingDouble(Place::value);
    places.sort(better); // stable; NaN is behind all others
    return new Order(criterion, places);
  }

  private static double responseP99(String name, List<Board> boards) {
    ToDoubleFunction<Board> ratio = board -> board.row(name).responseP99Ratio();
    List<Board> known =
        boards.stream()
            .filter(board -> !Double.isNaN(board.row(Oracle.NAME).responseP99Ratio()))
            .toList();
    return Ratio.geometricMean(known, ratio);
  }

  private static double goodput(String name, List<Board> boards) {
    ToDoubleFunction<Board> share = board -> board.row(name).goodShare();
    return Ratio.mean(boards, share);
  }

  /** Which place a contender has, from 1. */
  public int place(String name) {
    return 1 + places.stream().map(Place::name).toList().indexOf(name);
  }

  /** The figure of a contender. */
  public double value(String name) {
    return places.get(place(name) - 1).value();
  }
}
