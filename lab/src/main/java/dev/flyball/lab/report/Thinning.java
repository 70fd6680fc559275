package dev.flyball.lab.report;

import dev.flyball.lab.report.Drawing.Spot;
import java.util.ArrayList;
import java.util.List;

/**
 * Fewer spots for a curve that looks the same: of all that fall on one column of pixels only the
 * first, the highest, the lowest and the last can be seen.
 */
final class Thinning {

  private Thinning() {}

  /** The spots to draw, in their order; x must not fall. */
  static List<Spot> of(List<Spot> spots) {
    List<Spot> kept = new ArrayList<>();
    int from = 0;
    while (from < spots.size()) {
      int to = from + 1;
      while (to < spots.size() && column(spots.get(to)) == column(spots.get(from))) {
        to++;
      }
      keep(kept, spots.subList(from, to));
      from = to;
    }
    return kept;
  }

  private static long column(Spot spot) {
    return (long) Math.floor(spot.x());
  }

  private static void keep(List<Spot> kept, List<Spot> column) {
    if (column.size() <= 4) {
      kept.addAll(column);
      return;
    }
    int last = column.size() - 1;
    int lowest = 0;
    int highest = 0;
    for (int i = 1; i <= last; i++) {
      lowest = column.get(i).y() < column.get(lowest).y() ? i : lowest;
      highest = column.get(i).y() > column.get(highest).y() ? i : highest;
    }
    kept.add(column.get(0));
    kept.add(column.get(Math.min(lowest, highest)));
    kept.add(column.get(Math.max(lowest, highest)));
    kept.add(column.get(last));
  }
}
