package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.tools.cli.terminal.Frame;
import java.util.List;
import java.util.Locale;

/**
 * The state of a governed database server at one moment. A figure that is not known is NaN.
 *
 * @param elapsedSeconds how long the run has taken
 * @param totalSeconds how long it will take, 0 until Ctrl-C
 * @param pool the server's name
 * @param what what counts as done, in the plural
 * @param throughputPerSecond how much of it was done in the last window
 * @param knob the name of the number that is shown and governed, as in {@code size}
 * @param size that number: of thread groups, or what else the knob counts
 * @param threads the pool's threads
 * @param connections connected clients
 * @param running statements that run
 * @param queued statements that wait for a thread
 * @param state what the governor does
 * @param moves how often it changed a size
 * @param failures how often the server could not be reached
 * @param advice what the policy wants
 * @param why why it wants it, or why it could not be asked
 */
record TuningFrame(
    long elapsedSeconds,
    long totalSeconds,
    String pool,
    String what,
    double throughputPerSecond,
    String knob,
    int size,
    double threads,
    double connections,
    double running,
    double queued,
    String state,
    long moves,
    long failures,
    int advice,
    String why)
    implements Frame {

  @Override
  public List<Row> rows() {
    return List.of(
        new Row("rate", List.of(Field.perSecond(what, throughputPerSecond, 11))),
        new Row(
            "pool",
            List.of(
                Field.count(knob, size, 4),
                new Field("threads", whole(threads), 5),
                new Field("running", whole(running), 5),
                new Field("queued", whole(queued), 5),
                new Field("connections", whole(connections), 5))),
        new Row(
            "state",
            List.of(
                new Field("", state, 0),
                Field.count("moves", moves, 4),
                Field.count("failures", failures, 3))));
  }

  @Override
  public List<Trace> traces() {
    return List.of(new Trace(what, throughputPerSecond), new Trace(knob, size));
  }

  @Override
  public String plain() {
    return String.format(
        Locale.ROOT,
        "t=%ds %s=%d %s=%s threads=%s running=%s queued=%s connections=%s state=\"%s\" moves=%d"
            + " failures=%d advice=%d why=\"%s\"",
        elapsedSeconds,
        knob,
        size,
        what,
        Field.perSecond(throughputPerSecond),
        whole(threads),
        whole(running),
        whole(queued),
        whole(connections),
        state,
        moves,
        failures,
        advice,
        TextWidth.printable(why).replace('"', '\''));
  }

  private static String whole(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.0f", value);
  }
}
