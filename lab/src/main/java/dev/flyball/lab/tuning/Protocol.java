package dev.flyball.lab.tuning;

import dev.flyball.base.Require;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.policy.Limits;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

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
    Require.countAtLeast("seconds", 5, seconds);
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
    Optional<Sweep> swept = Optional.empty();
    List<GovernedRun> tuned = new ArrayList<>();
    List<SizeFigures> fixed = List.of();
    Optional<Overhead> looking = Optional.empty();
    boolean cutShort = false;
    try {
      for (int second = 0; second < WARM_UP_SECONDS; second++) {
        loaded.next(); // so that no result includes cold code and cold tables
      }
      Set<Integer> compared = new TreeSet<>(List.of(cores));
      if (sweep) {
        Set<Integer> sizes = new TreeSet<>(Sweep.SIZES);
        sizes.add(cores);
        sizes.removeIf(size -> size > sizesMax);
        long length = sweepTurns().secondsFor(sizes.size());
        Watcher watcher = numbering.begin(cell, "every size in turns", length);
        Sweep curve = new Sweep(cores, sweepTurns().measure(loaded, sizes, watcher));
        compared.add(curve.best().groups());
        swept = Optional.of(curve);
      }
      for (int start : starts(cores)) {
        Watcher watcher = numbering.begin(cell, "governed from " + start, seconds);
        GovernedRun run = GovernedRun.run(loaded, policy, governing(), start, seconds, watcher);
        tuned.add(run);
        compared.add(run.opt());
        if (run.cutShort()) {
          throw new InterruptedException("in a governed run");
        }
      }
      long length = Turns.of(seconds).secondsFor(compared.size());
      Watcher watcher = numbering.begin(cell, "fixed sizes " + compared + " in turns", length);
      fixed = Turns.of(seconds).measure(loaded, compared, watcher);
      if (overhead) {
        watcher = numbering.begin(cell, "watched and not", overheadSeconds());
        looking = Optional.of(overhead(loaded, tuned.get(0).opt(), watcher));
      }
    } catch (InterruptedException e) {
      cutShort = true;
    }
    return new CellResult(cell, cores, swept, tuned, fixed, looking, cutShort);
  }

  /** The starts with the cores first, each once. */
  private List<Integer> starts(int cores) {
    return Stream.concat(Stream.of(cores), starts.stream()).distinct().toList();
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

  private Turns sweepTurns() {
    return new Turns(SWEEP_ROUNDS, blockSeconds());
  }

  private long blockSeconds() {
    return Math.max(BLOCK_SECONDS_MIN, seconds / SHARE_OF_SECONDS);
  }

  private long overheadSeconds() {
    return 2 * OVERHEAD_PAIRS * (blockSeconds() + 1);
  }

  private SizingPolicy governing() {
    return Policies.parse(policy).within(Limits.of(1, sizesMax));
  }

  private Overhead overhead(LoadedServer loaded, int size, Watcher watcher)
      throws InterruptedException {
    SizingPolicy governing = governing();
    List<Double> shares = new ArrayList<>();
    long looks = 0;
    loaded.size(size);
    loaded.next();
    for (int pair = 0; pair < OVERHEAD_PAIRS; pair++) {
      boolean aloneFirst = pair % 2 == 1;
      double alone = aloneFirst ? block(loaded, watcher) : 0;
      double watched;
      try (LoadedServer.Governing looking = loaded.advise(governing)) {
        watched = block(loaded, watcher);
        looks += looking.moves().size();
      }
      alone = aloneFirst ? alone : block(loaded, watcher);
      shares.add(ServerStretch.share(watched, alone));
    }
    return new Overhead(new Repeated(shares), looks);
  }

  private double block(LoadedServer loaded, Watcher watcher) throws InterruptedException {
    return stretch(loaded, blockSeconds(), watcher).transactionsPerSecond();
  }

  /** So many seconds after the next one, in which what was begun before ends. */
  private static ServerStretch stretch(LoadedServer loaded, long seconds, Watcher watcher)
      throws InterruptedException {
    watcher.onSecond(loaded.next(), List.of());
    List<ServerSecond> load = new ArrayList<>();
    while (load.size() < seconds) {
      ServerSecond second = loaded.next();
      load.add(second);
      watcher.onSecond(second, List.of());
    }
    return new ServerStretch(load);
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

    Watcher begin(Cell cell, String what, long seconds) {
      begun++;
      watcher.begins(new Watcher.Part(cell.text() + ": " + what, begun, parts, seconds));
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
  public record Overhead(Repeated shares, long looks) {}

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
    private static final int SECONDS_PER_ROUND = 5;

    /** Turns that together give each size about so many seconds. */
    public static Turns of(long secondsPerSize) {
      int rounds = (int) Math.max(3, Math.min(6, secondsPerSize / SECONDS_PER_ROUND));
      return new Turns(rounds, Math.max(SECONDS_MIN, secondsPerSize / rounds));
    }

    /** How long it takes to measure so many sizes. */
    public long secondsFor(int sizes) {
      return (long) rounds * sizes * (seconds + 1);
    }

    /** Measures sizes; what comes back is in their order, from the smallest. */
    public List<SizeFigures> measure(
        LoadedServer loaded, Collection<Integer> sizes, Watcher watcher)
        throws InterruptedException {
      Map<Integer, List<ServerStretch>> measured = new TreeMap<>();
      List<Integer> order = new ArrayList<>(sizes.stream().distinct().sorted().toList());
      for (int round = 0; round < rounds; round++) {
        for (int size : order) {
          loaded.size(size);
          measured
              .computeIfAbsent(size, none -> new ArrayList<>())
              .add(stretch(loaded, seconds, watcher));
        }
        Collections.reverse(order);
      }
      return measured.entrySet().stream()
          .map(entry -> new SizeFigures(entry.getKey(), entry.getValue()))
          .toList();
    }
  }

  /** The reason why an experiment ended before its time. */
  public static final class Endings {

    private static final long GRACE_NANOS = 500_000_000;

    /** The text for a measurement that was ended by hand. */
    public static final String BY_HAND = "ended early by hand";

    private Endings() {}

    /**
     * The reason, in a few words, why an experiment that can only be ended by hand failed.
     *
     * @throws RuntimeException the failure itself, where it is a real one
     */
    public static String byHandOnly(Exception failure) {
      return byHand(failure)
          .orElseThrow(() ->
              failure instanceof RuntimeException real ? real : new IllegalStateException(failure));
    }

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
