package dev.flyball.sim.scenario;

import dev.flyball.base.Dice;
import java.util.List;

/**
 * What the tasks of one pool are: their kinds and their times, drawn one task after the other.
 *
 * <p>Everything about a task is drawn when it arrives, so the n-th task of a seed is the same
 * whatever a policy does, on either bench. For each task call {@link #nextKind} (or know the kind),
 * then {@link #drawTimes}, then {@link #fails}. Not for use by several threads.
 */
public final class TaskDice {

  private final List<Kind> kinds;
  private final double[] shares;
  private final Dice kindDice;
  private final Dice timeDice;

  public TaskDice(Pool pool, long seed) {
    this.kinds = pool.kinds();
    this.shares = kinds.stream().mapToDouble(Kind::share).toArray();
    this.kindDice = Dice.stream(seed, 0);
    this.timeDice = Dice.stream(seed, 1);
  }

  /** Draws kinds by other shares from now on; there is one share for each kind. */
  public void mix(List<Double> newShares) {
    for (int kind = 0; kind < shares.length; kind++) {
      shares[kind] = newShares.get(kind);
    }
  }

  /** The index of the next task's kind. */
  public int nextKind() {
    if (shares.length == 1) {
      return 0;
    }
    double left = kindDice.nextDouble();
    for (int kind = 0; kind < shares.length - 1; kind++) {
      left -= shares[kind];
      if (left < 0) {
        return kind;
      }
    }
    return shares.length - 1;
  }

  /** Draws the time of each step of a task, in nanoseconds, into {@code times} from an index on. */
  public void drawTimes(int kind, long[] times, int from) {
    List<Kind.Step> steps = kinds.get(kind).steps();
    for (int step = 0; step < steps.size(); step++) {
      times[from + step] = steps.get(step).time().drawNanos(timeDice);
    }
  }

  /** Whether the task ends in an error. */
  public boolean fails(int kind) {
    double share = kinds.get(kind).failShare();
    return share > 0 && timeDice.nextDouble() < share;
  }
}
