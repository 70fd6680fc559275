package dev.flyball.dataflow.pipeline;

import dev.flyball.base.OneLine;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Dead letters that go to the log: the first of each stage, and from then on one in ten seconds
 * with their number.
 */
final class LoggedDeadLetters implements DeadLetters {

  private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());
  private static final long PERIOD_NANOS = Duration.ofSeconds(10).toNanos();

  /** The state of a stage. */
  private static final class Silence {
    private long untilNanos;
    private long letters;
  }

  private final Map<String, Silence> byStage = new HashMap<>(); // guarded by this

  @Override
  public void take(DeadLetter letter) {
    long letters = toTell(letter.pipeline() + "/" + letter.stage());
    if (letters > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "pipeline '"
              + OneLine.of(letter.pipeline())
              + "': stage '"
              + OneLine.of(letter.stage())
              + "' failed on a record ("
              + letters
              + " so far)",
          letter.cause());
    }
  }

  /** How many there were of that stage, or 0 when it is not time to tell. */
  private synchronized long toTell(String stage) {
    long now = System.nanoTime();
    Silence silence = byStage.computeIfAbsent(stage, name -> new Silence());
    silence.letters++;
    if (silence.letters > 1 && now - silence.untilNanos < 0) {
      return 0;
    }
    silence.untilNanos = now + PERIOD_NANOS;
    return silence.letters;
  }
}
