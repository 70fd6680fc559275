package dev.flyball.lab.tuning;

import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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

  /**
   * The cost to a server of being observed: throughput at a fixed size while a governor only
   * advises, as a share of throughput while there is none, block beside block. Which of the two
   * comes first changes from pair to pair.
   *
   * @param shares one share for each pair of blocks
   * @param looks how often the governor looked in all of them
   */
  public record Overhead(Repeated shares, long looks) {

    /** Measures so many pairs of blocks, each block so many seconds. */
    public static Overhead measure(
        LoadedServer loaded, SizingPolicy policy, int pairs, long seconds, Watcher watcher)
        throws InterruptedException {
      List<Double> shares = new ArrayList<>();
      long looks = 0;
      for (int pair = 0; pair < pairs; pair++) {
        boolean watchedFirst = pair % 2 == 0;
        Block first = block(loaded, policy, watchedFirst, seconds, watcher);
        Block second = block(loaded, policy, !watchedFirst, seconds, watcher);
        Block watched = watchedFirst ? first : second;
        Block alone = watchedFirst ? second : first;
        shares.add(ServerStretch.share(watched.transactionsPerSecond, alone.transactionsPerSecond));
        looks += watched.looks;
      }
      return new Overhead(new Repeated(shares), looks);
    }

    private record Block(double transactionsPerSecond, long looks) {}

    private static Block block(
        LoadedServer loaded, SizingPolicy policy, boolean watched, long seconds, Watcher watcher)
        throws InterruptedException {
      if (!watched) {
        return new Block(transactionsPerSecond(loaded, seconds, watcher), 0);
      }
      try (LoadedServer.Governing governing = loaded.advise(policy)) {
        double reached = transactionsPerSecond(loaded, seconds, watcher);
        return new Block(reached, governing.moves().size());
      }
    }

    private static double transactionsPerSecond(LoadedServer loaded, long seconds, Watcher watcher)
        throws InterruptedException {
      watcher.onSecond(loaded.next(), List.of());
      List<ServerSecond> load = new ArrayList<>();
      for (long second = 0; second < seconds; second++) {
        load.add(loaded.next());
        watcher.onSecond(load.get(load.size() - 1), List.of());
      }
      return new ServerStretch(load).transactionsPerSecond();
    }
  }

  /**
   * Fixed sizes measured in turns: every size once, then every size again, so that a machine that
   * is slower for a while is slower for all of them. Every other round goes backwards, so that no
   * size is always the one after the largest.
   *
   * @param rounds how often each size is measured
   * @param seconds how long each time, not counting the second in which the size changes
   */
  public record Turns(int rounds, long seconds) {

    private static final long SECONDS_MIN = 2;
    private static final int ROUNDS_MIN = 3;
    private static final int ROUNDS_MAX = 6;
    private static final int SECONDS_PER_ROUND = 5;

    public Turns {
      if (rounds < 1 || seconds < 1) {
        throw new IllegalArgumentException(
            "rounds and seconds must be at least 1 but were " + rounds + " and " + seconds);
      }
    }

    /** Turns that together give each size about so many seconds. */
    public static Turns of(long secondsPerSize) {
      int rounds =
          (int) Math.max(ROUNDS_MIN, Math.min(ROUNDS_MAX, secondsPerSize / SECONDS_PER_ROUND));
      return new Turns(rounds, Math.max(SECONDS_MIN, secondsPerSize / rounds));
    }

    /** How long it takes to measure so many sizes. */
    public long secondsFor(int sizes) {
      return (long) rounds * sizes * (seconds + 1);
    }

    /** Measures sizes; what comes back is in their order, from the smallest. */
    public List<SizeFigures> measure(LoadedServer loaded, List<Integer> sizes, Watcher watcher)
        throws InterruptedException {
      Map<Integer, List<ServerStretch>> measured = new TreeMap<>();
      List<Integer> order = new ArrayList<>(sizes.stream().distinct().sorted().toList());
      for (int round = 0; round < rounds; round++) {
        for (int size : order) {
          measured
              .computeIfAbsent(size, none -> new ArrayList<>())
              .add(measure(loaded, size, watcher));
        }
        Collections.reverse(order);
      }
      return measured.entrySet().stream()
          .map(entry -> new SizeFigures(entry.getKey(), entry.getValue()))
          .toList();
    }

    private ServerStretch measure(LoadedServer loaded, int size, Watcher watcher)
        throws InterruptedException {
      loaded.size(size);
      watcher.onSecond(loaded.next(), List.of()); // in it, what the old size had begun ends
      List<ServerSecond> load = new ArrayList<>();
      for (long second = 0; second < seconds; second++) {
        load.add(loaded.next());
        watcher.onSecond(load.get(load.size() - 1), List.of());
      }
      return new ServerStretch(load);
    }
  }

  /** The reason why an experiment ended before its time. */
  public static final class Endings {

    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The text for a measurement that was ended by hand. */
    public static final String BY_HAND = "ended early by hand";

    private Endings() {}

    /**
     * The reason, in a few words, why a failed experiment ended: by hand if this thread was
     * interrupted, or will be in a moment. Ctrl-C ends the server too, and it is chance whether the
     * server or this thread notices first. Clears the thread's interrupt, so that the settings can
     * be restored.
     *
     * @return empty if it was not ended by hand, and the failure is a real one
     */
    public static Optional<String> byHand(Throwable failure) {
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof InterruptedException) {
          Thread.interrupted();
          return Optional.of(BY_HAND);
        }
      }
      LockSupport.parkNanos(GRACE_NANOS);
      boolean told = Thread.interrupted();
      return told || virtualMachineStops() ? Optional.of(BY_HAND) : Optional.empty();
    }

    /** A wait for the database may have cleared the interrupt; this state cannot be cleared. */
    private static boolean virtualMachineStops() {
      try {
        Runtime.getRuntime().removeShutdownHook(new Thread("flyball-never-started"));
        return false;
      } catch (IllegalStateException stops) {
        return true;
      }
    }
  }
}
