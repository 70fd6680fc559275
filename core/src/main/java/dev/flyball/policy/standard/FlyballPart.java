package dev.flyball.policy.standard;

import dev.flyball.policy.spec.Parameter;
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
  /** Keeping, for some seconds, as many workers as were busy at once. */
  PEAK,
  /** Never more workers than the processors carry. */
  CPU,
  /** Growing beyond what has been proven only as far as it pays; without it at once. */
  PAID,
  /** Trying smaller sizes where tasks take longer than at rest. */
  DOWN,
  /** Counting work in the reference times of the kinds; without it in tasks. */
  WORK,
  /**
   * Growing at once where tasks with deadlines are late, and not because of this pool; goes with
   * {@link #PAID}.
   */
  SLOWDOWN,
  /** Holding the size while nothing moves at all, in a pool with deadlines or without. */
  HANG,
  /** Beginning with a few workers, whatever the target was made with. */
  FIRST,
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
