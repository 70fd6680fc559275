package dev.flyball.lab.frames;

import dev.flyball.adapters.swing.SwingFrames;
import dev.flyball.control.Decision;
import dev.flyball.lab.frames.FrameTrial.FrameContender;
import dev.flyball.lab.frames.FrameTrial.Task;
import dev.flyball.lab.harness.HostCalibration;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.awt.EventQueue;
import java.awt.image.BufferedImage;
import java.io.File;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;

/** What is done with a real window, in a process that has a screen; says what it saw. */
final class WindowScript {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private WindowScript() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "frames" -> frames(new File(arguments[1]));
      case "blocked" -> blocked();
      case "smooth" -> smooth();
      case "disposed" -> {
        disposed();
        return; // without exit: the program is to end by itself
      }
      case "hidden" -> hidden();
      default -> throw new IllegalArgumentException("no such script: " + arguments[0]);
    }
    System.exit(0);
  }

  private static void say(String name, Object value) {
    System.out.println(name + "=" + value);
  }

  /** Waits for something to become true; whether it did. */
  private static boolean await(BooleanSupplier condition) throws InterruptedException {
    long endNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > endNanos) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return true;
  }

  private static CountDownLatch holdEventThread() {
    CountDownLatch held = new CountDownLatch(1);
    EventQueue.invokeLater(() -> {
      try {
        held.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    return held;
  }

  /** An animation, then rest, then an event thread that is blocked, then the animation again. */
  private static void frames(File screenshot) throws Exception {
    AnimationWindow window = AnimationWindow.open("frames", Duration.ofMillis(1));
    SwingFrames frames = SwingFrames.on(window.frame());
    say("animated", await(() -> frames.perSecond() > 0 && window.panel().frames() > 20));
    BufferedImage image = window.screenshot().orElseThrow();
    ImageIO.write(image, "png", screenshot);
    EventQueue.invokeAndWait(window.panel().timer::stop);
    say("rests", await(() -> frames.paintedPerSecond() == 0));
    double resting = frames.perSecond();
    say("restIsNotZero", Double.isNaN(resting) || resting > 0);
    CountDownLatch held = holdEventThread();
    say("blockedIsZeroAndLate", await(() -> frames.perSecond() == 0 && frames.lagMillis() > 1_000));
    held.countDown();
    EventQueue.invokeAndWait(window.panel().timer::start);
    say("animatedAgain", await(() -> frames.perSecond() > 0 && frames.paintedPerSecond() > 0));
    frames.close();
    say("closed", frames.perSecond());
  }

  /** A pool that guards the frames of a window whose event thread is blocked by its own code. */
  private static void blocked() throws Exception {
    AnimationWindow window = AnimationWindow.open("blocked", Duration.ofMillis(1));
    SwingFrames frames = SwingFrames.on(window.frame());
    await(() -> frames.perSecond() > 0);
    CountDownLatch held = holdEventThread();
    await(() -> frames.perSecond() == 0);
    int tasks = 200;
    CountDownLatch left = new CountDownLatch(tasks);
    AdaptivePool pool =
        AdaptivePool.named("background")
            .governedBy(Policies.parse("fixed(workers=8,frame-guard=60)"))
            .period(Duration.ofMillis(250))
            .signal(Signals.FRAMES_PER_SECOND, frames::perSecond)
            .build();
    Task waiting = Task.waiting(Duration.ofMillis(100), 0.01, HostCalibration.here());
    for (int task = 0; task < tasks; task++) {
      pool.execute(() -> {
        waiting.run();
        left.countDown();
      });
    }
    await(() -> {
      if (!tookBack(pool)) {
        pool.execute(waiting); // there is work until the governor, late or not, has decided
      }
      return left.getCount() == 0 && tookBack(pool);
    });
    say("tookBack", tookBack(pool));
    say("left", left.getCount());
    say("stillBlocked", frames.perSecond());
    held.countDown();
    pool.shutdownNow();
  }

  /**
   * Whether it was asked for one worker, and later for all: by the journal, which misses nothing.
   */
  private static boolean tookBack(AdaptivePool pool) {
    return pool.governor().orElseThrow().journal().decisions().stream()
        .mapToInt(Decision::to)
        .dropWhile(workers -> workers != 1)
        .anyMatch(workers -> workers == 8);
  }

  /** A window that is disposed while its frames are measured; nothing else keeps the program. */
  private static void disposed() throws Exception {
    AnimationWindow window = AnimationWindow.open("disposed", Duration.ofMillis(1));
    SwingFrames frames = SwingFrames.on(window.frame());
    say("animated", await(() -> frames.perSecond() > 0));
    window.close();
    say("closed", await(() -> Double.isNaN(frames.lagMillis())));
  }

  /** A run during which the window is closed. */
  private static void hidden() throws Exception {
    AnimationWindow window = AnimationWindow.open("hidden", Duration.ofMillis(1));
    SwingFrames frames = SwingFrames.on(window.frame());
    await(() -> frames.perSecond() > 0);
    List<Task> load =
        Collections.nCopies(
            1000, Task.waiting(Duration.ofMillis(100), 0.01, HostCalibration.here()));
    FrameTrial trial = new FrameTrial(window, frames, 60, look -> window.close());
    say("judged", trial.run(FrameContender.fixed(1), load).isPresent());
    say("shown", window.isShown());
  }

  /** The frames beside a thread for each task, and beside the pool that guards them. */
  private static void smooth() throws Exception {
    AnimationWindow window = AnimationWindow.open("smooth", Duration.ofMillis(6));
    SwingFrames frames = SwingFrames.on(window.frame());
    await(() -> frames.perSecond() > 0 && window.panel().frames() > 100);
    window.settle();
    List<Task> load =
        Collections.nCopies(60, Task.computing(Duration.ofMillis(100), HostCalibration.here()));
    FrameTrial trial = new FrameTrial(window, frames, 60, look -> {});
    say("cached", trial.run(FrameContender.cached(), load).orElseThrow().framesPerSecond());
    String ours = FrameExperiment.of(1, 1).ours();
    say("ours", trial.run(FrameContender.adaptive(ours), load).orElseThrow().framesPerSecond());
  }
}
