package dev.flyball.lab.tuning;

import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The protocol for one load: governed runs from several starts, then fixed sizes in turns: as many
 * groups as cores, where each governed run ended, and the best of a sweep.
 *
 * <p>The fixed sizes are measured in turns and together, since a machine is not the same a minute
 * later; and a sweep's best is measured anew, for the highest of many noisy figures flatters.
 *
 * @param policy the policy that governs, as {@link Policies#parse} reads it
 * @param seconds how long a governed run is, and each fixed size in all its turns
 * @param starts the sizes that governed runs start from; the server's cores are always the first
 * @param sizesMax the largest size
 * @param sweep whether all sizes are measured before
 * @param overhead whether it is measured what looking costs
 */
public record Protocol(
    String policy,
    long seconds,
    List<Integer> starts,
    int sizesMax,
    boolean sweep,
    boolean overhead) {

  private static final int WARM_UP_SECONDS = 4;
  private static final int SWEEP_ROUNDS = 4;
  private static final int OVERHEAD_PAIRS = 10;
  private static final long SHARE_OF_SECONDS = 20;
  private static final long BLOCK_SECONDS_MIN = 2;

  public Protocol {
    starts = List.copyOf(starts);
    Policies.parse(policy);
    if (seconds < 5) {
      throw new IllegalArgumentException("seconds must be at least 5 but was " + seconds);
    }
    for (int start : starts) {
      if (start < 1 || start > sizesMax) {
        throw new IllegalArgumentException(
            "starts must be from 1 to " + sizesMax + " but one was " + start);
      }
    }
  }

  /**
   * Runs the whole protocol. If the thread is interrupted, returns the results so far, marked as
   * cut short.
   *
   * @param numbering numbers the parts, for the watcher
   */
  public CellResult run(LoadedServer loaded, Cell cell, int cores, Numbering numbering) {
    CellResult.Builder result = new CellResult.Builder(cell, cores);
    try {
      warmUp(loaded);
      if (sweep) {
        result.sweep(sweep(loaded, cell, cores, numbering));
      }
      for (int start : starts(cores)) {
        GovernedRun tuning = tune(loaded, cell, start, numbering);
        result.tuned(tuning);
        if (tuning.cutShort()) {
          return result.cutShort();
        }
      }
      result.fixed(fixed(loaded, cell, result.sizesToCompare(), numbering));
      if (overhead) {
        result.overhead(overhead(loaded, cell, result.opt(), numbering));
      }
      return result.build();
    } catch (InterruptedException e) {
      return result.cutShort();
    }
  }

  /**
   * Warms up for some seconds without measuring, so that no result includes cold code and cold
   * tables.
   */
  private static void warmUp(LoadedServer loaded) throws InterruptedException {
    for (int second = 0; second < WARM_UP_SECONDS; second++) {
      loaded.next();
    }
  }

  /** The starts with the cores first, each once. */
  public List<Integer> starts(int cores) {
    List<Integer> all = new ArrayList<>(List.of(cores));
    starts.stream().filter(start -> start != cores).distinct().forEach(all::add);
    return all;
  }

  /** How many parts one load has. */
  public int parts(int cores) {
    return starts(cores).size() + 1 + (sweep ? 1 : 0) + (overhead ? 1 : 0);
  }

  /** How long one load takes, in seconds, where no two sizes of the fixed ones are the same. */
  public long secondsAtMost(int cores) {
    int runs = starts(cores).size();
    return WARM_UP_SECONDS
        + runs * (seconds + 1)
        + Turns.of(seconds).secondsFor(1 + runs + (sweep ? 1 : 0))
        + (sweep ? sweepTurns().secondsFor(Sweep.SIZES.size()) : 0)
        + (overhead ? overheadSeconds() : 0);
  }

  private Sweep sweep(LoadedServer loaded, Cell cell, int cores, Numbering numbering)
      throws InterruptedException {
    TreeSet<Integer> sizes = new TreeSet<>(Sweep.SIZES);
    sizes.add(cores);
    sizes.removeIf(size -> size > sizesMax);
    long length = sweepTurns().secondsFor(sizes.size());
    Watcher watcher = numbering.begin(cell.text() + ": every size in turns", length);
    return new Sweep(cores, sweepTurns().measure(loaded, List.copyOf(sizes), watcher));
  }

  private Turns sweepTurns() {
    return new Turns(SWEEP_ROUNDS, blockSeconds());
  }

  private long blockSeconds() {
    return Math.max(BLOCK_SECONDS_MIN, seconds / SHARE_OF_SECONDS);
  }

  private GovernedRun tune(LoadedServer loaded, Cell cell, int start, Numbering numbering)
      throws InterruptedException {
    Watcher watcher = numbering.begin(cell.text() + ": governed from " + start, seconds);
    return GovernedRun.run(loaded, policy, governing(), start, seconds, watcher);
  }

  private SizingPolicy governing() {
    return Policies.parse(policy).within(Limits.of(1, sizesMax));
  }

  private List<SizeFigures> fixed(
      LoadedServer loaded, Cell cell, List<Integer> sizes, Numbering numbering)
      throws InterruptedException {
    Turns turns = Turns.of(seconds);
    Watcher watcher =
        numbering.begin(
            cell.text() + ": fixed sizes " + sizes + " in turns", turns.secondsFor(sizes.size()));
    return turns.measure(loaded, sizes, watcher);
  }

  private Overhead overhead(LoadedServer loaded, Cell cell, int size, Numbering numbering)
      throws InterruptedException {
    Watcher watcher = numbering.begin(cell.text() + ": watched and not", overheadSeconds());
    loaded.size(size);
    loaded.next();
    return Overhead.measure(loaded, governing(), OVERHEAD_PAIRS, blockSeconds(), watcher);
  }

  private long overheadSeconds() {
    return 2 * OVERHEAD_PAIRS * (blockSeconds() + 1);
  }

  /** Numbers the parts of an experiment as they begin. */
  public static final class Numbering {
    private final Watcher watcher;
    private final int parts;
    private int begun;

    public Numbering(Watcher watcher, int parts) {
      this.watcher = watcher;
      this.parts = parts;
    }

    Watcher begin(String name, long seconds) {
      begun++;
      watcher.begins(new Watcher.Part(name, begun, parts, seconds));
      return watcher;
    }
  }
}
