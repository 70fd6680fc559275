package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.ServerSecond;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.tools.cli.terminal.LiveView;
import dev.flyball.tools.cli.terminal.Terminal;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The progress of an experiment with a governed database server, in the live view. For one thread.
 */
final class ServerView implements Watcher, AutoCloseable {

  private final LiveView view;
  private final Consumer<String> line;
  private final List<String> failures = new ArrayList<>();
  private Part part = new Part("", 0, 0, 0);
  private double beganSeconds = Double.NaN;

  private ServerView(LiveView view, Consumer<String> line) {
    this.view = view;
    this.line = line;
  }

  static ServerView open(PrintStream out, boolean plain) {
    Terminal here = Terminal.here();
    Terminal terminal =
        plain ? new Terminal(false, here.columns(), here.rows(), false, here.unicode()) : here;
    return new ServerView(LiveView.open(terminal, out), out::println);
  }

  @Override
  public void prepares(String what) {
    line.accept(what);
  }

  @Override
  public void begins(Part next) {
    part = next;
    beganSeconds = Double.NaN;
  }

  @Override
  public void onSecond(ServerSecond second, List<Move> moves) {
    if (Double.isNaN(beganSeconds)) {
      beganSeconds = second.atSeconds() - second.seconds();
    }
    view.show(
        new ServerFrame(
            Math.round(second.atSeconds() - beganSeconds),
            part.seconds(),
            part.name() + " (" + part.number() + " of " + part.of() + ")",
            second,
            moves.stream().filter(Move::changed).count(),
            moves.isEmpty() ? second.groups() : last(moves).advised().orElse(second.groups()),
            moves.isEmpty() ? "fixed" : last(moves).why()));
  }

  private static Move last(List<Move> moves) {
    return moves.get(moves.size() - 1);
  }

  @Override
  public void fails(String why) {
    failures.add(why);
  }

  /** What failed, though there are findings. */
  List<String> failures() {
    return failures;
  }

  @Override
  public void close() {
    view.close();
  }
}
