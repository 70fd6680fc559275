package dev.flyball.sim.race.shedding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels of the tasks that came last, the last one first: an immutable linked list. */
final class RecentLevels {

  static final RecentLevels NONE = new RecentLevels(0, null, 0);

  private final int level;
  private final @Nullable RecentLevels before;
  private final int size;

  private RecentLevels(int level, @Nullable RecentLevels before, int size) {
    this.level = level;
    this.before = before;
    this.size = size;
  }

  RecentLevels plus(int level) {
    return new RecentLevels(level, this, size + 1);
  }

  int size() {
    return size;
  }

  /** So many of the last ones, ascending. */
  List<Integer> sorted(int most) {
    List<Integer> levels = new ArrayList<>();
    for (RecentLevels at = this; at.before != null && levels.size() < most; at = at.before) {
      levels.add(at.level);
    }
    levels.sort(null);
    return levels;
  }

  /** The same without all but so many of the last ones. */
  RecentLevels last(int most) {
    if (size <= most) {
      return this;
    }
    List<Integer> levels = new ArrayList<>();
    for (RecentLevels at = this; at.before != null && levels.size() < most; at = at.before) {
      levels.add(at.level);
    }
    RecentLevels kept = NONE;
    for (int i = levels.size() - 1; i >= 0; i--) {
      kept = kept.plus(levels.get(i));
    }
    return kept;
  }
}
