package dev.flyball.bench;

import com.sun.management.ThreadMXBean;
import dev.flyball.control.Decision;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The cost of governed pools that do little or nothing: memory, wake-ups, and the looks of a
 * thousand governors in one process.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.flyball.bench.PoolCosts [POOLS SECONDS]
 * </pre>
 */
public final class PoolCosts {

  private static final int WORKERS = 8;
  private static final int TASKS_PER_SECOND = 10;

  private PoolCosts() {}

  /**
   * Measures, and prints what it found.
   *
   * @param args the number of pools, by default 1000, and of seconds, by default 60
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 60;
    idle(seconds);
    memory(count);
    ticks(count, Math.min(seconds, 20));
  }

  private static void idle(int seconds) throws IOException, InterruptedException {
    AdaptivePool pool = AdaptivePool.named("idle").workers(WORKERS).prestart().build();
    for (int i = 0; i < 1_000; i++) {
      pool.execute(() -> {});
    }
    Thread.sleep(5_000);
    long sleeps = sleeps("idle");
    long cpu = cpuNanos("idle");
    Thread.sleep(seconds * 1_000L);
    System.out.printf(
        Locale.ROOT,
        "one idle governed pool, %d workers, %d s: %d wake-ups of its threads, %.3f ms of"
            + " processor%n",
        WORKERS,
        seconds,
        sleeps("idle") - sleeps,
        (cpuNanos("idle") - cpu) / 1e6);
    pool.close();
  }

  private static void memory(int count) throws IOException, InterruptedException {
    long heapBefore = heap();
    long residentBefore = residentKilobytes();
    List<AdaptivePool> pools = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pools.add(AdaptivePool.named("unused-" + i).workers(WORKERS).build());
    }
    Thread.sleep(2_000);
    long heapPools = heap();
    long residentPools = residentKilobytes();
    System.out.printf(
        Locale.ROOT,
        "%d governed pools without workers, each: %.1f kB of heap, %.1f kB resident%n",
        count,
        (heapPools - heapBefore) / 1e3 / count,
        (double) (residentPools - residentBefore) / count);
    pools.forEach(AdaptivePool::close);
    int some = Math.max(1, count / 20);
    pools.clear();
    for (int i = 0; i < some; i++) {
      pools.add(AdaptivePool.named("kept-" + i).ungoverned().workers(1).prestart().build());
    }
    Thread.sleep(1_000);
    long heapOne = heap();
    long residentOne = residentKilobytes();
    pools.forEach(pool -> pool.control().resize(WORKERS + 1));
    Thread.sleep(2_000);
    System.out.printf(
        Locale.ROOT,
        "an idle worker: %.1f kB of heap, %.1f kB resident%n",
        (heap() - heapOne) / 1e3 / some / WORKERS,
        (double) (residentKilobytes() - residentOne) / some / WORKERS);
    pools.forEach(AdaptivePool::close);
  }

  private static void ticks(int count, int seconds) throws IOException, InterruptedException {
    List<AdaptivePool> pools = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pools.add(
          AdaptivePool.named("tick-" + i)
              .workers(2)
              .governedBy(Policies.parse("littles-law"))
              .build());
    }
    load(pools, 5);
    long looks = looks(pools);
    long cpu = governorsCpuNanos();
    long began = System.nanoTime();
    load(pools, seconds);
    double elapsed = System.nanoTime() - began;
    long looked = looks(pools) - looks;
    double spent = governorsCpuNanos() - cpu;
    System.out.printf(
        Locale.ROOT,
        "%d pools governed by littles-law, %d tasks a second each: %.0f looks a second, %.1f us of processor"
            + " each, %.1f %% of a core%n",
        count,
        TASKS_PER_SECOND,
        looked * 1e9 / elapsed,
        spent / 1e3 / looked,
        100 * spent / elapsed);
    pools.forEach(AdaptivePool::shutdownNow);
  }

  private static void load(List<AdaptivePool> pools, int seconds) throws InterruptedException {
    for (int i = 0; i < seconds * TASKS_PER_SECOND; i++) {
      for (AdaptivePool pool : pools) {
        pool.execute(() -> {});
      }
      Thread.sleep(1_000 / TASKS_PER_SECOND);
    }
  }

  private static long looks(List<AdaptivePool> pools) {
    long sum = 0;
    for (AdaptivePool pool : pools) {
      List<Decision> kept = pool.governor().orElseThrow().journal().decisions();
      sum += kept.isEmpty() ? 0 : kept.get(kept.size() - 1).number();
    }
    return sum;
  }

  @SuppressWarnings("deprecation") // threadId() came with 19
  private static long governorsCpuNanos() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("flyball-governor")) {
        sum += Math.max(0, threads.getThreadCpuTime(thread.getId()));
      }
    }
    return sum;
  }

  private static long heap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(200);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static long residentKilobytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }

  private static long sleeps(String prefix) throws IOException {
    return sum(prefix, "status", "voluntary_ctxt_switches:");
  }

  private static long cpuNanos(String prefix) throws IOException {
    return sum(prefix, "schedstat", "");
  }

  /** The first number of the line that begins so, summed over the threads of that name. */
  private static long sum(String prefix, String file, String line) throws IOException {
    long sum = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : all) {
        if (!Files.readString(thread.resolve("comm")).contains(prefix)) {
          continue;
        }
        for (String read : Files.readAllLines(thread.resolve(file))) {
          if (read.startsWith(line)) {
            sum += Long.parseLong(read.substring(line.length()).trim().split("\\s", 2)[0]);
          }
        }
      }
    }
    return sum;
  }
}
