package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.sim.workload.Arrivals;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A reader of where one pool's tasks come from. */
final class ArrivalsReader {

  private static final long SPELL_NANOS_MIN = 1_000_000;
  private static final double SPEED_MAX = 1e6;

  private static final String[] PATTERNS = {
    "poisson", "constant", "sine", "periodic-random", "bursts", "at-once", "closed", "trace"
  };
  private static final String[] PHASE = {
    "from", "poisson", "constant", "sine", "periodic-random", "bursts", "at-once", "closed", "trace"
  };

  private final TraceFolder traces;
  private final List<String> kinds;

  /**
   * A reader of arrivals.
   *
   * @param kinds the names of the pool's kinds, in their order
   */
  ArrivalsReader(TraceFolder traces, List<String> kinds) {
    this.traces = traces;
    this.kinds = kinds;
  }

  /** The phases, one after the other; a single source is one phase. */
  List<Phase> phases(Field field, long lengthNanos) {
    if (!field.isList()) {
      return List.of(new Phase(0, source(field.section(PATTERNS).one(PATTERNS))));
    }
    List<Phase> phases = new ArrayList<>();
    for (Field item : field.items()) {
      Section section = item.section(PHASE);
      long from = from(section.require("from"), phases, lengthNanos);
      phases.add(new Phase(from, source(section.one(PATTERNS))));
    }
    if (phases.isEmpty()) {
      throw field.mistake("arrivals must have at least one phase but had none");
    }
    return phases;
  }

  private static long from(Field from, List<Phase> before, long lengthNanos) {
    long nanos = from.nanos(0);
    if (before.isEmpty() && nanos != 0) {
      throw from.mustBe("0s in the first phase");
    }
    if (!before.isEmpty() && nanos <= before.get(before.size() - 1).fromNanos()) {
      throw from.mustBe("later than that of the phase before");
    }
    if (nanos >= lengthNanos) {
      throw from.mustBe("before the end");
    }
    return nanos;
  }

  private Source source(Field pattern) {
    return switch (pattern.name()) {
      case "closed" -> closed(pattern.section("clients", "think"));
      case "trace" -> trace(pattern);
      default -> new Source.Open(pattern.make(() -> open(pattern)));
    };
  }

  private static Arrivals open(Field pattern) {
    return switch (pattern.name()) {
      case "poisson" -> rate(pattern) == 0 ? Arrivals.none() : Arrivals.poisson(rate(pattern));
      case "constant" -> rate(pattern) == 0 ? Arrivals.none() : Arrivals.constant(rate(pattern));
      case "sine" -> sine(pattern.section("mean", "swing", "period"));
      case "periodic-random" -> periodicRandom(pattern.section("low", "high", "every"));
      case "bursts" -> bursts(pattern.section("calm", "burst", "mean-calm", "mean-burst"));
      default -> Arrivals.atOnce(pattern.whole(1, TraceReader.ARRIVALS_MAX));
    };
  }

  private static double rate(Field pattern) {
    return pattern.perSecond();
  }

  private static Arrivals sine(Section sine) {
    return Arrivals.sine(
        sine.require("mean").positivePerSecond(),
        sine.require("swing").number(0, 1),
        spell(sine.require("period")));
  }

  private static Arrivals periodicRandom(Section random) {
    double low = random.require("low").perSecond();
    Field high = random.require("high");
    double highPerSecond = high.positivePerSecond();
    if (highPerSecond < low) {
      throw high.mustBe("at least low (" + random.require("low").text() + ")");
    }
    return Arrivals.periodicRandom(low, highPerSecond, spell(random.require("every")));
  }

  private static Arrivals bursts(Section bursts) {
    return Arrivals.bursts(
        bursts.require("calm").perSecond(),
        bursts.require("burst").positivePerSecond(),
        spell(bursts.require("mean-calm")),
        spell(bursts.require("mean-burst")));
  }

  private static Duration spell(Field field) {
    return Duration.ofNanos(field.nanos(SPELL_NANOS_MIN));
  }

  private static Source closed(Section closed) {
    int clients = closed.require("clients").whole(1, TraceReader.ARRIVALS_MAX);
    return new Source.Closed(clients, DistributionReader.distribution(closed.require("think")));
  }

  private Source trace(Field field) {
    if (field.isScalar()) {
      return new Source.Trace(recorded(field, 1));
    }
    Section section = field.section("file", "speed");
    double speed = section.find("speed").map(ArrivalsReader::speed).orElse(1.0);
    return new Source.Trace(recorded(section.require("file"), speed));
  }

  private static double speed(Field field) {
    return field.number(1 / SPEED_MAX, SPEED_MAX);
  }

  /** A file from elsewhere is not opened: what is wrong with it would tell what is in it. */
  private boolean reached(Field file, String name) {
    try {
      return traces.reaches(name);
    } catch (InvalidPathException odd) {
      throw file.mustBe("a file name");
    }
  }

  private List<Source.Recorded> recorded(Field file, double speed) {
    String name = file.text();
    if (!reached(file, name)) {
      throw file.mustBe("a file in the folder of the scenario, or below it,");
    }
    try (InputStream bytes = new BufferedInputStream(traces.open(name))) {
      return TraceReader.read(traces.label(name), bytes, kinds, speed);
    } catch (NoSuchFileException missing) {
      throw file.mistake(
          file.name() + " must be a file beside the scenario but there is no " + name);
    } catch (IOException broken) {
      throw file.mistake(
          file.name() + " must be a file that can be read but " + broken.getMessage());
    }
  }
}
