package dev.flyball.policy;

import java.util.Locale;
import java.util.Optional;

/**
 * Where a {@link PairedClimb} stands, and what it makes of one more sample.
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
    return new PairedChoice(
        Optional.of(PairedScan.from(size)),
        PairedSearch.from(size),
        Optional.empty(),
        PairedLevel.UNKNOWN,
        PairedRest.NONE);
  }

  // ---- When the target is not as it should be

  /** The target has another size than was asked for. */
  PairedChoice elsewhere(int there, int asked) {
    if (scan.isPresent()) {
      return with(scan.get().refused());
    }
    if (duel.isEmpty()) {
      return from(there);
    }
    int home = duel.get().home();
    if (there == home) {
      return with(asked > there ? search.upTo(there) : search.downTo(there)).with(Optional.empty());
    }
    boolean onTheWay = Math.min(home, asked) < there && there < Math.max(home, asked);
    return onTheWay ? with(Optional.of(duel.get().against(there))) : from(there);
  }

  /** Back to the size that is known; the pair that has begun is dropped. */
  PairedStep disturbed(int there, String why) {
    if (scan.isPresent()) {
      int start = scan.get().start();
      return new PairedStep(start, why, with(PairedScan.from(start)));
    }
    int home = duel.map(PairedDuel::home).orElse(there);
    return new PairedStep(home, why, with(duel.map(PairedDuel::disturbed)));
  }

  // ---- What a sample leads to

  PairedStep sampled(PairedSample sample, PairedSettings settings) {
    if (scan.isPresent()) {
      return scanned(scan.get().with(sample), sample);
    }
    boolean known = duel.isEmpty() || sample.workers() == duel.get().home();
    PairedLevel now = known ? level.with(sample, settings.changed()) : level;
    if (now.gone()) {
      return new PairedStep(sample.workers(), changed(sample), from(sample.workers()));
    }
    PairedChoice after = with(now);
    return duel.isPresent()
        ? after.compared(duel.get().with(sample), settings)
        : after.decided(sample, settings);
  }

  private PairedStep scanned(PairedScan now, PairedSample sample) {
    String seen =
        String.format(
            Locale.ROOT,
            "looks at all sizes: %d has %.1f/s",
            sample.workers(),
            sample.throughput());
    if (!now.over()) {
      return new PairedStep(now.last(), seen, with(now));
    }
    PairedChoice climbing =
        new PairedChoice(Optional.empty(), PairedSearch.from(now.best()), duel, level, rest);
    return new PairedStep(now.best(), seen + "; " + now.best() + " had the most", climbing);
  }

  /** No comparison is under way: the next one, or a rest. */
  private PairedStep decided(PairedSample sample, PairedSettings settings) {
    Optional<Integer> next = search.next();
    if (next.isEmpty()) {
      return resting(sample, settings);
    }
    if (search.phase() == PairedSearch.Phase.UP
        && PairedSearch.NEAR * search.best() >= sample.clients()) {
      return with(search.upTo(search.best())).decided(sample, settings);
    }
    PairedDuel begun = PairedDuel.between(search.best(), next.get());
    PairedDuel now = sample.workers() == begun.home() ? begun.with(sample) : begun;
    String why = "tries " + begun.away() + " against " + begun.home();
    return new PairedStep(now.size(), why, with(Optional.of(now)));
  }

  private PairedStep compared(PairedDuel now, PairedSettings settings) {
    PairedDuel.Outcome outcome = settings.outcome(now);
    if (outcome == PairedDuel.Outcome.OPEN) {
      return new PairedStep(now.size(), "compares " + now.words(), with(Optional.of(now)));
    }
    boolean moves = outcome == PairedDuel.Outcome.BETTER;
    PairedChoice then =
        new PairedChoice(
            scan,
            search.with(now.away(), outcome),
            Optional.empty(),
            moves ? PairedLevel.UNKNOWN : level,
            rest);
    String what = now.words() + ": " + outcome.words();
    if (then.search.next().isEmpty()) {
      int floor = then.search.floor();
      return new PairedStep(floor, what + "; holds " + floor, then.rested());
    }
    return moves
        ? new PairedStep(now.away(), what, then)
        : then.decided(now.before().orElseThrow(), settings).after(what);
  }

  /** The search is over: from here on the size is held. */
  private PairedChoice rested() {
    boolean unmoved = search.quick() && search.floor() == search.best();
    return new PairedChoice(scan, search, duel, PairedLevel.UNKNOWN, rest.next(!unmoved));
  }

  private PairedStep resting(PairedSample sample, PairedSettings settings) {
    PairedRest longer = rest.with(sample.nanos());
    if (longer.over(settings.againNanos())) {
      return new PairedChoice(scan, PairedSearch.test(sample.workers()), duel, level, longer)
          .decided(sample, settings);
    }
    String why =
        String.format(
            Locale.ROOT,
            "holds %d: %.1f/s, no size near it is worth more",
            sample.workers(),
            sample.throughput());
    return new PairedStep(
        sample.workers(), why, new PairedChoice(scan, search, duel, level, longer));
  }

  // ---- Words

  private String changed(PairedSample sample) {
    return String.format(
        Locale.ROOT,
        "the load has changed: %.1f/s where %d had %.1f/s, begins anew",
        sample.throughput(),
        sample.workers(),
        level.throughput());
  }

  /** What it is about, in a few words. */
  String words() {
    if (scan.isPresent()) {
      return "looks at all sizes";
    }
    return duel.map(now -> "compares " + now.words()).orElse("measures");
  }

  // ---- The same with another part

  private PairedChoice with(PairedScan other) {
    return new PairedChoice(Optional.of(other), search, duel, level, rest);
  }

  private PairedChoice with(PairedSearch other) {
    return new PairedChoice(scan, other, duel, level, rest);
  }

  private PairedChoice with(Optional<PairedDuel> other) {
    return new PairedChoice(scan, search, other, level, rest);
  }

  private PairedChoice with(PairedLevel other) {
    return new PairedChoice(scan, search, duel, other, rest);
  }
}
