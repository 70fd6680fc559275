package dev.flyball.admission;

import dev.flyball.base.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The class of a task: of two that wait, the more important one starts first, and the less
 * important one is turned away first.
 *
 * <p>Few classes suffice because the line is ordered by them: the load that less important tasks
 * may bring follows by itself from what the others leave. Systems that turn tasks away before a
 * plain queue need many levels and a threshold that follows the load: DAGOR (Zhou et al. 2018,
 * "Overload Control for Scaling WeChat Microservices", 64 * 128 levels), Uber's Cinnamon (6 tiers
 * of 128 cohorts), Netflix's prioritized load shedding (4 buckets of 25 levels).
 */
public enum Importance {
  /** Somebody's money or safety, or what all others depend on: probes, payments. */
  CRITICAL,
  /** Somebody waits for it. */
  HIGH,
  /** The default. */
  NORMAL,
  /** Nobody waits for it: it may be done later, or not at all. */
  LOW;

  /** As files and tables have it: {@code critical}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The class of that word.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Importance of(String word) {
    List<String> words = Stream.of(values()).map(Importance::word).toList();
    if (!words.contains(word)) {
      throw new IllegalArgumentException(Nearest.unknown("importance", word, words));
    }
    return values()[words.indexOf(word)];
  }
}
