package dev.flyball.tools.support;

import dev.flyball.dashboard.RemotePools;
import dev.flyball.dashboard.WatchedFlow;
import dev.flyball.dashboard.WatchedPool;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The pools of a program as the dashboard sees them, with their last decisions. */
final class PoolLines {

  /** A window that is long enough for rates. */
  private static final long WINDOW_SECONDS = 2;

  private final RemotePools program;

  PoolLines(RemotePools program) {
    this.program = program;
  }

  /**
   * Each pool's verdict, figures, governor and decisions. Takes two seconds, in which the figures
   * are measured.
   */
  List<String> ofPools() throws InterruptedException {
    List<WatchedPool> pools = program.pools();
    if (pools.isEmpty()) {
      return List.of("there is no pool of Flyball");
    }
    Map<WatchedPool, List<PoolView.Entry>> entries = new LinkedHashMap<>();
    for (WatchedPool pool : pools) {
      entries.put(pool, begun(pool));
    }
    TimeUnit.SECONDS.sleep(WINDOW_SECONDS);
    List<String> lines = new ArrayList<>();
    entries.forEach((pool, before) -> {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(of(pool, before));
    });
    return lines;
  }

  /** Begins a window of a pool; the decisions until then, none where it cannot be seen. */
  private static List<PoolView.Entry> begun(WatchedPool pool) {
    try {
      return pool.view().map(PoolView::entries).orElse(List.of());
    } catch (RuntimeException e) {
      return List.of(); // whether it can be seen then is said at the end of the window
    }
  }

  private static List<String> of(WatchedPool pool, List<PoolView.Entry> before) {
    List<String> lines = new ArrayList<>(List.of("pool '" + pool.name() + "'"));
    try {
      Optional<PoolView> view = pool.view();
      if (view.isEmpty()) {
        lines.add("  nothing was observed yet");
      } else {
        describe(view.get(), before, lines);
      }
    } catch (RuntimeException e) {
      lines.add("  cannot be seen: " + e.getMessage());
    }
    return lines;
  }

  private static void describe(PoolView view, List<PoolView.Entry> before, List<String> lines) {
    Verdict verdict = Verdict.of(view);
    lines.add("  " + verdict.level() + ", " + verdict.word() + ": " + verdict.sentence());
    lines.add("  " + view.figures());
    lines.add("  " + view.steering());
    view.shed().forEach(row -> lines.add("  " + row));
    view.learned().forEach(size -> lines.add("  " + size));
    List<PoolView.Entry> decisions = new ArrayList<>(before);
    decisions.addAll(view.entries());
    lines.add("  " + decisions.size() + " decisions that tell something, the oldest first:");
    for (PoolView.Entry it : decisions) {
      lines.add(
          String.format(
              Locale.ROOT,
              "    #%d %.1f s ago, %s: %d to %d (advised %d): %s",
              it.number(),
              it.agoSeconds(),
              it.cause(),
              it.from(),
              it.to(),
              it.advised(),
              it.why()));
    }
  }

  /** Each pipeline's figures. */
  List<String> ofPipelines() {
    List<String> lines = new ArrayList<>();
    for (WatchedFlow flow : program.flows()) {
      lines.add("pipeline '" + flow.name() + "'");
      try {
        lines.add("  " + flow.view());
      } catch (RuntimeException e) {
        lines.add("  cannot be seen: " + e.getMessage());
      }
    }
    return lines.isEmpty() ? List.of("there is no governed pipeline of Flyball") : lines;
  }
}
