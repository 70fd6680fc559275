package dev.flyball.sim;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a governor's policy sees of a pool. */
public enum Sensors {
  /** All that a pool of ours measures. */
  ALL,
  /** Counts that are read now and then, as of a pool that others own. */
  POLLED,
  /** These, and the processor time of the pool's threads. */
  POLLED_CPU;

  /** The word for it in options and in the names of rows. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Those that a word names.
   *
   * @throws IllegalArgumentException when it names none
   */
  public static Sensors of(String word) {
    return Arrays.stream(values())
        .filter(sensors -> sensors.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "sensors must be "
                    + Arrays.stream(values()).map(Sensors::word).collect(Collectors.joining(" or "))
                    + " but was "
                    + word));
  }
}
