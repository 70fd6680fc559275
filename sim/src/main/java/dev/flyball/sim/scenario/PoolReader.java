package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.policy.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A reader of pools: their own settings, their arrivals, their kinds. */
final class PoolReader {

  private static final int INITIAL = 10;
  private static final long IDLE_NANOS = 500_000_000;
  private static final long THREAD_START_NANOS = 100_000;
  private static final long PERIOD_NANOS = 1_000_000_000;

  private static final String[] SETTINGS = {
    "initial", "min", "max", "queue", "idle", "thread-start", "period", "deadline"
  };
  private static final String[] POOL = {
    "arrivals",
    "kinds",
    "initial",
    "min",
    "max",
    "queue",
    "idle",
    "thread-start",
    "period",
    "deadline"
  };

  private final TraceFolder traces;
  private final List<Behind> behind;
  private final long lengthNanos;

  PoolReader(TraceFolder traces, List<Behind> behind, long lengthNanos) {
    this.traces = traces;
    this.behind = behind;
    this.lengthNanos = lengthNanos;
  }

  /**
   * The pools of a file: one, described by keys of the file itself, or several under their names.
   */
  List<Pool> pools(Section file) {
    if (!file.has("pools")) {
      return List.of(
          pool("pool", file, file.find("pool").map(settings -> settings.section(SETTINGS))));
    }
    file.refuse("where there are pools", "pool", "arrivals", "kinds");
    return file.require("pools").named().stream().map(this::pool).toList();
  }

  private Pool pool(Field field) {
    Section section = field.section(POOL);
    return pool(field.name(), section, Optional.of(section));
  }

  private Pool pool(String name, Section load, Optional<Section> settings) {
    Field kindsField = load.require("kinds");
    List<String> kindNames = kindsField.named().stream().map(Field::name).toList();
    List<Phase> phases =
        new ArrivalsReader(traces, kindNames).phases(load.require("arrivals"), lengthNanos);
    List<Kind> kinds =
        new KindReader(behind.stream().map(Behind::name).toList())
            .kinds(kindsField, counted(phases, kindNames.size()));
    requireProgress(load.require("arrivals"), phases, kinds);
    Limits limits = limits(settings);
    return settings
        .map(Section::field)
        .orElse(load.field())
        .make(() ->
            new Pool(
                name,
                phases,
                kinds,
                initial(settings, limits),
                limits,
                queue(settings),
                nanos(settings, "idle", 1, IDLE_NANOS),
                nanos(settings, "thread-start", 0, THREAD_START_NANOS),
                nanos(settings, "period", Scenario.PERIOD_NANOS_MIN, PERIOD_NANOS),
                nanos(settings, "deadline", 1, Pool.usualDeadlineNanos(kinds))));
  }

  private static Limits limits(Optional<Section> settings) {
    int min = whole(settings, "min", 1).orElse(1);
    Optional<Field> field = settings.flatMap(section -> section.find("max"));
    int max = whole(settings, "max", 1).orElse(Math.max(min, Pool.USUAL_MAX));
    if (max < min) {
      throw field.orElseThrow().mustBe("at least min (" + min + ")");
    }
    return Limits.of(min, max);
  }

  private static int initial(Optional<Section> settings, Limits limits) {
    Optional<Field> field = settings.flatMap(section -> section.find("initial"));
    int initial = whole(settings, "initial", 1).orElse(limits.clamp(INITIAL));
    if (initial != limits.clamp(initial)) {
      throw field.orElseThrow().mustBe("from min to max (" + limits + ")");
    }
    return initial;
  }

  private static int queue(Optional<Section> settings) {
    return settings
        .flatMap(section -> section.find("queue"))
        .filter(field -> !(field.isScalar() && field.text().equals("unbounded")))
        .map(field -> field.whole(0, Integer.MAX_VALUE))
        .orElse(Integer.MAX_VALUE);
  }

  private static Optional<Integer> whole(Optional<Section> settings, String key, int low) {
    return settings
        .flatMap(section -> section.find(key))
        .map(field -> field.whole(low, Integer.MAX_VALUE));
  }

  private static long nanos(Optional<Section> settings, String key, long low, long otherwise) {
    return settings
        .flatMap(section -> section.find(key))
        .map(field -> field.nanos(low))
        .orElse(otherwise);
  }

  /** The shares by which a trace's arrivals are of the kinds, where all arrivals are recorded. */
  private static Optional<List<Double>> counted(List<Phase> phases, int kinds) {
    long[] counts = new long[kinds];
    long all = 0;
    for (Phase phase : phases) {
      if (!(phase.source() instanceof Source.Trace trace)) {
        return Optional.empty();
      }
      for (Source.Recorded arrival : trace.arrivals()) {
        counts[arrival.kind()]++;
        all++;
      }
    }
    double sum = all;
    return Optional.of(Arrays.stream(counts).mapToObj(count -> count / sum).toList());
  }

  /** Clients that neither think nor wait would return without end at one moment. */
  private static void requireProgress(Field arrivals, List<Phase> phases, List<Kind> kinds) {
    boolean timeless = kinds.stream().anyMatch(kind -> kind.meanNanos() == 0);
    for (Phase phase : phases) {
      if (timeless
          && phase.source() instanceof Source.Closed closed
          && closed.think().meanNanos() == 0) {
        throw arrivals.mistake(
            "think must be above 0 where a kind of task takes no time but was 0");
      }
    }
  }
}
