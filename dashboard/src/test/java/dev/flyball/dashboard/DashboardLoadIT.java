package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.expose.view.PoolView;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a dashboard costs: fifty pools, ten updates a second, twenty viewers.
 *
 * <p>Processor time is that of the dashboard's own threads, writing to sockets included; what the
 * viewers cost, who are in the same process here, is theirs. The bar of a twentieth of a core is
 * for {@code -Ddashboard.load.seconds=10}.
 */
@Tag("slow")
@Timeout(180)
class DashboardLoadIT {

  private static final int POOLS = 50;
  private static final int VIEWERS = 20;

  /** Of warm-up, and of measuring; the figures of the documentation are of ten. */
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("dashboard.load.seconds", "2"));

  /** Code that has just been loaded costs more, and much more beside a compiler that is behind. */
  private static final double SHARE_MAX = SECONDS < 10 ? 1 : 0.05;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Somebody who reads all there is as cheaply as can be, until the server closes. */
  private static final class Reader extends Thread {
    private final Socket socket;
    private final AtomicLong bytes;

    Reader(int port, AtomicLong bytes) throws IOException {
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      this.bytes = bytes;
      setDaemon(true);
    }

    @Override
    public void run() {
      byte[] buffer = new byte[1 << 17];
      try (socket;
          InputStream in = socket.getInputStream()) {
        byte[] request =
            "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        socket.getOutputStream().write(request);
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          bytes.addAndGet(read);
        }
      } catch (IOException e) {
        bytes.addAndGet(0); // the server went first
      }
    }
  }

  /** The processor time that the dashboard's threads have used, in nanoseconds. */
  private static long usedNanos() {
    long sum = 0;
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null
          && (thread.getThreadName().startsWith("flyball-dashboard")
              || thread.getThreadName().startsWith("HTTP-Dispatcher"))) {
        sum += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return sum;
  }

  /** The share of one processor that a dashboard with twenty viewers takes. */
  private static double share(Dashboard dashboard, String what) throws Exception {
    AtomicLong bytes = new AtomicLong();
    for (int i = 0; i < VIEWERS; i++) {
      new Reader(dashboard.port(), bytes).start();
    }
    while (dashboard.viewers() < VIEWERS) {
      LockSupport.parkNanos(1_000_000);
    }
    pause(SECONDS);
    long beganNanos = System.nanoTime();
    long usedBefore = usedNanos();
    long bytesBefore = bytes.get();
    pause(SECONDS);
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    double share = (usedNanos() - usedBefore) / 1e9 / seconds;
    System.out.println(
        String.format(
            Locale.ROOT,
            "dashboard, %s: %.2f %% of a core, %.1f kB a frame, %.1f MB/s",
            what,
            100 * share,
            (bytes.get() - bytesBefore) / 1e3 / VIEWERS / (10 * seconds),
            (bytes.get() - bytesBefore) / 1e6 / seconds));
    return share;
  }

  private static void pause(double seconds) {
    long untilNanos = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() - untilNanos < 0) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static DashboardBuilder plan() {
    return Dashboard.on(0).updatesPerSecond(10).announcing(line -> {});
  }

  @Test
  void fiftyPoolsAndTwentyViewersTakeLittleOfACore() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    MadeUpPools pools = new MadeUpPools();
    for (int i = 0; i < POOLS; i++) {
      String name = "pool " + i;
      pools.with(name, () -> moving(name, looks.incrementAndGet()));
    }
    try (Dashboard dashboard = plan().watching(pools).start()) {
      assertThat(share(dashboard, "views alone")).isLessThan(SHARE_MAX);
    }
  }

  /** The same, with the sensors of real pools read: what that costs depends on their workers. */
  @Test
  void realPoolsAreReadAsWell() throws Exception {
    List<AdaptivePool> pools = new ArrayList<>();
    for (int i = 0; i < POOLS; i++) {
      pools.add(Flyball.pool("real " + i));
    }
    Thread load =
        new Thread(() -> {
          while (!Thread.currentThread().isInterrupted()) {
            pools.forEach(pool -> pool.execute(() -> LockSupport.parkNanos(20_000_000)));
            LockSupport.parkNanos(50_000_000);
          }
        });
    try (Dashboard dashboard = plan().start()) {
      load.start();
      double share = share(dashboard, "real pools of some workers each");
      load.interrupt();
      load.join();
      assertThat(share).isBetween(0.0, 1.0);
    } finally {
      pools.forEach(AdaptivePool::shutdownNow);
    }
  }

  @Test
  void anHourTakesNoMoreMemoryThanTwentyMinutes() {
    AtomicLong nowMillis = new AtomicLong();
    AtomicInteger looks = new AtomicInteger();
    MadeUpPools pools = new MadeUpPools();
    for (int i = 0; i < POOLS; i++) {
      String name = "pool " + i;
      pools.with(name, () -> moving(name, looks.incrementAndGet()));
    }
    LatestFrame mailbox = new LatestFrame();
    Sampler sampler = new Sampler(List.of(pools), mailbox, nowMillis::get, Duration.ofMinutes(1));
    List<Long> usedBytes = new ArrayList<>();
    for (int minute = 1; minute <= 60; minute++) {
      for (int tick = 0; tick < 600; tick++) {
        nowMillis.addAndGet(100);
        sampler.tick(tick % 10 == 0);
      }
      if (minute % 20 == 0) {
        usedBytes.add(usedBytes());
      }
    }
    System.out.println("dashboard, memory after 20, 40, 60 simulated minutes: " + usedBytes);
    assertThat(usedBytes.get(2) - usedBytes.get(0)).isLessThan(2_000_000);
  }

  @SuppressWarnings("SystemGc") // what is used is asked for after it
  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** A view like no other, with a decision now and then. */
  private static PoolView moving(String name, int look) {
    int workers = 1 + look % 40;
    double perSecond = 100 + look % 977 / 7.0;
    return look % 5 == 0
        ? Views.view(name, workers, perSecond, Views.entry(look, 0.05))
        : Views.view(name, workers, perSecond);
  }
}
