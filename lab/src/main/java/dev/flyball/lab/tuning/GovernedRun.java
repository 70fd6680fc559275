package dev.flyball.lab.tuning;

import dev.flyball.control.Decision;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.lab.tuning.TestServer.LoadedServer;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * A governed run from its start to its end: what the load reached, second by second, and what was
 * decided, window by window.
 *
 * @param policy the policy's name
 * @param start the size it began with
 * @param fromSeconds when it began, on the stand's clock
 * @param load what the clients saw
 * @param moves what was decided
 * @param cutShort whether it was ended early
 */
public record GovernedRun(
    String policy,
    int start,
    double fromSeconds,
    ServerStretch load,
    List<Move> moves,
    boolean cutShort) {

  /** The part of the run that says where it ended. */
  private static final double END_SHARE = 1.0 / 3;

  /** The numbers of {@link Convergence}'s rule. */
  private static final double REACH = 1.5;

  private static final double STAYING_SHARE = 0.4;

  public GovernedRun {
    moves = List.copyOf(moves);
  }

  /**
   * Governs a stand from a size on, for so long; where the thread is interrupted, what there is so
   * far, the thread's mark taken away.
   */
  public static GovernedRun run(
      LoadedServer loaded,
      String name,
      SizingPolicy policy,
      int start,
      long seconds,
      Watcher watcher)
      throws InterruptedException {
    loaded.size(start);
    double from = loaded.next().atSeconds(); // now no window still has the size before
    try (LoadedServer.Governing governing = loaded.govern(policy)) {
      return watch(loaded, governing, name, start, from, seconds, watcher);
    }
  }

  /** Watches a governor that is at work already, for so long. */
  public static GovernedRun watch(
      LoadedServer loaded,
      LoadedServer.Governing governing,
      String name,
      int start,
      double fromSeconds,
      long seconds,
      Watcher watcher) {
    List<ServerSecond> load = new ArrayList<>();
    boolean cutShort = false;
    double now = fromSeconds;
    try {
      while (now - fromSeconds < seconds - 0.5) {
        ServerSecond second = loaded.next();
        load.add(second);
        now = second.atSeconds();
        watcher.onSecond(second, governing.moves());
      }
    } catch (InterruptedException e) {
      cutShort = true;
    }
    return new GovernedRun(
        name, start, fromSeconds, new ServerStretch(load), governing.moves(), cutShort);
  }

  /** The part of this run after a moment, as a run of its own. */
  public GovernedRun from(double seconds) {
    return part(seconds, Double.POSITIVE_INFINITY);
  }

  /** The part of this run up to a moment. */
  public GovernedRun until(double seconds) {
    return part(fromSeconds, seconds);
  }

  private GovernedRun part(double from, double to) {
    List<Move> within =
        moves.stream().filter(move -> move.atSeconds() > from && move.atSeconds() <= to).toList();
    return new GovernedRun(policy, sizeAt(from), from, load.between(from, to), within, cutShort);
  }

  /** When it ended, on the stand's clock. */
  public double toSeconds() {
    return load.isEmpty() ? fromSeconds : load.seconds().get(load.seconds().size() - 1).atSeconds();
  }

  /** How long it was. */
  public double lengthSeconds() {
    return toSeconds() - fromSeconds;
  }

  /** How often the size was changed. */
  public long changes() {
    return moves.stream().filter(Move::changed).count();
  }

  /** The size that was in force at a moment. */
  public int sizeAt(double seconds) {
    return moves.stream()
        .filter(move -> move.changed() && move.atSeconds() <= seconds)
        .reduce((before, last) -> last)
        .map(Move::to)
        .orElse(start);
  }

  /** For how many seconds each size was in force in a span of time. */
  public SortedMap<Integer, Double> held(double from, double to) {
    SortedMap<Integer, Double> held = new TreeMap<>();
    double since = from;
    for (Move move : moves) {
      double until = Math.min(to, move.atSeconds());
      if (move.changed() && until > since) {
        held.merge(sizeAt(since), until - since, Double::sum);
        since = until;
      }
    }
    if (to > since) {
      held.merge(sizeAt(since), to - since, Double::sum);
    }
    return held;
  }

  /**
   * Where it ended: the size it had for the longest time in its last third, the smaller of two. Not
   * the size at the very last moment, which may be one that was only tried.
   */
  public int opt() {
    double end = toSeconds();
    return held(end - END_SHARE * lengthSeconds(), end).entrySet().stream()
        .max(
            Map.Entry.<Integer, Double>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .map(Map.Entry::getKey)
        .orElse(start);
  }

  /** What the last third of the run reached, tries of other sizes included. */
  public ServerStretch end() {
    return load.between(toSeconds() - END_SHARE * lengthSeconds(), toSeconds());
  }

  /** When it had found where it ended; empty where it never stayed there. */
  public Optional<Convergence> convergence() {
    double stretch = Math.min(20, Math.max(5, 0.25 * lengthSeconds()));
    int opt = opt();
    DoubleStream changes = moves.stream().filter(Move::changed).mapToDouble(Move::atSeconds);
    return DoubleStream.concat(DoubleStream.of(fromSeconds), changes)
        .filter(at -> near(sizeAt(at), opt) && stays(at, opt, stretch))
        .boxed()
        .findFirst()
        .map(at -> new Convergence(at, at - fromSeconds, part(fromSeconds, at).moves.size()));
  }

  private boolean stays(double from, int opt, double stretch) {
    if (from + stretch > toSeconds()) {
      return false;
    }
    for (double at = from; at + stretch <= toSeconds(); at++) {
      double near =
          held(at, at + stretch).entrySet().stream()
              .filter(held -> near(held.getKey(), opt))
              .mapToDouble(Map.Entry::getValue)
              .sum();
      if (near < STAYING_SHARE * stretch) {
        return false;
      }
    }
    return true;
  }

  private static boolean near(int size, int opt) {
    int larger = Math.max(size, opt);
    int smaller = Math.min(size, opt);
    return larger - smaller <= 1 || larger <= REACH * smaller;
  }

  /**
   * What was lost on the way, in transactions: the integral of best - reached, from the start until
   * it had converged, or until its end where it never did.
   *
   * @param bestPerSecond what the best fixed size reaches, in transactions per second
   */
  public double lostTransactions(double bestPerSecond) {
    return load.between(fromSeconds, foundSeconds()).seconds().stream()
        .mapToDouble(second -> bestPerSecond * second.seconds() - second.transactions())
        .sum();
  }

  /**
   * What was lost on the way by a curve, in seconds of what the best fixed size does: the sum of 1
   * - the share of the best that the curve has for the size in force, over the same time. It knows
   * nothing of what else the machine did meanwhile, nor of what a change itself costs.
   */
  public double lostSecondsBy(Sweep curve) {
    return lostSecondsBy(curve, foundSeconds());
  }

  /** The same of the whole run, not only of the way to where it ended. */
  public double lostSecondsInAllBy(Sweep curve) {
    return lostSecondsBy(curve, toSeconds());
  }

  private double lostSecondsBy(Sweep curve, double untilSeconds) {
    return held(fromSeconds, untilSeconds).entrySet().stream()
        .mapToDouble(held -> (1 - curve.shareOfBest(held.getKey())) * held.getValue())
        .sum();
  }

  /** When it had converged, or its end where it never did. */
  private double foundSeconds() {
    return convergence().map(Convergence::atSeconds).orElse(toSeconds());
  }

  /**
   * When, after a moment, the size first left the range of sizes that it had in the seconds before
   * it: how soon something new was tried. Not the first change, for a policy that compares two
   * sizes changes all the time.
   */
  public OptionalDouble leftItsSizesAfter(double seconds, double secondsBefore) {
    SortedMap<Integer, Double> before = held(seconds - secondsBefore, seconds);
    return moves.stream()
        .filter(move -> move.changed() && move.atSeconds() > seconds)
        .filter(move -> move.to() < before.firstKey() || move.to() > before.lastKey())
        .mapToDouble(Move::atSeconds)
        .findFirst();
  }

  /**
   * One decision of a governed run, as its journal has it: one window, and what was made of it.
   *
   * @param atSeconds when, since the stand was opened
   * @param throughputPerSecond what the governor saw of the server, in the target's unit; empty
   *     where it saw nothing
   * @param advised the number that the policy wanted
   * @param from the size before
   * @param to the size after
   * @param why the reason, for a person
   */
  public record Move(
      double atSeconds,
      OptionalDouble throughputPerSecond,
      OptionalInt advised,
      int from,
      int to,
      String why) {

    /** A governor's decision, so many seconds after the stand was opened. */
    public static Move of(Decision decision, double atSeconds) {
      return new Move(
          atSeconds,
          decision.seen().stream().mapToDouble(Observation::throughputPerSecond).findFirst(),
          decision.advised(),
          decision.from(),
          decision.to(),
          decision.why());
    }

    public boolean changed() {
      return from != to;
    }
  }

  /**
   * The moment at which a governed run had found its final size.
   *
   * <p><b>The rule.</b> It is the first moment at which the size is within reach of where the run
   * ended, and from which on it is so for at least two fifths of every stretch of time. Within
   * reach is a factor of 1.5 or one group; a stretch is a quarter of the run, from 5 to 20 seconds.
   * A whole stretch must follow, or nothing is known to have been found. Two fifths, not all, for a
   * policy that compares its size with another by turns is away half of the time; it pays with
   * throughput, which is counted, and has not lost its way.
   *
   * @param atSeconds when, on the stand's clock
   * @param afterSeconds when, since the run began
   * @param windows how many windows the governor had seen by then
   */
  public record Convergence(double atSeconds, double afterSeconds, long windows) {}
}
