package dev.flyball.lab.tuning;

import dev.flyball.base.Require;
import dev.flyball.lab.database.Profile;
import dev.flyball.lab.tuning.Protocol.Overhead;
import dev.flyball.lab.tuning.Sweep.SizeFigures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

  /** The whole run from as many groups as cores, its way to the size included. */
  Optional<ServerStretch> governed() {
    return tuned.stream().findFirst().map(GovernedRun::load);
  }

  /** What a fixed size reached, in the turns in which it was compared with others. */
  private Optional<SizeFigures> fixedAt(int groups) {
    return fixed.stream().filter(size -> size.groups() == groups).findFirst();
  }

  /** The best fixed size: the sweep's, or where there was none the size that was found. */
  private Optional<SizeFigures> best() {
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

  /** What the best fixed size reaches, in transactions per second; NaN where that is nothing. */
  double bestPerSecond() {
    return best().map(SizeFigures::median).filter(perSecond -> perSecond > 0).orElse(Double.NaN);
  }

  /**
   * One load: so many connections of one profile.
   *
   * @param connections how many clients ask, one statement at a time each
   * @param profile what they ask
   */
  public record Cell(int connections, Profile profile) {

    public Cell {
      Require.atLeast("connections", 1, connections);
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
      String many = connections == 1 ? " connection" : " connections";
      return profileName() + ", " + connections + many;
    }
  }
}
