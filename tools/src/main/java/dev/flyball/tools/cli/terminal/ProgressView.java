package dev.flyball.tools.cli.terminal;

import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.load.LoadResult.Second;
import dev.flyball.lab.papers.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * An experiment's progress in the live view.
 *
 * <p>Safe for the experiment's thread and the load's, which take turns.
 */
public final class ProgressView implements Progress, AutoCloseable {

  private final LiveView view;
  private final Consumer<String> line;
  private Step step = new Step(0, 0, "", Duration.ZERO); // guarded by this

  private ProgressView(LiveView view, Consumer<String> line) {
    this.view = view;
    this.line = line;
  }

  public static ProgressView open(PrintStream out, boolean plain) {
    Terminal here = Terminal.here();
    Terminal terminal =
        plain ? new Terminal(false, here.columns(), here.rows(), false, here.unicode()) : here;
    return new ProgressView(LiveView.open(terminal, out), out::println);
  }

  @Override
  public synchronized void prepares(String what) {
    line.accept(what);
  }

  @Override
  public synchronized void begins(Step next) {
    step = next;
  }

  @Override
  public synchronized void onSecond(Second second, PoolSample sample) {
    boolean anyResponse = second.responseTimes().count() > 0;
    view.show(
        new LiveFrame(
            second.index() + 1,
            step.length().toSeconds(),
            step.policy()
                + " ("
                + step.number()
                + " of "
                + step.of()
                + (second.index() + 1 > step.length().toSeconds() ? LiveFrame.DRAINING : "")
                + ")",
            second.offered(),
            second.completed(),
            sample.workersTarget(),
            sample.workersCurrent(),
            sample.seen().size().busyMean(),
            sample.seen().size().queuedAtEnd(),
            sample.waitMillisMean(),
            anyResponse
                ? OptionalDouble.of(second.responseTimes().p95Nanos() / 1e6)
                : OptionalDouble.empty(),
            sample.advised(),
            sample.why()));
  }

  @Override
  public void close() {
    view.close();
  }
}
