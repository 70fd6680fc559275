package dev.flyball.lab.race;

import static dev.flyball.lab.report.Column.number;
import static dev.flyball.lab.report.Column.text;

import dev.flyball.files.Units;
import dev.flyball.lab.report.Column;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.NumberFormat;
import dev.flyball.lab.report.Table;
import dev.flyball.sim.race.Order;
import dev.flyball.sim.race.Order.Criterion;
import dev.flyball.sim.race.Order.Figure;
import dev.flyball.sim.race.Order.Place;
import dev.flyball.sim.race.Prices;
import java.util.ArrayList;
import java.util.List;

/** The orders of the contenders by several figures. */
final class Orders {

  /** How many are shown, by the standard order; the first by any other criterion are, too. */
  private static final int SHOWN = 8;

  private Orders() {}

  static List<JsonFields> extras(List<Order> orders) {
    return orders.stream().map(Orders::extra).toList();
  }

  private static JsonFields extra(Order order) {
    return JsonFields.of("figure", order.criterion().figure().key())
        .and("price", order.criterion().prices().worker())
        .and("lossSeconds", order.criterion().prices().lossSeconds())
        .and("policies", order.places().stream().map(Orders::extra).toList());
  }

  private static JsonFields extra(Place place) {
    return JsonFields.of("policy", place.name()).and("value", RaceFigures.rounded(place.value()));
  }

  /** The figure of each contender by each criterion, and its place. */
  static Table table(List<Order> orders) {
    List<Column> columns = new ArrayList<>(List.of(text("policy")));
    orders.forEach(order -> columns.add(number(title(order.criterion()))));
    Table table =
        new Table(
            "Overall under other prices, and by other figures (in brackets the place)",
            columns,
            List.of());
    for (Place place : orders.get(0).places()) {
      if (isShown(place.name(), orders)) {
        List<String> cells = new ArrayList<>(List.of(place.name()));
        orders.forEach(order -> cells.add(cell(order, place.name())));
        table = table.row(cells.toArray());
      }
    }
    return table;
  }

  private static boolean isShown(String name, List<Order> orders) {
    return orders.get(0).place(name) <= SHOWN
        || orders.stream().anyMatch(order -> order.place(name) == 1);
  }

  private static String cell(Order order, String name) {
    boolean share = order.criterion().figure() == Figure.GOODPUT;
    double value = order.value(name);
    return (share ? RaceTables.shown(100 * value, 1) : NumberFormat.text(value))
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
