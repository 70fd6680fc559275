package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.base.Await;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of tasks that wait when memory ends just as a rule begins to decide about them, or
 * as cancelled ones are cleared out: in a Java process of its own, whose memory ends indeed.
 */
@Timeout(120)
class ShortOfMemoryTest {

  private static final int TASKS = 8_000;
  private static final int CANCELLED = TASKS / 2 + 20; // the last of them without memory
  private static final int PIECE = 2_048; // bytes
  private static final int PIECES = 20_000;
  private static final TaskOptions HIGH = TaskOptions.NONE.importance(Importance.HIGH);

  @ParameterizedTest
  @ValueSource(strings = {"pool", "limiter"})
  void noTaskIsLost(String target) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator,
                ShortOfMemoryTest.class.getName(),
                target)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("memory ended ");
  }

  private static MeasuredExecutor executor(String target) {
    return target.equals("pool")
        ? AdaptivePool.named("short").ungoverned().workers(1).build()
        : Limiter.named("short").ungoverned().atMost(1).build();
  }

  public static void main(String[] args) {
    try {
      int unused = run(executor(args[0]), 1); // loads and links all that is needed
      int ended = run(executor(args[0]), PIECES);
      System.out.println("memory ended " + ended + " times");
      Runtime.getRuntime().halt(ended > 0 ? 0 : 1);
    } catch (Throwable e) {
      e.printStackTrace(System.out);
      Runtime.getRuntime().halt(1);
    }
  }

  private static int run(MeasuredExecutor executor, int pieces) throws Exception {
    List<byte[]> hoard = new ArrayList<>(PIECES);
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch occupied = new CountDownLatch(1);
    executor.execute(() -> {
      occupied.countDown();
      Await.on(open);
    });
    occupied.await();
    AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      futures.add(executor.submit(() -> runs.incrementAndGet(number)));
    }
    AtomicInteger important = new AtomicInteger();
    Runnable task = important::incrementAndGet;
    futures.subList(0, CANCELLED - 40).forEach(ShortOfMemoryTest::cancel);
    fill(hoard, pieces);
    for (int i = CANCELLED - 40; i < CANCELLED; i++) {
      cancel(futures.get(i));
    }
    int ended = submit(executor, task, hoard);
    hoard.clear();
    open.countDown();
    executor.close();
    for (int i = 0; i < TASKS; i++) {
      assertThat(runs.get(i)).as("runs of task " + i).isEqualTo(i < CANCELLED ? 0 : 1);
    }
    assertThat(important).hasValue(1);
    assertThat(executor.queued()).isZero();
    return ended;
  }

  /** Leaves a little more memory each time, until the task gets in. */
  private static int submit(MeasuredExecutor executor, Runnable task, List<byte[]> hoard) {
    int ended = 0;
    while (true) {
      try {
        executor.execute(HIGH, task);
        return ended;
      } catch (OutOfMemoryError e) {
        ended++;
      }
      for (int i = 0; i < 50 && !hoard.isEmpty(); i++) {
        hoard.remove(hoard.size() - 1);
      }
    }
  }

  private static void fill(List<byte[]> hoard, int pieces) {
    try {
      while (hoard.size() < pieces) {
        hoard.add(new byte[PIECE]);
      }
    } catch (OutOfMemoryError e) {
      // that is what it is for
    }
  }

  private static void cancel(Future<Integer> future) {
    boolean cancelled = false;
    while (!cancelled) {
      try {
        cancelled = future.cancel(false) || future.isCancelled();
      } catch (OutOfMemoryError e) {
        cancelled = future.isCancelled();
      }
    }
  }
}
