package dev.flyball.lab.tasks;

import dev.flyball.lab.report.Chapter;
import dev.flyball.pool.PoolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The experiment on under-use, Figure 6: tasks that sleep a good part, on as many threads as there
 * are cores, and on as many as it takes to keep the cores busy.
 *
 * @param rounds how often each executor runs the load
 * @param seed what the load grows from
 * @param scale the length of the tasks; 1 is half the published one
 */
public record UnderUse(int rounds, long seed, double scale) {

  static final String CPU_SHARE = "cpu-share";
  static final String STANDARD = "standard";

  private static final int TASKS = 32;
  private static final double SLEEPING = 0.7;
  private static final int TURNS = 10;

  /** 32 tasks took 36.0 s on a thread per core. */
  private static final double PUBLISHED_SECONDS = 36.0;

  private static final double SHORTER = 0.5;

  /** Runs it, as far as it is not interrupted. */
  public Chapter run(TaskBench bench, Consumer<String> progress) {
    progress.accept("under-use: " + load().text());
    Rounds all = Rounds.of(bench, load(), executors(), rounds, seed, progress);
    return new UnderUseFindings(this, all).chapter();
  }

  static int base() {
    return Runtime.getRuntime().availableProcessors();
  }

  TaskLoad load() {
    double taskSeconds = PUBLISHED_SECONDS * SHORTER * scale * base() / TASKS;
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

  static List<TaskExecutor> executors() {
    List<TaskExecutor> all = new ArrayList<>();
    all.add(TaskExecutor.fixed(base()));
    all.add(TaskExecutor.adaptive(CPU_SHARE, "cpu-share", UnderUse::plan));
    all.add(TaskExecutor.adaptive(STANDARD, "flyball", UnderUse::plan));
    sweep().forEach(threads -> all.add(TaskExecutor.fixed(threads)));
    return all;
  }

  private static PoolBuilder plan(PoolBuilder pool) {
    return pool.workers(base()).period(Duration.ofMillis(100));
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
