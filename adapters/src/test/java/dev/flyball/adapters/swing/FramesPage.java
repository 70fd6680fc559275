package dev.flyball.adapters.swing;

import dev.flyball.adapters.eventloop.EventLoopMeter;
import dev.flyball.policy.Signals;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.awt.EventQueue;
import javax.swing.JFrame;

/** The code of docs/frames.md, compiled; a test of the pages compares the two. */
@SuppressWarnings("unused") // it is there to be compiled
final class FramesPage {

  private FramesPage() {}

  static void window(JFrame window) {
    SwingFrames frames = SwingFrames.on(window);
    AdaptivePool pool =
        AdaptivePool.named("thumbnails")
            .governedBy(Policies.parse("flyball(frame-guard=60)"))
            .signal(Signals.FRAMES_PER_SECOND, frames::perSecond)
            .build();
  }

  static void loop() {
    EventLoopMeter loop = EventLoopMeter.on(EventQueue::invokeLater);
    AdaptivePool pool =
        AdaptivePool.named("beside")
            .signal(Signals.EVENT_LOOP_LAG_MILLIS, loop::lagMillis)
            .signal(Signals.FRAMES_PER_SECOND, loop::turnsPerSecond)
            .build();
  }
}
