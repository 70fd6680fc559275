package dev.flyball.tools.cli.terminal;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A daemon thread that shows a frame each second. If the output accepts no more, such as that of a
 * pager whose reader rests, only this thread blocks.
 *
 * <p><b>Threads.</b> Its own thread makes and shows the frames. Any thread may stop it, which waits
 * for nothing; a frame in the middle of its output may still be written.
 */
public final class FrameClock {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final LiveView view;
  private final Supplier<? extends Frame> frames;
  private final Thread thread = new Thread(this::run, "flyball-frame-clock");

  private FrameClock(LiveView view, Supplier<? extends Frame> frames) {
    this.view = view;
    this.frames = frames;
  }

  /** Shows the first frame a second from now. */
  public static FrameClock start(LiveView view, Supplier<? extends Frame> frames) {
    FrameClock clock = new FrameClock(view, frames);
    clock.thread.setDaemon(true);
    clock.thread.start();
    return clock;
  }

  private void run() {
    long beganNanos = System.nanoTime();
    try {
      for (long second = 1; true; second++) {
        TimeUnit.NANOSECONDS.sleep(beganNanos + second * SECOND_NANOS - System.nanoTime());
        view.show(frames.get());
      }
    } catch (InterruptedException e) {
      return; // stopped
    }
  }

  public void stop() {
    thread.interrupt();
  }
}
