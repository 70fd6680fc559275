package dev.flyball.bench;

import dev.flyball.policy.Observation;
import dev.flyball.pool.AdaptivePool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Compares what a pool's sensors say of a load with what others say of it: the tasks' own clocks
 * for waits, service times and workers busy, {@code perf stat} and the kernel's account of each
 * thread (schedstat) for the processor time of the workers. Processor time and the time that they
 * were ready without a processor must together be the time that they were busy.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.flyball.bench.SensorTruth [WORKERS MICROS IN_FLIGHT SECONDS]
 * </pre>
 *
 * <p>Without arguments it shows a load of one millisecond with four workers, where each task is
 * clocked, and one of a microsecond, where one of sixty-four is.
 */
public final class SensorTruth {

  private final AdaptivePool pool;
  private final long tokens;
  private final int inFlight;
  private final LongAdder serviceNanos = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder tasks = new LongAdder();

  private SensorTruth(int workers, double micros, int inFlight) {
    this.pool = AdaptivePool.named("truth").ungoverned().workers(workers).prestart().build();
    this.tokens = Math.round(micros * tokensOfMicro());
    this.inFlight = inFlight;
  }

  /**
   * Compares, and prints what it found.
   *
   * @param args workers, microseconds of calculation for each task, tasks in flight, seconds
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 0) {
      new SensorTruth(4, 1_000, 12).compare(10);
      new SensorTruth(4, 1, 500).compare(10);
      return;
    }
    new SensorTruth(
            Integer.parseInt(args[0]), Double.parseDouble(args[1]), Integer.parseInt(args[2]))
        .compare(Integer.parseInt(args[3]));
  }

  private void compare(int seconds) throws IOException, InterruptedException {
    Semaphore places = new Semaphore(inFlight);
    Thread submitter =
        new Thread(() -> {
          while (!Thread.currentThread().isInterrupted()) {
            places.acquireUninterruptibly();
            long submitted = System.nanoTime();
            pool.execute(() -> run(submitted, places));
          }
        });
    submitter.start();
    Thread.sleep(3_000); // until everything is compiled
    List<String> threads = threadsOf("truth-");
    Process perf =
        perf("stat", "-x", ",", "-e", "task-clock", "-t", String.join(",", threads), seconds);
    Thread.sleep(200); // until it counts
    Supplier<Observation> windows = pool.windows();
    long tasksBefore = tasks.sum();
    long serviceBefore = serviceNanos.sum();
    long waitBefore = waitNanos.sum();
    long perfBefore = schedCpuNanos(threads);
    Thread.sleep(TimeUnit.SECONDS.toMillis(seconds) - 400);
    Observation seen = windows.get();
    double own = tasks.sum() - tasksBefore;
    double length = seen.window().lengthNanos();
    System.out.printf(
        Locale.ROOT,
        "%n%d workers, %d in flight, %.1f s, %.0f tasks/s%n%-34s %12s %12s %8s%n",
        pool.workersTarget(),
        inFlight,
        length / 1e9,
        own * 1e9 / length,
        "",
        "sensors",
        "others",
        "apart");
    show("tasks ended", seen.flow().completed(), own);
    show(
        "service time, us",
        seen.times().serviceNanosSum() / 1e3 / seen.flow().completed(),
        (serviceNanos.sum() - serviceBefore) / 1e3 / own);
    show(
        "wait, us",
        seen.times().waitNanosSum() / 1e3 / seen.flow().started(),
        (waitNanos.sum() - waitBefore) / 1e3 / own);
    show(
        "workers busy (tasks' own clocks)",
        seen.size().busyMean(),
        (serviceNanos.sum() - serviceBefore) / length);
    double cpuNanos = seen.times().cpuNanosSum().orElse(0);
    show(
        "processor time, s (schedstat)",
        cpuNanos / 1e9,
        (schedCpuNanos(threads) - perfBefore) / 1e9);
    double share = perfCpuSeconds(perf) / seconds;
    show("processors used (perf stat)", cpuNanos / length, share);
    double busyNanos = seen.size().busyMean() * length;
    show(
        "cpu + run queue, of time busy",
        (cpuNanos + seen.times().runQueueWaitNanosSum().orElse(0)) / busyNanos,
        1);
    submitter.interrupt();
    submitter.join();
    pool.shutdown();
    pool.close();
  }

  private void run(long submitted, Semaphore places) {
    long began = System.nanoTime();
    Blackhole.consumeCPU(tokens);
    waitNanos.add(began - submitted);
    tasks.increment();
    places.release();
    serviceNanos.add(System.nanoTime() - began);
  }

  private static void show(String what, double sensors, double others) {
    System.out.printf(
        Locale.ROOT,
        "%-34s %12.3f %12.3f %7.2f %%%n",
        what,
        sensors,
        others,
        100 * (sensors / others - 1));
  }

  private static List<String> threadsOf(String prefix) throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : all) {
        if (Files.readString(thread.resolve("comm")).startsWith(prefix)) {
          found.add(thread.getFileName().toString());
        }
      }
    }
    return found;
  }

  private static long schedCpuNanos(List<String> threads) throws IOException {
    long sum = 0;
    for (String thread : threads) {
      String line = Files.readString(Path.of("/proc/self/task", thread, "schedstat"));
      sum += Long.parseLong(line.split(" ", 2)[0]);
    }
    return sum;
  }

  private static Process perf(Object... words) throws IOException {
    StringJoiner command = new StringJoiner(" ", "exec perf ", "");
    for (int i = 0; i < words.length - 1; i++) {
      command.add(words[i].toString());
    }
    command.add("sleep " + words[words.length - 1]);
    return new ProcessBuilder("sh", "-c", command.toString()).redirectErrorStream(true).start();
  }

  /** What {@code perf stat} counted, in seconds; not a number where it does not run here. */
  private static double perfCpuSeconds(Process perf) throws IOException {
    double millis = Double.NaN;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(perf.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains("task-clock")) {
          millis = Double.parseDouble(line.split(",", 2)[0]);
        }
      }
    }
    return millis / 1e3;
  }

  private static double tokensOfMicro() {
    long probe = 10_000;
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 2_000; i++) {
      long began = System.nanoTime();
      Blackhole.consumeCPU(probe);
      best = Math.min(best, System.nanoTime() - began);
    }
    return probe * 1e3 / best;
  }
}
