package dev.flyball.lab.load;

import com.sun.management.OperatingSystemMXBean;
import dev.flyball.lab.harness.Timings;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.server.LabServer;
import dev.flyball.lab.server.Service;
import dev.flyball.lab.server.Workload;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A program that measures how fast the generator and an empty handler are on this machine, both in
 * one JVM: arguments are the rate and the seconds.
 */
final class LoadSpeed {

  private static final OperatingSystemMXBean HOST =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private LoadSpeed() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    double ratePerSecond = args.length > 0 ? Double.parseDouble(args[0]) : 10_000;
    long lengthSeconds = args.length > 1 ? Long.parseLong(args[1]) : 10;
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try (LabServer server =
        LabServer.start(
            LabServer.ANY_PORT,
            Workload.only("empty", Service.NOTHING),
            (kind, work) -> pool.execute(work))) {
      run("warm-up", server, ratePerSecond, Duration.ofSeconds(5));
      run("measured", server, ratePerSecond, Duration.ofSeconds(lengthSeconds));
    } finally {
      pool.shutdownNow();
    }
  }

  private static void run(String title, LabServer server, double ratePerSecond, Duration length)
      throws InterruptedException {
    Schedule schedule =
        Schedule.of(Arrivals.poisson(ratePerSecond), KindMix.only("empty"), length, 1);
    long cpuNanos = HOST.getProcessCpuTime();
    try (LoadRun run = LoadClient.to(server.uri(), Duration.ofSeconds(30)).start(schedule)) {
      LoadResult result = run.await();
      cpuNanos = HOST.getProcessCpuTime() - cpuNanos;
      print(System.out, title, result);
      System.out.printf(
          Locale.ROOT,
          "  CPU of client and server: %.1f us per request%n",
          cpuNanos / 1e3 / result.counts().offered());
    }
  }

  private static void print(PrintStream out, String title, LoadResult result) {
    out.println(title + ": " + result.counts());
    out.printf(
        Locale.ROOT,
        "  offered %.0f/s, completed %.0f/s, last response at %.3f s%n",
        result.offeredPerSecond(),
        result.throughputPerSecond(),
        result.lastResponseSeconds());
    print(out, "  response times", result.responseTimes());
    print(out, "  send lag", result.sendLag());
  }

  private static void print(PrintStream out, String title, Timings timings) {
    out.printf(
        Locale.ROOT,
        "%s: p50 %.3f ms, p90 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, max %.3f ms%n",
        title,
        timings.percentileNanos(50) / 1e6,
        timings.percentileNanos(90) / 1e6,
        timings.percentileNanos(99) / 1e6,
        timings.percentileNanos(99.9) / 1e6,
        timings.percentileNanos(100) / 1e6);
  }
}
