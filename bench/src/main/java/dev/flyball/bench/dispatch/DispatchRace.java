package dev.flyball.bench.dispatch;

import dev.flyball.bench.PoolKind;
import dev.flyball.bench.dispatch.DispatchTurn.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Races pools by what it costs to have a task run: each kind in a process of its own, all alive and
 * warm, taking turns, so that whatever else the machine does meets all of them alike.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.flyball.bench.dispatch.DispatchRace \
 *     pools=ADAPTIVE,JDK_ARRAY_QUEUE loads=EMPTY workers=2,8,64 producers=1,2,4 rounds=7 millis=300
 * </pre>
 *
 * <p>What is not named takes part in full. Medians are printed, with the lowest and the highest
 * turn.
 */
public final class DispatchRace {

  private static final int WARM_UPS = 3;

  private final Map<PoolKind, ChildProcess> children = new EnumMap<>(PoolKind.class);
  private final int rounds;
  private final long millis;

  private DispatchRace(int rounds, long millis) {
    this.rounds = rounds;
    this.millis = millis;
  }

  /**
   * Races, and prints a table for each load.
   *
   * @param args {@code key=value}; see above
   */
  public static void main(String[] args) throws IOException {
    Map<String, String> said = options(args);
    List<PoolKind> kinds =
        said.containsKey("pools")
            ? Arrays.stream(said.get("pools").split(",", -1)).map(PoolKind::valueOf).toList()
            : Arrays.stream(PoolKind.values()).filter(PoolKind::available).toList();
    List<Load> loads =
        said.containsKey("loads")
            ? Arrays.stream(said.get("loads").split(",", -1)).map(Load::valueOf).toList()
            : List.of(Load.values());
    int[] workers = numbers(said.getOrDefault("workers", "2,8,64"));
    int[] producers = numbers(said.getOrDefault("producers", "1,2,4"));
    DispatchRace race =
        new DispatchRace(
            Integer.parseInt(said.getOrDefault("rounds", "7")),
            Long.parseLong(said.getOrDefault("millis", "300")));
    race.run(kinds, loads, workers, producers);
  }

  private static Map<String, String> options(String[] args) {
    Map<String, String> said = new TreeMap<>();
    List<String> known = List.of("pools", "loads", "workers", "producers", "rounds", "millis");
    for (String arg : args) {
      int sign = arg.indexOf('=');
      String key = sign < 0 ? arg : arg.substring(0, sign);
      if (sign < 0 || !known.contains(key)) {
        throw new IllegalArgumentException(
            "an option must be KEY=VALUE with one of " + known + " but was '" + arg + "'");
      }
      said.put(key, arg.substring(sign + 1));
    }
    return said;
  }

  private static int[] numbers(String list) {
    return Arrays.stream(list.split(",", -1)).mapToInt(Integer::parseInt).toArray();
  }

  private void run(List<PoolKind> kinds, List<Load> loads, int[] workers, int[] producers)
      throws IOException {
    double tokens = tokensOfMicro();
    System.out.printf(
        Locale.ROOT,
        "JDK %s, %d cores, %.0f tokens a microsecond, medians of %d turns of %d ms%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        tokens,
        rounds,
        millis);
    try {
      for (PoolKind kind : kinds) {
        children.put(kind, new ChildProcess(kind, tokens));
      }
      warmUp(loads);
      for (Load load : loads) {
        for (int size : load == Load.SLEEP_1_MS ? new int[] {64} : workers) {
          for (int hands : load == Load.ROUND_TRIP ? new int[] {1} : producers) {
            show(load, size, hands, cell(load, size, hands));
          }
        }
      }
    } finally {
      children.values().forEach(ChildProcess::close);
    }
  }

  private void warmUp(List<Load> loads) throws IOException {
    for (ChildProcess child : children.values()) {
      for (int i = 0; i < WARM_UPS; i++) {
        for (Load load : loads) {
          child.play(load, 4, 2, millis);
        }
      }
    }
  }

  private Map<PoolKind, List<Result>> cell(Load load, int workers, int producers)
      throws IOException {
    Map<PoolKind, List<Result>> results = new EnumMap<>(PoolKind.class);
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<PoolKind, ChildProcess> child : children.entrySet()) {
        results
            .computeIfAbsent(child.getKey(), kind -> new ArrayList<>())
            .add(child.getValue().play(load, workers, producers, millis));
      }
    }
    return results;
  }

  private static void show(
      Load load, int workers, int producers, Map<PoolKind, List<Result>> results) {
    System.out.printf(
        Locale.ROOT,
        "%n%s, %d workers, %d producers%n%-24s %8s %17s %8s %8s %8s %9s %9s%n",
        load.title(),
        workers,
        producers,
        "",
        "tasks/ms",
        "lowest..highest",
        "cpu ns",
        "bytes",
        "sleeps",
        "p50 us",
        "p99 us");
    results.forEach((kind, turns) -> {
      double[] rates = sorted(turns, Result::tasksPerMilli);
      System.out.printf(
          Locale.ROOT,
          "%-24s %8.1f %8.1f..%7.1f %8.0f %8.1f %8.4f %9.2f %9.2f%n",
          kind,
          middle(rates),
          rates[0],
          rates[rates.length - 1],
          middle(sorted(turns, Result::cpuNanosPerTask)),
          middle(sorted(turns, Result::bytesPerTask)),
          middle(sorted(turns, Result::sleepsPerTask)),
          middle(sorted(turns, turn -> turn.p50Nanos() / 1e3)),
          middle(sorted(turns, turn -> turn.p99Nanos() / 1e3)));
    });
  }

  private static double[] sorted(List<Result> turns, ToDoubleFunction<Result> figure) {
    return turns.stream().mapToDouble(figure).sorted().toArray();
  }

  static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** What Blackhole takes for a microsecond on this machine: the quickest of many tries. */
  static double tokensOfMicro() {
    long tokens = 10_000;
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 2_000; i++) {
      long began = System.nanoTime();
      Blackhole.consumeCPU(tokens);
      best = Math.min(best, System.nanoTime() - began);
    }
    return tokens * 1e3 / best;
  }
}
