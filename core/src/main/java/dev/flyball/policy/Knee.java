package dev.flyball.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

record Knee(
    double elasticityMin,
    double travel,
    List<Point> points,
    Base base,
    int at,
    long sinceNanos,
    double ended,
    double proven,
    int advised,
    int held,
    int confirmed,
    int probe) {

  /** What an unsaturated pool shows: decaying sums. */
  record Base(double nanos, double busyNanos, double ended, long atNanos) {
    static final Base NOTHING = new Base(0, 0, 0, 0);

    Base with(Observation seen) {
      double kept = StrictMath.exp(-seen.window().lengthNanos() / 2e9);
      return new Base(
          nanos * kept + seen.window().lengthNanos(),
          busyNanos * kept + seen.busyNanos(),
          ended * kept + seen.flow().completed(),
          seen.window().endNanos());
    }

    Optional<Point> point(long now) {
      if (ended < 20 || busyNanos <= 0 || now - atNanos > 30_000_000_000L) {
        return Optional.empty();
      }
      double speed = ended * 1e9 / busyNanos;
      double k = 10;
      return Optional.of(new Point(Math.max(1, busyNanos / nanos), (int) k, speed, speed * speed / ended * (k - 1) * k / 2, atNanos, atNanos));
    }
  }

  record Point(double size, int windows, double mean, double m2, long nanos, long sinceNanos) {
    Point with(double speed, long atNanos) {
      int count = Math.min(400, windows + 1);
      double delta = speed - mean;
      double next = mean + delta / count;
      double sum = m2 * (windows >= 400 ? 399.0 / 400 : 1) + delta * (speed - next);
      return new Point(size, count, next, sum, atNanos, sinceNanos);
    }

    double throughput() {
      return size * mean;
    }

    boolean solid() {
      return windows >= 4 && mean > 0;
    }

    double error() {
      return StrictMath.sqrt(2 * m2 / (windows - 1) / windows) / mean;
    }
  }

  record Step(int size, String why, Knee next) {}

  static Knee of(double elasticityMin, double travel) {
    return new Knee(elasticityMin, travel, List.of(), Base.NOTHING, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  static boolean saturated(Observation seen) {
    int asked = seen.size().workersAsked();
    return seen.size().queuedMean() > 0
        && seen.size().queuedAtEnd() > 0
        && seen.size().busyMean() >= 0.9 * asked;
  }

  Knee with(Observation seen) {
    long now = seen.window().endNanos();
    int asked = seen.size().workersAsked();
    boolean same = asked == at;
    long since = same ? sinceNanos : now;
    double count = Math.min(1e15, (same ? ended : 0) + seen.flow().completed());
    double best = proven * StrictMath.exp(-seen.window().lengthNanos() / 60e9);
    if (count >= Math.max(1, seen.size().busyMean()) || best < 1) {
      best = Math.max(best, asked);
    }
    if (!saturated(seen)) {
      return new Knee(elasticityMin, travel, fresh(points, now), base.with(seen), asked, since, count, best, advised, held, confirmed, probe);
    }
    List<Point> known = points;
    if (same && round(asked, now) && seen.busyNanos() > 0 && seen.size().busyMean() <= 1.1 * asked + 1) {
      known = noted(asked, seen.flow().completed() * 1e9 / seen.busyNanos(), now);
    }
    return new Knee(elasticityMin, travel, fresh(known, now), base, asked, since, count, best, advised, held, confirmed, probe);
  }

  private List<Point> fresh(List<Point> all, long now) {
    double life = 30e9 * (1 << Math.min(3, confirmed));
    return all.stream()
        .filter(point -> now - point.nanos <= Math.max(life, 10 * (point.nanos - point.sinceNanos)))
        .toList();
  }

  private List<Point> noted(int size, double speed, long now) {
    List<Point> all = new ArrayList<>();
    Point mine = new Point(size, 0, 0, 0, now, now);
    for (Point point : points) {
      if (Math.abs(point.size - size) <= 0.05 * size) {
        mine = point.windows > mine.windows ? new Point(size, point.windows, point.mean, point.m2, point.nanos, point.sinceNanos) : mine;
      } else {
        all.add(point);
      }
    }
    if (mine.windows >= 4) {
      double apart = Math.abs(speed - mine.mean);
      double sd = StrictMath.sqrt(mine.m2 / (mine.windows - 1));
      if (apart > 0.3 * mine.mean && apart > 5 * sd) {
        all.clear();
        mine = new Point(size, 0, 0, 0, now, now);
      }
    }
    mine = mine.with(speed, now);
    if (mine.solid()) {
      Point judge = mine;
      all.removeIf(other -> other.solid() && Math.abs(StrictMath.log(other.size / judge.size)) > 0.1 && elasticity(other, judge) < -1);
    }
    all.add(mine);
    all.sort((a, b) -> Double.compare(a.size, b.size));
    return List.copyOf(all);
  }

  private static double elasticity(Point a, Point b) {
    return StrictMath.log(b.throughput() / a.throughput()) / StrictMath.log(b.size / a.size);
  }

  private static double error(Point low, Point high) {
    return StrictMath.sqrt(low.error() * low.error() + high.error() * high.error())
        / StrictMath.log(high.size / low.size);
  }

  private static boolean apart(double low, double high) {
    return high >= 1.14 * low || (high >= low + 1 && low < 7);
  }

  /** The size from which on nothing is gained; NaN while none is known. */
  double ceiling() {
    List<Point> solid = points.stream().filter(Point::solid).toList();
    for (int i = 0; i < solid.size() - 1; i++) {
      Point low = solid.get(i);
      boolean proved = false;
      boolean gains = false;
      double top = 1;
      for (Point high : solid.subList(i + 1, solid.size())) {
        if (!apart(low.size, high.size)) {
          continue;
        }
        double gain = elasticity(low, high);
        double error = error(low, high);
        gains |= gain >= elasticityMin;
        proved |= gain < elasticityMin && (error < 0.2 || gain + 2 * error < elasticityMin);
        top = Math.max(top, high.throughput() / low.throughput());
      }
      if (proved && !gains) {
        return low.size * top;
      }
    }
    return Double.NaN;
  }

  private Optional<Point> reference(int size, long now) {
    Optional<Point> lowest = base.point(now).filter(p -> apart(p.size, size));
    return lowest.isPresent() ? lowest : points.stream().filter(p -> p.solid() && apart(p.size, size)).findFirst();
  }

  private boolean round(int asked, long now) {
    Optional<Point> low = reference(asked, now);
    return ended >= asked || low.isPresent() && now - sinceNanos > 3e9 / low.get().mean;
  }

  Step step(Observation seen, int wanted) {
    Step step = decide(seen, wanted);
    Knee k = step.next;
    return new Step(step.size, step.why, new Knee(elasticityMin, travel, k.points, k.base, k.at, k.sinceNanos, k.ended, k.proven, step.size, k.held, k.confirmed, k.probe));
  }

  private Step decide(Observation seen, int wanted) {
    int asked = seen.size().workersAsked();
    double ceiling = ceiling();
    double reach = travel * Math.max(proven, 1);
    int bound = (int) Math.min(Integer.MAX_VALUE, Math.max(reach, 1));
    if (!saturated(seen)) {
      if (!Double.isNaN(ceiling)) {
        bound = Math.min(bound, Workers.rounded(ceiling));
      }
      return wanted > bound ? new Step(bound, "no more than " + bound + " until it is tried", this) : new Step(wanted, "", this);
    }
    if (wanted <= asked) {
      return new Step(wanted, "", this);
    }
    Point mine = null;
    Point low = base.point(seen.window().endNanos()).filter(p -> apart(p.size, asked)).orElse(null);
    for (Point point : points) {
      if (point.size == asked) {
        mine = point;
      } else if (point.solid() && apart(point.size, asked) && (low == null || point.size > low.size)) {
        low = point;
      }
    }
    if (!Double.isNaN(ceiling)) {
      int top = Workers.rounded(ceiling);
      if (asked == probe && (mine == null || !mine.solid() || mine.windows < 100 && mine.error() > 0.05)) {
        return new Step(asked, "tries whether " + asked + " do as much", this);
      }
      if (Math.abs(top - asked) > Math.max(0.9, 0.05 * asked)) {
        return new Step(Math.min(top, wanted), String.format(Locale.ROOT, "something behind is the limit: nothing is gained beyond %d", top), this);
      }
      boolean known = mine != null && mine.solid() && mine.error() < 0.1;
      if (known && asked > 1 && (low == null || low.size < asked / 2.3)) {
        return down(asked);
      }
      Point above = null;
      for (Point point : points) {
        if (above == null && point.solid() && apart(asked, point.size)) {
          above = point;
        }
      }
      if (known && above != null && above.size > 1.6 * asked && confirmed == 0) {
        int middle = Math.min(wanted, Workers.rounded(StrictMath.sqrt(asked * above.size)));
        if (middle > asked) {
          return new Step(middle, "tries whether " + middle + " do more", new Knee(elasticityMin, travel, points, base, at, sinceNanos, ended, proven, advised, held, confirmed, middle));
        }
      }
      return new Step(asked, String.format(Locale.ROOT, "something behind is the limit: holds %d, %.1f/s", asked, mine == null ? Double.NaN : mine.throughput()), holding(asked));
    }
    if (!round(asked, seen.window().endNanos()) || seen.size().busyMean() > 1.1 * asked + 1) {
      return new Step(asked, "one round at " + asked + " first", this);
    }
    if (mine != null && low != null && mine.windows > 1 && elasticity(low, mine) < -1.5) {
      return up(asked, wanted, travel);
    }
    if (mine == null) {
      return low == null ? up(asked, wanted, travel) : new Step(asked, "measures " + asked, this);
    }
    double factor = travel;
    if (low != null) {
      Point reference = reference(asked, seen.window().endNanos()).orElse(low);
      double gain = Math.min(elasticity(low, mine), elasticity(reference, mine));
      if (gain < 0.5) {
        if (!mine.solid() && asked > 1.5 * reference.size) {
          return new Step(asked, String.format(Locale.ROOT, "measures %d: gain %.2f", asked, gain), this);
        }
        factor = gain < -1 ? travel : 1.25 + 1.5 * Math.max(0, gain);
      }
    }
    if (held > 0 && Math.abs(held - asked) <= 0.1 * asked) {
      factor = 1.25;
    }
    if (factor == 1.25 && held > 0 && !(mine.solid() && mine.error() < 0.1)) {
      return new Step(asked, "measures " + asked + " before it tries more", this);
    }
    if (advised > asked && mine.solid() && mine.error() < 0.1 && asked > 1 && (low == null || low.size < asked / 2.3)) {
      return down(asked);
    }
    return up(asked, wanted, factor);
  }

  private Step down(int asked) {
    int less = Workers.rounded(Math.min(asked - 1, asked * 0.7));
    return new Step(less, "tries whether " + less + " do as much", new Knee(elasticityMin, travel, points, base, at, sinceNanos, ended, proven, advised, held, confirmed, less));
  }

  private Step up(int asked, int wanted, double factor) {
    int up = (int) Math.min(wanted, Math.max(asked + 1, Math.ceil(asked * factor)));
    return new Step(up, "tasks wait: tries " + up, this);
  }

  private Knee holding(int size) {
    if (Math.abs(size - held) <= 0.1 * size) {
      return this;
    }
    return new Knee(elasticityMin, travel, points, base, at, sinceNanos, ended, proven, advised, size, 0, probe);
  }
}
