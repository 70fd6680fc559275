package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Chapter;
import dev.flyball.pool.PoolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The experiment on under-use, Figure 6: tasks that sleep a good part, on as many threads as there
 * are cores, and on as many as it takes to keep the cores busy.
 *
 * @param rounds how often each executor runs the load
 * @param seed what the load grows from
 * @param scale the length of the tasks; 1 is the published one
 */
public record UnderUse(int rounds, long seed, double scale) {

  static final String CPU_SHARE = "cpu-share";
  static final String STANDARD = "standard";

  private static final int TASKS = 32;
  private static final double SLEEPING = 0.7;
  private static final int TURNS = 10;

  /** 32 tasks took 36.0 s on a thread per core. */
  private static final double PUBLISHED_SECONDS = 36.0;

  /** The publication's machine had as many. */
  private static final int BASE_MAX = 4;

  private static final double INTERVAL_MILLIS = 300;
  private static final double PERIOD_MILLIS = 100;

  /** Runs it, as far as it is not interrupted. */
  public Chapter run(TaskBench bench, Consumer<String> progress) {
    progress.accept("under-use: " + load().text());
    Rounds all = Rounds.of(bench, load(), executors(), rounds, seed, progress);
    return new UnderUseFindings(this, all).chapter();
  }

  static int base() {
    return Math.min(BASE_MAX, Runtime.getRuntime().availableProcessors());
  }

  TaskLoad load() {
    double taskSeconds = PUBLISHED_SECONDS * scale * base() / TASKS;
    return new TaskLoad(
        TASKS,
        Granularity.SMALL,
        Regularity.AT_ONCE,
        Duration.ofNanos(Math.round(taskSeconds * 1e9)),
        SLEEPING,
        TURNS,
        1,
        Duration.ofSeconds(1));
  }

  /** With the length of the tasks the times shrink in which the policies look. */
  List<TaskExecutor> executors() {
    List<TaskExecutor> all = new ArrayList<>();
    all.add(TaskExecutor.fixed(base()));
    all.add(TaskExecutor.adaptive(CPU_SHARE, published(), this::plan));
    all.add(TaskExecutor.adaptive(STANDARD, "flyball", this::plan));
    sweep().forEach(threads -> all.add(TaskExecutor.fixed(threads)));
    return all;
  }

  private String published() {
    return String.format(
        Locale.ROOT, "cpu-share(base=%d,interval=%dms)", base(), scaledMillis(INTERVAL_MILLIS));
  }

  private PoolBuilder plan(PoolBuilder pool) {
    return pool.workers(base()).period(Duration.ofMillis(scaledMillis(PERIOD_MILLIS)));
  }

  private long scaledMillis(double millis) {
    return Math.max(10, Math.round(millis * Math.min(1, scale)));
  }

  /** Sizes above the base, among which the best one is looked for. */
  static SortedSet<Integer> sweep() {
    int base = base();
    SortedSet<Integer> sizes = new TreeSet<>();
    for (double factor : new double[] {2, 3, 4, 5.5, 8, 16}) {
      sizes.add(Math.min(TASKS, (int) Math.round(factor * base)));
    }
    sizes.remove(base);
    return sizes;
  }
}
