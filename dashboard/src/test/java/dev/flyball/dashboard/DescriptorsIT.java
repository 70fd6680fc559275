package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * What clients that ask for nothing can take from the program that a dashboard is in: one of 1024
 * descriptors, as {@code ulimit -n} gives by default.
 */
@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
class DescriptorsIT {

  private static final int IDLE = 1500;
  private static final int ONE_BYTE = 400;
  private static final int REQUESTS = 1000;

  /** What the program must be able to keep open for itself. */
  private static final int OWN = 900;

  private static final UnixOperatingSystemMXBean SYSTEM =
      (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** A program with a dashboard, at work. */
  private static final class Host implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final OutputStream questions;

    Host() throws IOException {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String start =
          "ulimit -n 1024 && exec \"$0\" -XX:-MaxFDLimit -XX:+UseSerialGC -cp \"$1\" \"$2\"";
      this.process =
          new ProcessBuilder("sh", "-c", start, java, classPath(), DescriptorsIT.class.getName())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
      this.answers = new BufferedReader(in);
      this.questions = process.getOutputStream();
    }

    /** Without the libraries of tests: a library that is searched is a descriptor. */
    private static String classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> !entry.endsWith(".jar") || entry.matches(".*(flyball|jspecify|snake).*"))
          .collect(Collectors.joining(File.pathSeparator));
    }

    /** What it answers when it is asked once more. */
    List<Long> ask() throws IOException {
      questions.write('\n');
      questions.flush();
      String line = answers.readLine();
      assertThat(line).as("the answer of the program").isNotNull();
      return Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** Says its port; when asked, the descriptors it has open, and its acceptor's time. */
  public static void main(String[] arguments) throws Exception {
    List<FileInputStream> own = new ArrayList<>();
    try (Dashboard dashboard = Dashboard.on(0).announcing(line -> {}).start()) {
      while (System.in.read() >= 0) {
        while (own.size() < OWN) {
          own.add(new FileInputStream("/dev/null"));
        }
        System.out.println(dashboard.port() + " " + open() + " " + acceptorNanos());
      }
    }
  }

  private static long open() {
    return SYSTEM.getOpenFileDescriptorCount();
  }

  private static long acceptorNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals("flyball-dashboard-selector")) {
        return threads.getThreadCpuTime(thread.getThreadId());
      }
    }
    throw new IllegalStateException("there must be an acceptor but there is none");
  }

  private static void crowd(int port, List<Socket> crowd) {
    try {
      for (int i = 0; i < IDLE + ONE_BYTE; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        crowd.add(socket);
        if (i % ((IDLE + ONE_BYTE) / ONE_BYTE) == 0) {
          socket.getOutputStream().write('G');
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aCrowdThatAsksForNothingTakesNeitherDescriptorsNorTheAnswersOfOthers() throws Exception {
    assumeThat(SYSTEM.getMaxFileDescriptorCount())
        .as("descriptors of the test, which is the crowd")
        .isGreaterThan(2 * (IDLE + ONE_BYTE));
    List<Socket> crowd = new ArrayList<>();
    try (Host host = new Host()) {
      List<Long> before = host.ask();
      int port = before.get(0).intValue();
      long beganNanos = System.nanoTime();
      AtomicBoolean complete = new AtomicBoolean();
      Thread attack =
          new Thread(() -> {
            crowd(port, crowd);
            complete.set(true);
          });
      attack.start();
      long slowestNanos = 0;
      for (int i = 0; i < REQUESTS || !complete.get(); i++) {
        long askedNanos = System.nanoTime();
        assertThat(RawHttp.get(port, "/style.css").status()).isEqualTo(200);
        slowestNanos = Math.max(slowestNanos, System.nanoTime() - askedNanos);
        attack.join(complete.get() ? 10 : 1);
      }
      attack.join();
      List<Long> after = host.ask();
      long tookNanos = System.nanoTime() - beganNanos;
      double share = (after.get(2) - before.get(2)) / (double) tookNanos;
      System.out.printf(
          Locale.ROOT,
          "a crowd of %d: slowest answer %.0f ms, %d descriptors open besides the program's %d,"
              + " acceptor %.1f %% of a core in %.1f s%n",
          crowd.size(),
          slowestNanos / 1e6,
          after.get(1) - OWN,
          OWN,
          100 * share,
          tookNanos / 1e9);
      assertThat(crowd).hasSize(IDLE + ONE_BYTE);
      assertThat(share).as("of a core, taken by the acceptor").isLessThan(0.5);
    } finally {
      for (Socket socket : crowd) {
        socket.close();
      }
    }
  }
}
