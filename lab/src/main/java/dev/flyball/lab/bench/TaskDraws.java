package dev.flyball.lab.bench;

import dev.flyball.sim.scenario.Change;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Streams;
import dev.flyball.sim.scenario.TaskDice;
import java.util.ArrayDeque;

/**
 * The tasks of one pool, drawn one after the other as they come: the n-th is the same task as in
 * virtual time.
 *
 * <p>The mix changes by the time at which a task is meant to come, not by when it does. Safe for
 * use by several threads; the order of the calls is the order of the tasks.
 */
final class TaskDraws {

  private static final int UNKNOWN_KIND = -1;

  private final Pool pool;
  private final TaskDice dice;
  private final ArrayDeque<Change.Mix> mixes = new ArrayDeque<>();

  TaskDraws(Scenario scenario, int pool, long seed) {
    this.pool = scenario.pools().get(pool);
    this.dice = new TaskDice(this.pool, Streams.tasks(seed, pool));
    for (Change change : scenario.changes()) {
      if (change instanceof Change.Mix mix && mix.pool().equals(this.pool.name())) {
        mixes.add(mix);
      }
    }
  }

  /** The next task, of a kind that is drawn. */
  PlannedTask next(long atNanos, int client) {
    return next(atNanos, UNKNOWN_KIND, client);
  }

  /** The next task, of a given kind. */
  PlannedTask ofKind(long atNanos, int kind) {
    return next(atNanos, kind, PlannedTask.NOBODY);
  }

  private synchronized PlannedTask next(long atNanos, int given, int client) {
    while (!mixes.isEmpty() && mixes.getFirst().atNanos() <= atNanos) {
      dice.mix(mixes.removeFirst().shares());
    }
    int kind = given == UNKNOWN_KIND ? dice.nextKind() : given;
    long[] times = new long[pool.kinds().get(kind).steps().size()];
    dice.drawTimes(kind, times, 0);
    return new PlannedTask(atNanos, kind, times, dice.fails(kind), client);
  }
}
