package dev.flyball.tools.cli.terminal;

import dev.flyball.lab.report.text.TextWidth;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The state of a running pool at one moment.
 *
 * @param elapsedSeconds how long the run has taken
 * @param totalSeconds how long it will take in all
 * @param pool the pool's name
 * @param offeredPerSecond tasks that arrived in the last second
 * @param completedPerSecond tasks that ended in the last second
 * @param workersTarget how many workers the governor asked for
 * @param workersCurrent how many there are
 * @param busy how many of them were busy, on average
 * @param queued tasks that wait
 * @param waitMillis the mean time from arrival to start, if any task started
 * @param responseP95Millis the 95th percentile of the time from arrival to end, if any task ended
 * @param advice how many workers the policy wants
 * @param why why it wants so many
 */
public record LiveFrame(
    long elapsedSeconds,
    long totalSeconds,
    String pool,
    double offeredPerSecond,
    double completedPerSecond,
    int workersTarget,
    int workersCurrent,
    double busy,
    long queued,
    OptionalDouble waitMillis,
    OptionalDouble responseP95Millis,
    int advice,
    String why)
    implements Frame {

  /** Said behind a pool's name while no more tasks come and the last ones are awaited. */
  static final String DRAINING = ", draining";

  /** A pool that drains is the same pool. */
  @Override
  public String history() {
    return pool.replace(DRAINING, "");
  }

  @Override
  public List<Row> rows() {
    return List.of(
        new Row(
            "rate",
            List.of(
                Field.perSecond("offered", offeredPerSecond, 9),
                Field.perSecond("completed", completedPerSecond, 9))),
        new Row(
            "workers",
            List.of(
                Field.count("asked", workersTarget, 4),
                Field.count("alive", workersCurrent, 4),
                Field.number("busy", busy, 6),
                Field.count("queued", queued, 6))),
        new Row(
            "time",
            List.of(
                Field.millis("wait", waitMillis, 10),
                Field.millis("response p95", responseP95Millis, 10))));
  }

  @Override
  public List<Trace> traces() {
    return List.of(new Trace("workers", workersCurrent), new Trace("arrivals", offeredPerSecond));
  }

  @Override
  public String plain() {
    return String.format(
        Locale.ROOT,
        "t=%ds pool=%s offered=%.1f/s completed=%.1f/s workers=%d/%d busy=%.1f queued=%d"
            + " wait=%s p95=%s advice=%d why=\"%s\"",
        elapsedSeconds,
        TextWidth.printable(pool),
        offeredPerSecond,
        completedPerSecond,
        workersCurrent,
        workersTarget,
        busy,
        queued,
        Field.millis(waitMillis).replace(" ", ""),
        Field.millis(responseP95Millis).replace(" ", ""),
        advice,
        TextWidth.printable(why).replace('"', '\''));
  }
}
