package dev.flyball.lab.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fixed sizes measured in turns: every size once, then every size again, so that a machine that is
 * slower for a while is slower for all of them. Every other round goes backwards, so that no size
 * is always the one after the largest.
 *
 * @param rounds how often each size is measured
 * @param seconds how long each time, not counting the second in which the size changes
 */
public record Turns(int rounds, long seconds) {

  private static final long SECONDS_MIN = 2;
  private static final int ROUNDS_MIN = 3;
  private static final int ROUNDS_MAX = 6;
  private static final int SECONDS_PER_ROUND = 5;

  public Turns {
    if (rounds < 1 || seconds < 1) {
      throw new IllegalArgumentException(
          "rounds and seconds must be at least 1 but were " + rounds + " and " + seconds);
    }
  }

  /** Turns that together give each size about so many seconds. */
  public static Turns of(long secondsPerSize) {
    int rounds =
        (int) Math.max(ROUNDS_MIN, Math.min(ROUNDS_MAX, secondsPerSize / SECONDS_PER_ROUND));
    return new Turns(rounds, Math.max(SECONDS_MIN, secondsPerSize / rounds));
  }

  /** How long it takes to measure so many sizes. */
  public long secondsFor(int sizes) {
    return (long) rounds * sizes * (seconds + 1);
  }

  /** Measures sizes; what comes back is in their order, from the smallest. */
  public List<SizeFigures> measure(LoadedServer loaded, List<Integer> sizes, Watcher watcher)
      throws InterruptedException {
    Map<Integer, List<Stretch>> measured = new TreeMap<>();
    List<Integer> order = new ArrayList<>(sizes.stream().distinct().sorted().toList());
    for (int round = 0; round < rounds; round++) {
      for (int size : order) {
        measured
            .computeIfAbsent(size, none -> new ArrayList<>())
            .add(measure(loaded, size, watcher));
      }
      Collections.reverse(order);
    }
    return measured.entrySet().stream()
        .map(entry -> new SizeFigures(entry.getKey(), entry.getValue()))
        .toList();
  }

  private Stretch measure(LoadedServer loaded, int size, Watcher watcher)
      throws InterruptedException {
    loaded.size(size);
    watcher.onSecond(loaded.next(), List.of()); // in it, what the old size had begun ends
    List<Second> load = new ArrayList<>();
    for (long second = 0; second < seconds; second++) {
      load.add(loaded.next());
      watcher.onSecond(load.get(load.size() - 1), List.of());
    }
    return new Stretch(load);
  }
}
