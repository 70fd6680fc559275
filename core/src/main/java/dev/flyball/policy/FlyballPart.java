package dev.flyball.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The parts of {@link FlyballPolicy} that can be taken out one by one, to see what each is worth.
 */
public enum FlyballPart {
  /** Workers for the tasks that wait; without it a queue is left to the headroom. */
  BACKLOG,
  /** Noticing that the service time has changed; without it the mean of the last 100 tasks. */
  SURPRISE,
  /** Never more workers than the processors carry. */
  CPU,
  /** Looking for the knee of throughput while something behind the workers is the limit. */
  KNEE,
  /** Counting work in the reference times of the kinds; without it in tasks. */
  WORK,
  /** Holding the size while nothing moves at all. */
  HANG,
  /** Saying when to be asked; without it once per period. */
  LOOK;

  private static final String NONE = "none";

  /** The name by which specifications call it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The parameter that takes parts out: none, or names joined by +. */
  static Parameter<List<FlyballPart>> without() {
    String words = Arrays.stream(values()).map(FlyballPart::word).collect(Collectors.joining(", "));
    return new Parameter<>(
        "without",
        "parts to take out, to see what they are worth",
        "none, or names joined by + out of " + words,
        NONE,
        false,
        FlyballPart::read);
  }

  private static Optional<List<FlyballPart>> read(String text) {
    if (text.equals(NONE)) {
      return Optional.of(List.of());
    }
    List<Optional<FlyballPart>> parts =
        Arrays.stream(text.split("\\+", -1)).map(FlyballPart::named).toList();
    return parts.stream().allMatch(Optional::isPresent)
        ? Optional.of(parts.stream().flatMap(Optional::stream).distinct().sorted().toList())
        : Optional.empty();
  }

  private static Optional<FlyballPart> named(String word) {
    return Arrays.stream(values()).filter(part -> part.word().equals(word)).findFirst();
  }
}
