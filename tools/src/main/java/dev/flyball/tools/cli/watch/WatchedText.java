package dev.flyball.tools.cli.watch;

import dev.flyball.dashboard.RemotePools;
import dev.flyball.dashboard.WatchedPool;
import dev.flyball.dashboard.WatchedProgram;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.Verdict;
import dev.flyball.tools.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A watched program's pools as text: drawn anew each second on a terminal, once elsewhere.
 *
 * <p>For one thread.
 */
final class WatchedText {

  private static final String CLEAR_TO_LINE_END = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";

  private final RemotePools program;
  private final Terminal terminal;
  private final PrintWriter out;
  private Optional<WatchedProgram> named = Optional.empty();
  private String problem = "";
  private int drawn;

  WatchedText(RemotePools program, Terminal terminal, PrintWriter out) {
    this.program = program;
    this.terminal = terminal;
    this.out = out;
  }

  /** Shows it until the program ends; where there is no terminal, once. */
  void show(CountDownLatch ended) throws InterruptedException {
    look(); // a view is of the time since the view before
    while (!ended.await(1, TimeUnit.SECONDS)) {
      List<WatchedLines.Seen> seen = look();
      List<String> lines =
          WatchedLines.of(
              program.name(),
              named.orElse(WatchedProgram.UNKNOWN),
              problem,
              seen,
              terminal.live() ? terminal.columns() : Integer.MAX_VALUE);
      if (!terminal.live()) {
        lines.forEach(out::println);
        out.flush();
        return;
      }
      draw(lines);
    }
  }

  /** No more lines than the terminal has rows: those above could not be drawn over. */
  private void draw(List<String> lines) {
    StringBuilder text = new StringBuilder();
    if (drawn > 0) {
      text.append("\033[").append(drawn).append('A');
    }
    List<String> shown = lines.subList(0, Math.min(lines.size(), Math.max(1, terminal.rows() - 1)));
    shown.forEach(line -> text.append(line).append(CLEAR_TO_LINE_END).append('\n'));
    drawn = shown.size();
    out.print(text.append(CLEAR_BELOW));
    out.flush();
  }

  private List<WatchedLines.Seen> look() {
    try {
      List<WatchedPool> pools = program.pools();
      if (named.isEmpty()) {
        named = program.program();
      }
      problem = "";
      return pools.stream().map(WatchedText::look).toList();
    } catch (RuntimeException e) {
      problem = String.valueOf(e.getMessage());
      return List.of();
    }
  }

  private static WatchedLines.Seen look(WatchedPool pool) {
    try {
      Optional<PoolView> view = pool.view();
      return new WatchedLines.Seen(
          pool.name(), view, view.map(Verdict::of).orElse(Verdict.unseen("nothing yet")));
    } catch (RuntimeException e) {
      return new WatchedLines.Seen(
          pool.name(), Optional.empty(), Verdict.unseen(String.valueOf(e.getMessage())));
    }
  }
}
