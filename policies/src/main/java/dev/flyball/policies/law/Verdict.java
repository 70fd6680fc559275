package dev.flyball.policies.law;

import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.part.CpuLimit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The answer to "would more workers help?", from one window.
 *
 * <p>The reasoning is that of Pepperdine, Tuning the Size of Your Thread Pool, experiments 1 to 4:
 * ten clients on a machine of four cores.
 *
 * <table>
 *   <caption>The four experiments and their verdicts</caption>
 *   <tr><th>workers</th><th>dead time / response time</th><th>CPU</th><th>verdict</th></tr>
 *   <tr><td>1, one client</td><td>0.1 %</td><td>below 1 core</td><td>not needed</td></tr>
 *   <tr><td>1</td><td>90 %</td><td>below 1 core</td><td>more will help</td></tr>
 *   <tr><td>4</td><td>60 %</td><td>not full</td><td>more will help</td></tr>
 *   <tr><td>8</td><td>19 %</td><td>near 100 %</td><td>the CPU is the limit</td></tr>
 * </table>
 *
 * <p>Rests on the CPU being the only thing that can be exhausted. "More will help" is wrong where a
 * database, a lock or another host is the limit: then the wait moves from the queue to there.
 *
 * @param answer the answer
 * @param why the reason in one line, with the numbers that decided
 */
public record Verdict(Answer answer, String why) {

  /** The possible verdicts on more workers. */
  public enum Answer {
    /** Tasks wait for a worker, and there is CPU to spare. */
    MORE_WILL_HELP("more workers will help"),
    /** Next to no task waits for a worker. */
    NOT_NEEDED("more workers are not needed"),
    /** Tasks wait for a worker, but more workers would only wait for the CPU. */
    CPU_IS_THE_LIMIT("more workers will not help: the CPU is the limit"),
    /** Tasks wait for a worker, and nothing shows whether there is CPU to spare. */
    UNKNOWN("not known whether more workers will help: a sensor is missing");

    private final String sentence;

    Answer(String sentence) {
      this.sentence = sentence;
    }

    /** The answer in words. */
    public String sentence() {
      return sentence;
    }
  }

  /** Dead time below this share of the response time is not worth a worker (experiment 1). */
  private static final double DEAD_TIME_SHARE_MIN = 0.05;

  /** A queue shorter than this share of the workers is drained before anyone would notice. */
  private static final double QUEUE_SHARE_MIN = 0.1;

  /** The verdict on one window. */
  public static Verdict on(Observation seen) {
    String waiting = waiting(seen);
    if (!tasksWait(seen)) {
      return new Verdict(Answer.NOT_NEEDED, waiting);
    }
    Optional<Reason> limit = CpuLimit.reason(seen);
    if (limit.isPresent()) {
      return new Verdict(Answer.CPU_IS_THE_LIMIT, waiting + "; " + limit.get());
    }
    if (!CpuLimit.sensed(seen)) {
      return new Verdict(
          Answer.UNKNOWN, waiting + "; neither the host's CPU use nor run-queue wait is measured");
    }
    return new Verdict(Answer.MORE_WILL_HELP, waiting + "; " + spare(seen));
  }

  /** Whether tasks wait for a worker so long, or so many of them, that a worker would pay. */
  public static boolean tasksWait(Observation seen) {
    long queueMin = Math.max(1, (long) (QUEUE_SHARE_MIN * seen.size().workersTarget()));
    return deadTimeShare(seen) >= DEAD_TIME_SHARE_MIN || seen.size().queuedAtEnd() > queueMin;
  }

  /** From the tasks' own times, or, where none ended, from the mean numbers of tasks. */
  private static double deadTimeShare(Observation seen) {
    double inSystem = seen.inSystemMean();
    double byNumbers = inSystem > 0 ? seen.size().queuedMean() / inSystem : 0;
    return seen.deadTimeRatio().orElse(byNumbers);
  }

  private static String waiting(Observation seen) {
    return String.format(
        Locale.ROOT,
        "dead time is %.1f %% of response time, %.1f tasks waiting on average at %d workers",
        100 * deadTimeShare(seen),
        seen.size().queuedMean(),
        seen.size().workersTarget());
  }

  private static String spare(Observation seen) {
    OptionalDouble host = seen.host().hostBusyCores();
    if (host.isPresent()) {
      return String.format(
          Locale.ROOT, "%.1f of %.1f cores are busy", host.getAsDouble(), seen.host().cores());
    }
    return String.format(
        Locale.ROOT,
        "workers that are ready wait for a core %.0f %% of the time",
        100 * CpuLimit.waitingShare(seen).orElse(0));
  }
}
