package dev.flyball.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Compares the chains of {@link ChainBenchmark} on several JDKs. Each round runs each chain once on
 * each JDK, in a process of its own, so what else the machine does meets all of them.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.flyball.bench.ChainRounds 7 /usr/lib/jvm/jdk-17 /usr/lib/jvm/jdk-25
 * </pre>
 */
public final class ChainRounds {

  private static final List<String> BENCHMARKS = List.of("pass", "passAlone");

  private ChainRounds() {}

  /** One column of the table, without its chain. */
  private record Setting(String benchmark, String jdk) {}

  /** What a round has found of a chain, in nanoseconds a record. */
  private record Cost(double time, double processor) {}

  /**
   * Runs the rounds, and prints medians after each.
   *
   * @param args the number of rounds, and the homes of JDKs
   */
  public static void main(String[] args) throws RunnerException {
    int rounds = Integer.parseInt(args[0]);
    List<String> jdks = List.of(args).subList(1, args.length);
    Map<Setting, Map<ChainKind, List<Cost>>> costs = new LinkedHashMap<>();
    for (int round = 1; round <= rounds; round++) {
      for (String benchmark : BENCHMARKS) {
        for (String jdk : jdks) {
          for (ChainKind chain : ChainKind.values()) {
            costs
                .computeIfAbsent(new Setting(benchmark, jdk), any -> new LinkedHashMap<>())
                .computeIfAbsent(chain, any -> new ArrayList<>())
                .add(measured(benchmark, jdk, chain));
          }
        }
      }
      System.out.println("medians of " + round + " rounds");
      costs.forEach(ChainRounds::print);
    }
  }

  private static Cost measured(String benchmark, String jdk, ChainKind chain)
      throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(ChainBenchmark.class.getName() + "." + benchmark + "$")
                    .param("chain", chain.name())
                    .jvm(Path.of(jdk, "bin", "java").toString())
                    .forks(1)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.seconds(1))
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    List<Double> times = new ArrayList<>();
    List<Double> processor = new ArrayList<>();
    for (RunResult result : results) {
      result
          .getBenchmarkResults()
          .forEach(fork -> fork.getIterationResults().forEach(one -> add(one, times, processor)));
    }
    return new Cost(median(times), median(processor));
  }

  /** The benchmark counts records, and processor time, in a microsecond. */
  private static void add(IterationResult one, List<Double> times, List<Double> processor) {
    double records = one.getPrimaryResult().getScore();
    times.add(1_000 / records);
    Result<?> used = Objects.requireNonNull(one.getSecondaryResults().get("cpuNanos"));
    processor.add(used.getScore() / records);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Each chain, and the median of its ratios to the first one, round by round. */
  private static void print(Setting setting, Map<ChainKind, List<Cost>> costs) {
    System.out.println(setting.benchmark() + ", " + setting.jdk());
    List<Cost> ours = costs.getOrDefault(ChainKind.PIPELINE, List.of());
    costs.forEach((chain, theirs) -> {
      List<Double> times = new ArrayList<>();
      List<Double> processor = new ArrayList<>();
      for (int round = 0; round < theirs.size(); round++) {
        times.add(theirs.get(round).time() / ours.get(round).time());
        processor.add(theirs.get(round).processor() / ours.get(round).processor());
      }
      System.out.printf(
          Locale.ROOT,
          "  %-30s %,9.0f ns, %,9.0f ns of processor; %.2f and %.2f times the pipeline's%n",
          chain,
          median(theirs.stream().map(Cost::time).toList()),
          median(theirs.stream().map(Cost::processor).toList()),
          median(times),
          median(processor));
    });
  }
}
