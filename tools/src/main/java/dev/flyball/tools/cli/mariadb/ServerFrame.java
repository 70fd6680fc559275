package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.lab.tuning.ServerSecond;
import dev.flyball.tools.cli.terminal.Frame;
import java.util.List;
import java.util.Locale;

/**
 * The state of a server under our own load in one second.
 *
 * @param elapsedSeconds how long the part has taken
 * @param totalSeconds how long it will take
 * @param pool what is done, and which part of how many it is
 * @param second what the clients saw
 * @param moves how often a governor has changed the size
 * @param advice how many groups the policy wants; the size where none is asked
 * @param why why it wants so many
 */
record ServerFrame(
    long elapsedSeconds,
    long totalSeconds,
    String pool,
    ServerSecond second,
    long moves,
    int advice,
    String why)
    implements Frame {

  @Override
  public List<Row> rows() {
    return List.of(
        new Row(
            "rate",
            List.of(
                Field.perSecond("transactions", second.transactionsPerSecond(), 10),
                Field.perSecond("statements", second.questionsPerSecond(), 11))),
        new Row(
            "pool",
            List.of(Field.count("groups", second.groups(), 4), Field.count("moves", moves, 4))),
        new Row(
            "time",
            List.of(
                Field.millis("latency mean", second.latency().mean(), 10),
                Field.millis("p95", second.latency().p95(), 10),
                Field.count("errors", second.errors(), 4))));
  }

  @Override
  public List<Trace> traces() {
    return List.of(
        new Trace("tps", second.transactionsPerSecond()), new Trace("groups", second.groups()));
  }

  @Override
  public String plain() {
    return String.format(
        Locale.ROOT,
        "t=%ds run=\"%s\" groups=%d transactions=%.1f/s statements=%.1f/s mean=%s p95=%s errors=%d"
            + " moves=%d advice=%d why=\"%s\"",
        elapsedSeconds,
        TextWidth.printable(pool),
        second.groups(),
        second.transactionsPerSecond(),
        second.questionsPerSecond(),
        Field.millis(second.latency().mean()).replace(" ", ""),
        Field.millis(second.latency().p95()).replace(" ", ""),
        second.errors(),
        moves,
        advice,
        TextWidth.printable(why).replace('"', '\''));
  }
}
