package dev.flyball.flink.trial;

import dev.flyball.base.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What comes to a trial job, and how long its stages take: a file of one line, which all processes
 * of a cluster on one machine read while they run.
 *
 * @param perSecond records per second that the source would send, above 0
 * @param micros what each stage takes for a record, in microseconds; at least 0
 * @param subtasksMax the most subtasks of a stage that start; with more the job fails again and
 *     again, as with too few connections to a database
 */
public record TrialLoad(double perSecond, List<Long> micros, int subtasksMax) {

  private static final int STAGES_AT = 2;

  public TrialLoad {
    Require.above("perSecond", 0, perSecond);
    micros = List.copyOf(micros);
    Require.atLeast("stages", 1, micros.size());
    micros.forEach(time -> Require.countAtLeast("micros", 0, time));
    Require.atLeast("subtasksMax", 1, subtasksMax);
  }

  /** A load whose stages start with any number of subtasks. */
  public static TrialLoad of(double perSecond, Long... micros) {
    return new TrialLoad(perSecond, List.of(micros), Integer.MAX_VALUE);
  }

  /**
   * Four stages of 10, 20, 25 and 100 ms, and 23 records a second: with a source seven subtasks do
   * that 80 % busy, and twelve do twice as much.
   */
  public static TrialLoad example() {
    return of(23, 10_000L, 20_000L, 25_000L, 100_000L);
  }

  /** With another rate of the source. */
  public TrialLoad withRate(double otherPerSecond) {
    return new TrialLoad(otherPerSecond, micros, subtasksMax);
  }

  /** With another time of one stage, the first of which is 0. */
  public TrialLoad withMicros(int stage, long time) {
    Long[] times = micros.toArray(Long[]::new);
    times[stage] = time;
    return new TrialLoad(perSecond, List.of(times), subtasksMax);
  }

  /** With a bound of the subtasks that start. */
  public TrialLoad withSubtasksMax(int max) {
    return new TrialLoad(perSecond, micros, max);
  }

  /**
   * Reads a load.
   *
   * @throws IOException when the file cannot be read
   * @throws IllegalArgumentException when its line is no load
   */
  public static TrialLoad read(Path file) throws IOException {
    String line = Files.readString(file).strip();
    List<String> words = Arrays.asList(line.split(" "));
    try {
      return new TrialLoad(
          Double.parseDouble(words.get(0)),
          words.subList(STAGES_AT, words.size()).stream().map(Long::valueOf).toList(),
          Integer.parseInt(words.get(1)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          file + " must be as '150 8 2000 4000' (rate, subtasks, times) but was '" + line + "'", e);
    }
  }

  /** Writes the load; a reader sees the former or this one, never half of it. */
  public void write(Path file) throws IOException {
    String times = micros.stream().map(Object::toString).collect(Collectors.joining(" "));
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(whole, perSecond + " " + subtasksMax + " " + times + "\n");
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
