package dev.flyball.lab.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What an update of golden texts does to regrets, so that nobody has to find it among them. */
final class RegretChanges {

  private static final int SHOWN = 10;

  private record Change(String scenario, String policy, double before, double after) {

    double factor() {
      return Math.abs(Math.log(after / before));
    }
  }

  private final List<Change> changes = new ArrayList<>();

  /** The regrets in a table's column, each under the texts of the columns before it. */
  static Map<List<String>, Double> regrets(String text, int column) {
    Map<List<String>, Double> regrets = new LinkedHashMap<>();
    text.lines()
        .skip(2)
        .takeWhile(line -> !line.isBlank())
        .map(line -> List.of(line.split(" {2,}", -1)))
        .forEach(cells -> regrets.put(cells.subList(0, column), number(cells.get(column))));
    return regrets;
  }

  /** A figure as boards show it: with a comma between thousands. */
  private static double number(String shown) {
    return Double.parseDouble(shown.replace(",", ""));
  }

  void add(String scenario, String policy, double before, double after) {
    if (before != after) {
      changes.add(new Change(scenario, policy, before, after));
    }
  }

  /** The largest changes, a line each. */
  String largest() {
    StringBuilder text = new StringBuilder("the largest changes of regret, of ");
    text.append(changes.size()).append(":\n");
    changes.stream()
        .sorted(Comparator.comparingDouble(Change::factor).reversed())
        .limit(SHOWN)
        .forEach(change -> text.append(line(change)));
    return text.toString();
  }

  private static String line(Change change) {
    return String.format(
        Locale.ROOT,
        "  %s, %s: %.2f, now %.2f%n",
        change.scenario(),
        change.policy(),
        change.before(),
        change.after());
  }
}
