package dev.flyball.policies.climb.paired;

import dev.flyball.base.Workers;
import dev.flyball.policy.Reason;
import java.util.Optional;

/**
 * The state of a {@link PairedClimb}, and its answer to one more sample.
 *
 * @param scan the first look at all sizes, while it lasts
 * @param search what is known of the sizes around the best one
 * @param duel the comparison that is under way
 * @param level the throughput that the best size, or the one that is held, is known for
 * @param rest for how long that has been held
 */
record PairedChoice(
    Optional<PairedScan> scan,
    PairedSearch search,
    Optional<PairedDuel> duel,
    PairedLevel level,
    PairedRest rest) {

  /** All begins at a size. */
  static PairedChoice from(int size) {
    return from(PairedScan.from(size));
  }

  private static PairedChoice from(PairedScan scan) {
    int size = scan.start();
    return new PairedChoice(
        Optional.of(scan),
        PairedSearch.from(size),
        Optional.empty(),
        PairedLevel.UNKNOWN,
        PairedRest.NONE);
  }

  // ---- When the target is not as it should be

  /** The target has another size than was asked for. */
  PairedChoice elsewhere(int there, int asked) {
    if (scan.isPresent()) {
      return withScan(scan.get().refused());
    }
    if (duel.isEmpty()) {
      return from(there);
    }
    int home = duel.get().home();
    if (there == home) {
      return bounded(asked > there ? search.upTo(there) : search.downTo(there));
    }
    boolean onTheWay = Math.min(home, asked) < there && there < Math.max(home, asked);
    return onTheWay ? withDuel(Optional.of(duel.get().against(there))) : from(there);
  }

  /** Whether that is one of the sizes that it is about. */
  boolean knows(int there) {
    return scan.isPresent()
        || duel.filter(now -> there == now.home() || there == now.away()).isPresent();
  }

  /** Whether that is the size to go back to when something is wrong. */
  boolean isHome(int there) {
    return there == scan.map(PairedScan::start).or(() -> duel.map(PairedDuel::home)).orElse(there);
  }

  /** Back to the size that is known; the pair that has begun is dropped. */
  PairedStep disturbed(int there, Reason why) {
    if (scan.isPresent()) {
      PairedScan anew = scan.get().anew();
      return new PairedStep(anew.start(), why, withScan(anew));
    }
    int home = duel.map(PairedDuel::home).orElse(there);
    return new PairedStep(home, why, withDuel(duel.map(PairedDuel::disturbed)));
  }

  // ---- What a sample leads to

  PairedStep sampled(PairedSample sample, PairedSettings settings) {
    if (scan.isPresent()) {
      return scanned(scan.get().with(sample), sample);
    }
    boolean known = duel.isEmpty() || sample.workers() == duel.get().home();
    PairedLevel now = known ? level.with(sample, settings.changed()) : level;
    if (now.gone()) {
      return new PairedStep(
          sample.workers(), changed(sample), from(PairedScan.again(sample.workers())));
    }
    PairedChoice after = withLevel(now);
    return duel.isPresent()
        ? after.compared(duel.get().with(sample), settings)
        : after.decided(sample, settings);
  }

  private PairedStep scanned(PairedScan now, PairedSample sample) {
    Reason seen =
        Reason.of("looks at all sizes: %d has %.1f/s", sample.workers(), sample.throughput());
    if (!now.over()) {
      return new PairedStep(now.last(), seen, withScan(now));
    }
    PairedChoice climbing =
        new PairedChoice(Optional.empty(), PairedSearch.from(now.best()), duel, level, rest);
    return new PairedStep(now.best(), seen.and("%d had the most", now.best()), climbing);
  }

  /** No comparison is under way: the next one, or a rest. */
  private PairedStep decided(PairedSample sample, PairedSettings settings) {
    Optional<Integer> next = search.next();
    if (next.isEmpty()) {
      return resting(sample, settings);
    }
    boolean up = search.phase() == PairedSearch.Phase.UP;
    if (up && PairedSearch.serves(search.upwardFrom(), sample.clients())) {
      PairedChoice bounded = bounded(search.upTo(search.best()));
      return bounded.search.next().isPresent()
          ? bounded.decided(sample, settings)
          : bounded.resting(sample, settings);
    }
    int tried = up ? Workers.roundedUp(Math.min(next.get(), sample.clients())) : next.get();
    PairedDuel begun = PairedDuel.between(search.best(), tried);
    PairedDuel now = sample.workers() == begun.home() ? begun.with(sample) : begun;
    Reason why = Reason.of("tries %d against %d", begun.away(), begun.home());
    return new PairedStep(now.size(), why, withDuel(Optional.of(now)));
  }

  private PairedStep compared(PairedDuel now, PairedSettings settings) {
    PairedDuel.Outcome outcome = settings.outcome(now);
    if (outcome == PairedDuel.Outcome.OPEN) {
      return new PairedStep(
          now.size(), Reason.of("compares %s", now.words()), withDuel(Optional.of(now)));
    }
    boolean moves = outcome == PairedDuel.Outcome.BETTER;
    PairedChoice then =
        withLevel(moves ? PairedLevel.UNKNOWN : level).bounded(search.with(now.away(), outcome));
    Reason what = Reason.of("%s: %s", now.words(), outcome.words());
    if (then.search.next().isEmpty()) {
      int floor = then.search.floor();
      return new PairedStep(floor, what.and("holds %d", floor), then);
    }
    return moves
        ? new PairedStep(now.away(), what, then)
        : then.decided(now.before().orElseThrow(), settings).after(what);
  }

  /** With what is known now; where that ends the search, the size is held from here on. */
  private PairedChoice bounded(PairedSearch known) {
    PairedChoice then = new PairedChoice(scan, known, Optional.empty(), level, rest);
    if (known.next().isPresent()) {
      return then;
    }
    boolean unmoved = known.onlyNeighbours() && known.floor() == known.best();
    return new PairedChoice(
        scan, known, Optional.empty(), PairedLevel.UNKNOWN, rest.next(!unmoved));
  }

  private PairedStep resting(PairedSample sample, PairedSettings settings) {
    int size = search.floor();
    PairedRest longer = rest.with(sample.nanos());
    if (longer.over(settings.againNanos())) {
      return new PairedChoice(scan, PairedSearch.test(size), duel, level, longer)
          .decided(sample, settings);
    }
    Reason why = Reason.of("holds %d: %.1f/s", size, sample.throughput());
    return new PairedStep(size, why, new PairedChoice(scan, search, duel, level, longer));
  }

  // ---- Words

  private Reason changed(PairedSample sample) {
    return Reason.of(
        "the load has changed: %.1f/s where %d had %.1f/s, begins anew",
        sample.throughput(), sample.workers(), level.throughput());
  }

  /** What it is about, in a few words. */
  Reason words() {
    if (scan.isPresent()) {
      return Reason.of("looks at all sizes");
    }
    return duel.map(now -> Reason.of("compares %s", now.words())).orElse(Reason.of("measures"));
  }

  // ---- The same with another part

  private PairedChoice withScan(PairedScan other) {
    return new PairedChoice(Optional.of(other), search, duel, level, rest);
  }

  private PairedChoice withDuel(Optional<PairedDuel> other) {
    return new PairedChoice(scan, search, other, level, rest);
  }

  private PairedChoice withLevel(PairedLevel other) {
    return new PairedChoice(scan, search, duel, other, rest);
  }
}
