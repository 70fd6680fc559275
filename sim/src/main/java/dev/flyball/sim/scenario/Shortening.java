package dev.flyball.sim.scenario;

import dev.flyball.files.Units;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A scenario pressed into less time: what happens at a moment happens earlier, in proportion; what
 * lasts, lasts as long as before.
 *
 * @param whole the scenario as it is
 * @param lengthNanos how long it is to be
 */
record Shortening(Scenario whole, long lengthNanos) {

  Shortening {
    if (lengthNanos <= 0 || lengthNanos > whole.lengthNanos()) {
      throw new IllegalArgumentException(
          "length of '"
              + whole.name()
              + "' must be above 0 and at most its own ("
              + seconds(whole.lengthNanos())
              + ") but was "
              + seconds(lengthNanos));
    }
  }

  Scenario shortened() {
    checkApart();
    return new Scenario(
        whole.name(),
        whole.models(),
        whole.catches(),
        lengthNanos,
        whole.seed(),
        whole.host(),
        whole.behind(),
        whole.pools().stream().map(this::pool).toList(),
        whole.changes().stream().map(this::change).toList());
  }

  /** A phase or a change that began together with the next one would never have been there. */
  private void checkApart() {
    TreeSet<Long> moments = new TreeSet<>(List.of(0L, whole.lengthNanos()));
    whole.changes().forEach(change -> moments.add(change.atNanos()));
    whole.pools().stream()
        .flatMap(pool -> pool.phases().stream())
        .forEach(phase -> moments.add(phase.fromNanos()));
    long before = -1;
    for (long moment : moments) {
      if (before >= 0 && at(moment) == at(before)) {
        throw new IllegalArgumentException(
            "length of '"
                + whole.name()
                + "' must keep what begins at "
                + seconds(before)
                + " apart from what begins at "
                + seconds(moment)
                + " but was "
                + seconds(lengthNanos));
      }
      before = moment;
    }
  }

  /** When something happens that happened then. */
  private long at(long nanos) {
    return BigInteger.valueOf(nanos)
        .multiply(BigInteger.valueOf(lengthNanos))
        .divide(BigInteger.valueOf(whole.lengthNanos()))
        .longValueExact();
  }

  private Pool pool(Pool pool) {
    return new Pool(
        pool.name(),
        pool.phases().stream()
            .map(phase -> new Phase(at(phase.fromNanos()), source(phase.source())))
            .toList(),
        pool.kinds(),
        pool.initial(),
        pool.limits(),
        pool.queueCapacity(),
        pool.idleNanos(),
        pool.threadStartNanos(),
        pool.periodNanos(),
        pool.deadlineNanos());
  }

  /** Of what was recorded some are left out, evenly, so that in less time the rate is the same. */
  private Source source(Source source) {
    if (!(source instanceof Source.Trace trace)) {
      return source;
    }
    List<Source.Recorded> kept = new ArrayList<>();
    for (int i = 0; i < trace.arrivals().size(); i++) {
      if (at(i + 1) > at(i)) {
        Source.Recorded arrival = trace.arrivals().get(i);
        kept.add(new Source.Recorded(at(arrival.atNanos()), arrival.kind()));
      }
    }
    return new Source.Trace(kept);
  }

  private Change change(Change change) {
    long atNanos = at(change.atNanos());
    if (change instanceof Change.Cores cores) {
      return new Change.Cores(atNanos, cores.cores());
    }
    if (change instanceof Change.Speed speed) {
      return new Change.Speed(atNanos, speed.behind(), speed.speed());
    }
    if (change instanceof Change.Neighbours neighbours) {
      return new Change.Neighbours(atNanos, neighbours.busyCores());
    }
    if (change instanceof Change.Capacity capacity) {
      return new Change.Capacity(atNanos, capacity.behind(), capacity.calls());
    }
    Change.Mix mix = (Change.Mix) change;
    return new Change.Mix(atNanos, mix.pool(), mix.shares());
  }

  private static String seconds(long nanos) {
    return Units.plain(nanos / 1e9) + " s";
  }
}
