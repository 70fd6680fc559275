package dev.flyball.lab.tuning;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.tuning.Protocol.Overhead;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * The result of one load.
 *
 * @param cell the load
 * @param cores the server's processors
 * @param sweep every size, where that was asked for
 * @param tuned the governed runs, the one from as many groups as cores first
 * @param fixed the fixed sizes that were compared, from the smallest; nothing where it was cut
 *     short before
 * @param overhead what looking costs, where that was asked for
 * @param cutShort whether it was ended early
 */
public record CellResult(
    Cell cell,
    int cores,
    Optional<Sweep> sweep,
    List<GovernedRun> tuned,
    List<SizeFigures> fixed,
    Optional<Overhead> overhead,
    boolean cutShort) {

  public CellResult {
    tuned = List.copyOf(tuned);
    fixed = List.copyOf(fixed);
  }

  /** Where the run from as many groups as cores ended; empty where it has not been run. */
  public Optional<Integer> opt() {
    return tuned.stream().findFirst().map(GovernedRun::opt);
  }

  /** The figures with as many groups as cores, which is the server's default. */
  public Optional<SizeFigures> usual() {
    return fixedAt(cores);
  }

  /** The size that was found, fixed. */
  public Optional<SizeFigures> contr() {
    return opt().flatMap(this::fixedAt);
  }

  /** What a fixed size reached, in the turns in which it was compared with others. */
  public Optional<SizeFigures> fixedAt(int groups) {
    return fixed.stream().filter(size -> size.groups() == groups).findFirst();
  }

  /** The best fixed size: the sweep's, or where there was none the size that was found. */
  public Optional<SizeFigures> best() {
    return sweep.isPresent() ? fixedAt(sweep.get().best().groups()) : contr();
  }

  /** contr / usual, turn by turn; 1 where the size found is the usual one. */
  public Optional<Repeated> gain() {
    return contr().flatMap(found -> usual().map(found::shareOf));
  }

  /** Throughput of the size where a run ended as a share of the best fixed size's. */
  public Optional<Repeated> shareOfBest(GovernedRun run) {
    return fixedAt(run.opt()).flatMap(end -> best().map(end::shareOf));
  }

  /** What the best fixed size reaches, in transactions per second; empty where that is nothing. */
  public OptionalDouble bestPerSecond() {
    return best().stream()
        .mapToDouble(size -> size.transactionsPerSecond().median())
        .filter(perSecond -> perSecond > 0)
        .findFirst();
  }

  /** A builder of a result. For one thread. */
  static final class Builder {
    private final Cell cell;
    private final int cores;
    private final List<GovernedRun> tuned = new ArrayList<>();
    private Optional<Sweep> sweep = Optional.empty();
    private List<SizeFigures> fixed = List.of();
    private Optional<Overhead> overhead = Optional.empty();

    Builder(Cell cell, int cores) {
      this.cell = cell;
      this.cores = cores;
    }

    void sweep(Sweep measured) {
      sweep = Optional.of(measured);
    }

    void tuned(GovernedRun run) {
      tuned.add(run);
    }

    void fixed(List<SizeFigures> measured) {
      fixed = measured;
    }

    void overhead(Overhead measured) {
      overhead = Optional.of(measured);
    }

    int opt() {
      return tuned.get(0).opt();
    }

    /** The cores, where each run ended, and the sweep's best. */
    List<Integer> sizesToCompare() {
      TreeSet<Integer> sizes = new TreeSet<>();
      sizes.add(cores);
      tuned.forEach(run -> sizes.add(run.opt()));
      sweep.ifPresent(measured -> sizes.add(measured.best().groups()));
      return List.copyOf(sizes);
    }

    CellResult build() {
      return new CellResult(cell, cores, sweep, tuned, fixed, overhead, false);
    }

    CellResult cutShort() {
      return new CellResult(cell, cores, sweep, tuned, fixed, overhead, true);
    }
  }

  /**
   * One load: so many connections of one profile.
   *
   * @param connections how many clients ask, one statement at a time each
   * @param profile what they ask
   */
  public record Cell(int connections, Profile profile) {

    public Cell {
      if (connections < 1) {
        throw new IllegalArgumentException("connections must be at least 1 but was " + connections);
      }
    }

    /** The profile as tables and options have it, such as {@code read-write}. */
    public String profileName() {
      return nameOf(profile);
    }

    /** A profile as tables and options have it. */
    public static String nameOf(Profile profile) {
      return profile.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As in {@code read-write, 64 connections}. */
    public String text() {
      return profileName()
          + ", "
          + connections
          + (connections == 1 ? " connection" : " connections");
    }
  }
}
