package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a process ends whose {@code main} has returned, and in which an executor is left open. */
@Timeout(120)
class ExitTest {

  /** What another process has said, and how it ended. */
  private record Ended(String said, int code) {}

  private static Ended run(String what, String target) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator,
                ExitTest.class.getName(),
                what,
                target)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(said, process.waitFor());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pool", "limiter"})
  void tasksThatRunAndWaitAreDoneFirst(String target) throws Exception {
    Ended ended = run("tasks", target);
    assertThat(ended.code()).isZero();
    assertThat(ended.said().lines().filter(line -> line.equals("done"))).hasSize(20);
  }

  @Test
  void tasksOfALimiterOfDaemonsAreNot() throws Exception {
    Ended ended = run("tasks", "daemon");
    assertThat(ended.code()).isZero();
    if (Runtime.version().feature() >= 21) {
      assertThat(ended.said().lines().filter(line -> line.equals("done"))).hasSizeLessThan(20);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pool", "limiter"})
  void anIdleExecutorKeepsNoProcess(String target) throws Exception {
    Ended ended = run("idle", target);
    assertThat(ended.code()).isZero();
    assertThat(ended.said()).contains("main returns");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pool", "limiter"})
  void anExitEndsItAtOnce(String target) throws Exception {
    Ended ended = run("exit", target);
    assertThat(ended.code()).isEqualTo(7);
    assertThat(ended.said()).doesNotContain("done");
  }

  private static ExecutorService executor(String target) {
    return switch (target) {
      case "pool" -> AdaptivePool.named("left").ungoverned().workers(2).build();
      case "limiter" -> Limiter.named("left").ungoverned().atMost(2).build();
      default -> Limiter.named("left").ungoverned().atMost(2).daemon().build();
    };
  }

  public static void main(String[] args) throws Exception {
    ExecutorService executor = executor(args[1]);
    switch (args[0]) {
      case "tasks" -> {
        Duration each = Duration.ofMillis(args[1].equals("daemon") ? 1000 : 50);
        for (int i = 0; i < 20; i++) {
          executor.execute(() -> {
            LockSupport.parkNanos(each.toNanos());
            System.out.println("done");
          });
        }
      }
      case "idle" -> executor.submit(() -> {}).get();
      default -> {
        CountDownLatch started = new CountDownLatch(1);
        executor.execute(() -> {
          started.countDown();
          LockSupport.parkNanos(Duration.ofMinutes(1).toNanos());
          System.out.println("done");
        });
        started.await();
        System.exit(7);
      }
    }
    System.out.println("main returns");
  }
}
