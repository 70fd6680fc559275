package dev.flyball.sim.scenario;

import dev.flyball.base.Nearest;
import dev.flyball.files.Field;
import dev.flyball.files.FileException;
import dev.flyball.files.Section;
import dev.flyball.files.Shown;
import java.util.ArrayList;
import java.util.List;

/** A reader of what changes on the way. */
final class ChangeReader {

  private static final double SLOWER_MIN = 0.001;
  private static final double SLOWER_MAX = 1_000_000;
  private static final int CALLS_MAX = 1_000_000;

  private static final String[] CHANGES = {
    "cores", "neighbours", "slower", "recovers", "hangs", "capacity", "mix"
  };
  private static final String[] KEYS = {
    "at", "cores", "neighbours", "slower", "recovers", "hangs", "capacity", "mix", "pool"
  };

  private final List<Behind> behind;
  private final List<Pool> pools;
  private final long lengthNanos;

  ChangeReader(List<Behind> behind, List<Pool> pools, long lengthNanos) {
    this.behind = behind;
    this.pools = pools;
    this.lengthNanos = lengthNanos;
  }

  List<Change> changes(Field field) {
    List<Change> changes = new ArrayList<>();
    field.items().forEach(item -> add(item.section(KEYS), changes));
    return changes;
  }

  private void add(Section section, List<Change> changes) {
    Field at = section.require("at");
    long atNanos = at.nanos(0);
    if (atNanos >= lengthNanos) {
      throw at.mustBe("before the end");
    }
    Field what = section.one(CHANGES);
    if (!what.name().equals("mix")) {
      section.refuse("beside " + what.name(), "pool");
    }
    switch (what.name()) {
      case "cores" -> changes.add(new Change.Cores(atNanos, HostReader.cores(what)));
      case "neighbours" -> changes.add(new Change.Neighbours(atNanos, HostReader.neighbours(what)));
      case "capacity" -> what.named().forEach(one -> changes.add(capacity(atNanos, one)));
      case "slower" -> what.named().forEach(slow -> changes.add(slower(atNanos, slow)));
      case "recovers" -> changes.add(new Change.Speed(atNanos, behind(what, what.text()), 1));
      case "hangs" -> changes.add(new Change.Speed(atNanos, behind(what, what.text()), 0));
      default -> changes.add(mix(atNanos, section, what));
    }
  }

  private Change slower(long atNanos, Field slow) {
    String name = behind(slow.atKey(), slow.name());
    double speed = 1 / slow.number(SLOWER_MIN, SLOWER_MAX);
    return slow.make(() -> new Change.Speed(atNanos, name, speed));
  }

  private Change capacity(long atNanos, Field given) {
    String name = behind(given.atKey(), given.name());
    boolean rate =
        behind.stream()
            .filter(one -> one.name().equals(name))
            .anyMatch(one -> one instanceof Behind.RateLimit);
    if (rate) {
      throw given.atKey().mistake("capacity must be of servers or of a peak but was of a rate");
    }
    int calls = given.whole(1, CALLS_MAX);
    return given.make(() -> new Change.Capacity(atNanos, name, calls));
  }

  private String behind(Field place, String name) {
    List<String> names = behind.stream().map(Behind::name).toList();
    int index = names.indexOf(name);
    if (index < 0) {
      throw place.mistake(Nearest.unknown("name behind", Shown.value(name), names));
    }
    if (behind.get(index) instanceof Behind.Lock) {
      throw place.mistake(
          place.name() + " must not be a lock, whose speed is the host's, but was " + name);
    }
    return name;
  }

  private Change mix(long atNanos, Section section, Field mix) {
    Pool pool = pool(section);
    if (pool.phases().stream().allMatch(phase -> phase.source() instanceof Source.Trace)) {
      section.refuse("where a trace says the kind of each task", "mix");
    }
    List<String> kinds = pool.kinds().stream().map(Kind::name).toList();
    Section shares = mix.section(kinds.toArray(new String[0]));
    List<Double> parts =
        kinds.stream()
            .map(kind -> shares.find(kind).map(share -> share.number(0, 1)).orElse(0.0))
            .toList();
    KindReader.requireWhole(mix, parts);
    return new Change.Mix(atNanos, pool.name(), parts);
  }

  private Pool pool(Section section) {
    if (pools.size() == 1 && !section.has("pool")) {
      return pools.get(0);
    }
    Field named = section.require("pool");
    return pools.stream()
        .filter(pool -> pool.name().equals(named.text()))
        .findFirst()
        .orElseThrow(() -> unknownPool(named));
  }

  private FileException unknownPool(Field named) {
    List<String> known = pools.stream().map(Pool::name).toList();
    return named.mistake(Nearest.unknown("pool", Shown.value(named.text()), known));
  }
}
