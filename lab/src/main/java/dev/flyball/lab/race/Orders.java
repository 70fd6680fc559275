package dev.flyball.lab.race;

import dev.flyball.files.Units;
import dev.flyball.lab.report.Figure;
import dev.flyball.lab.report.Figures;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Order;
import dev.flyball.sim.race.Order.Criterion;
import dev.flyball.sim.race.Order.Place;
import dev.flyball.sim.race.Prices;
import java.util.ArrayList;
import java.util.List;

/** The orders of the contenders by several figures. */
final class Orders {

  /** How many are shown, by the standard order; the first by any other criterion are, too. */
  private static final int SHOWN = 8;

  private static final Figures<Place> OF_PLACE =
      Figures.of(
          Figure.inFiles("policy", Place::name),
          Figure.inFiles("value", place -> NumberFormat.rounded(place.value())));

  private Orders() {}

  /** The orders as files have them. */
  static List<JsonFields> fields(List<Order> orders) {
    return orders.stream()
        .map(order ->
            JsonFields.of("figure", order.criterion().figure().key())
                .and("price", order.criterion().prices().worker())
                .and("lossSeconds", order.criterion().prices().lossSeconds())
                .and("policies", OF_PLACE.json(order.places())))
        .toList();
  }

  static Table table(List<Order> orders) {
    List<Figure<Place>> columns = new ArrayList<>(List.of(Figure.text("", "policy", Place::name)));
    for (Order order : orders) {
      columns.add(
          Figure.<Place>number("", title(order.criterion()), "", Place::value)
              .shownAs(place -> cell(order, place.name())));
    }
    return new Figures<>(columns)
        .table(
            "Overall under other prices, and by other figures (in brackets the place)",
            orders.get(0).places().stream()
                .filter(place -> isShown(place.name(), orders))
                .toList());
  }

  private static boolean isShown(String name, List<Order> orders) {
    return orders.get(0).place(name) <= SHOWN
        || orders.stream().anyMatch(order -> order.place(name) == 1);
  }

  private static String cell(Order order, String name) {
    boolean share = order.criterion().figure() == Order.Figure.GOODPUT;
    double value = order.value(name);
    return (share ? NumberFormat.text(100 * value, 1) : NumberFormat.text(value))
        + " ("
        + order.place(name)
        + ")";
  }

  private static String title(Criterion criterion) {
    return switch (criterion.figure()) {
      case RESPONSE_P99 -> "p99";
      case GOODPUT -> "goodput, %";
      case REGRET -> title(criterion.prices());
    };
  }

  /** Which prices are not the standard ones. */
  private static String title(Prices prices) {
    if (prices.equals(Prices.STANDARD)) {
      return "standard";
    }
    return prices.lossSeconds() == Prices.STANDARD.lossSeconds()
        ? "worker " + Units.plain(prices.worker())
        : "loss " + Units.plain(prices.lossSeconds()) + " s";
  }
}
