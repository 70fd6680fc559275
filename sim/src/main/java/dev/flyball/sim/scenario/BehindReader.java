package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.Section;
import java.util.List;

/** A reader of what stands behind. */
final class BehindReader {

  private static final double CALLS_MAX = 1_000_000;
  private static final double CONTENTION_MAX = 0.999;

  private static final double STEEPNESS_MAX = 20;
  private static final double COHERENCY_MIN = 1e-9;

  private BehindReader() {}

  static List<Behind> all(Field field) {
    return field.named().stream().map(BehindReader::behind).toList();
  }

  private static Behind behind(Field field) {
    if (field.isScalar()) {
      return word(field);
    }
    Section section =
        field.section("servers", "rate", "peak", "coherency", "contention", "steepness");
    Field kind = section.one("servers", "rate", "peak", "coherency");
    return switch (kind.name()) {
      case "servers" -> servers(section, kind);
      case "rate" -> rate(section, kind);
      default -> collapse(section, kind);
    };
  }

  private static Behind word(Field field) {
    if (!field.text().equals("lock")) {
      throw field.mustBe("lock, {servers: ...}, {rate: ...} or {peak: ...}");
    }
    return new Behind.Lock(field.name());
  }

  private static Behind servers(Section section, Field servers) {
    section.refuse("beside servers", "contention", "steepness");
    return new Behind.Servers(section.field().name(), servers.whole(1, Integer.MAX_VALUE));
  }

  private static Behind rate(Section section, Field rate) {
    section.refuse("beside rate", "contention", "steepness");
    return new Behind.RateLimit(section.field().name(), rate.positivePerSecond());
  }

  private static Behind collapse(Section section, Field kind) {
    String name = section.field().name();
    double contention =
        section.find("contention").map(given -> given.number(0, CONTENTION_MAX)).orElse(0.0);
    if (kind.name().equals("coherency")) {
      section.refuse("beside coherency", "steepness");
      double coherency = kind.number(COHERENCY_MIN, 1);
      return section.field().make(() -> new Behind.Collapse(name, contention, coherency));
    }
    double peak = kind.number(1, CALLS_MAX);
    double steepness =
        section
            .find("steepness")
            .map(given -> given.number(Behind.Collapse.ROUND, STEEPNESS_MAX))
            .orElse(Behind.Collapse.ROUND);
    return section.field().make(() -> Behind.Collapse.peakingAt(name, peak, contention, steepness));
  }
}
