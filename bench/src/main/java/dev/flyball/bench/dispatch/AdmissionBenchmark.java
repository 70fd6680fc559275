package dev.flyball.bench.dispatch;

import dev.flyball.bench.PoolKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The cost of admission per task that is calm: a pool without it, and the same pool with a rule,
 * with a default deadline, and with tasks that bring a deadline each. One thread hands tasks over
 * in batches, of which eight may be under way: so the figure is that of the pool.
 *
 * <p>The processor's speed changes more between two minutes than the figures differ. {@link #main}
 * has the pools take turns, a new process for each, and compares within a round:
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.flyball.bench.dispatch.AdmissionBenchmark [ROUNDS]
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class AdmissionBenchmark {

  private static final List<PoolKind> KINDS =
      List.of(
          PoolKind.ADAPTIVE,
          PoolKind.ADAPTIVE_ADMITTING,
          PoolKind.ADAPTIVE_DEADLINE,
          PoolKind.ADAPTIVE_WITHIN,
          PoolKind.ADAPTIVE_BY);

  private static final List<String> LOADS = List.of("empty", "tenMicros");
  private static final int ROUNDS = 9;
  private static final int BATCHES = 8;
  private static final int BATCH_EMPTY = 128;
  private static final int BATCH_TEN_MICROS = 16;
  private static final int QUEUE_LENGTH = 8192;

  /** A pool with room for eight batches. */
  @State(Scope.Benchmark)
  public static class Pool {

    /** How its tasks are admitted. */
    @Param({
      "ADAPTIVE",
      "ADAPTIVE_ADMITTING",
      "ADAPTIVE_DEADLINE",
      "ADAPTIVE_WITHIN",
      "ADAPTIVE_BY"
    })
    public PoolKind kind = PoolKind.ADAPTIVE;

    /** How many threads run tasks. */
    @Param("2")
    public int workers = 2;

    /** What Blackhole takes for a microsecond; 0 to find out. */
    @Param("0")
    public double tokens;

    private final Semaphore room = new Semaphore(BATCHES);
    private final Runnable empty = Load.EMPTY.tasks(0)[0];
    private final Runnable emptyLast = room::release;
    private ExecutorService pool = PoolKind.JDK_LINKED_QUEUE.open(1, 1);
    private Runnable tenMicros = empty;
    private Runnable tenMicrosLast = emptyLast;

    /** Opens it. */
    @Setup
    public void open() {
      pool.shutdown();
      pool = kind.open(workers, QUEUE_LENGTH);
      Runnable calculation =
          Load.SPIN_10_US.tasks(tokens > 0 ? tokens : DispatchRace.tokensOfMicro())[0];
      tenMicros = calculation;
      tenMicrosLast =
          () -> {
            calculation.run();
            room.release();
          };
    }

    /** Closes it once all tasks have run. */
    @TearDown
    public void close() throws InterruptedException {
      pool.shutdown();
      if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException(kind + " must end within 10 s of its shutdown but did not");
      }
    }

    private void submit(Runnable task, Runnable last, int tasks) {
      room.acquireUninterruptibly();
      for (int i = 1; i < tasks; i++) {
        pool.execute(task);
      }
      pool.execute(last);
    }
  }

  /** A task that does nothing. */
  @Benchmark
  @OperationsPerInvocation(BATCH_EMPTY)
  public void empty(Pool pool) {
    pool.submit(pool.empty, pool.emptyLast, BATCH_EMPTY);
  }

  /** A task of ten microseconds of calculation. */
  @Benchmark
  @OperationsPerInvocation(BATCH_TEN_MICROS)
  public void tenMicros(Pool pool) {
    pool.submit(pool.tenMicros, pool.tenMicrosLast, BATCH_TEN_MICROS);
  }

  // ---- In turns

  /**
   * Measures all kinds in turns, and prints medians.
   *
   * @param args the number of rounds, by default 9
   */
  public static void main(String[] args) throws RunnerException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : ROUNDS;
    double tokens = DispatchRace.tokensOfMicro();
    for (String load : LOADS) {
      Map<PoolKind, List<Double>> nanos = new EnumMap<>(PoolKind.class);
      for (int round = 0; round < rounds; round++) {
        for (PoolKind kind : KINDS) {
          nanos
              .computeIfAbsent(kind, unused -> new ArrayList<>())
              .add(nanosPerTask(load, kind, tokens));
        }
      }
      show(load, nanos);
    }
  }

  private static double nanosPerTask(String load, PoolKind kind, double tokens)
      throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include("\\b" + AdmissionBenchmark.class.getSimpleName() + "\\." + load + "$")
                .param("kind", kind.name())
                .param("tokens", Double.toString(tokens))
                .forks(1)
                .timeout(TimeValue.minutes(1))
                .verbosity(VerboseMode.SILENT)
                .build())
        .runSingle()
        .getPrimaryResult()
        .getStatistics()
        .getPercentile(50);
  }

  private static void show(String load, Map<PoolKind, List<Double>> nanos) {
    List<Double> without = nanos.get(PoolKind.ADAPTIVE);
    System.out.printf(
        Locale.ROOT,
        "%n%s, JDK %s: medians of %d rounds%n%-24s %8s %18s %12s %18s%n",
        load,
        Runtime.version(),
        without.size(),
        "",
        "ns/task",
        "lowest..highest",
        "of ADAPTIVE",
        "lowest..highest");
    nanos.forEach((kind, all) -> {
      double[] times = all.stream().mapToDouble(nano -> nano).sorted().toArray();
      double[] ratios = new double[times.length];
      Arrays.setAll(ratios, i -> all.get(i) / without.get(i));
      Arrays.sort(ratios);
      System.out.printf(
          Locale.ROOT,
          "%-24s %8.1f %8.1f..%8.1f %12.3f %8.3f..%8.3f%n",
          kind,
          DispatchRace.middle(times),
          times[0],
          times[times.length - 1],
          DispatchRace.middle(ratios),
          ratios[0],
          ratios[ratios.length - 1]);
    });
  }
}
