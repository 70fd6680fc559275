package dev.flyball.policy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A climb by paired comparisons, for a target that tells little more than its throughput.
 *
 * <p>How it decides. The size that is best so far is compared with another by turns, one sample
 * here and one there ({@link PairedDuel}): a sample there is set against the mean of the two here
 * around it. The comparison is over when the difference is twice its standard error, or after
 * {@code pairs} pairs. Sizes are tried by doubling upward, then by halving downward, then between
 * the last two ({@link PairedSearch}); a larger size must bring {@code worth} more throughput, a
 * smaller one may cost that much, against the best size and not against the last one, so many small
 * losses never add up. Where throughput ties, a smaller size must not make responses slower by
 * {@code patience}: that is what keeps it from starving a target whose load is less than it could
 * carry. Then the smallest size that is as good is held. Its neighbours are tried again after
 * {@code again}, twice that, and so on up to sixteen times that; and all begins anew when the
 * throughput of the size has differed by {@code changed} for three samples, or somebody else has
 * set another size.
 *
 * <p>Worked, on 64 connections that wait for durable commits (10638/s with 2, 15429/s with 4,
 * 18516/s with 8, 18406/s with 16, 17435/s with 32): 4 against 2 is 37 % better in one pair, 8
 * against 4 is 18 % better in two; 16 against 8 and, looking past it, 32 against 8 are not; below
 * lies 4, known to be worse; 6 and 11 are tried; 8 is held.
 *
 * <p>Why: noise that lasts for longer than a sample is in both sides of a pair, so it cancels; ten
 * per cent are told in seconds, and a size that was a mistake is left after one sample.
 *
 * <p>Assumes load enough in each sample: 100 tasks, else it waits up to five samples. Fails where
 * tasks take longer than a sample, for then what ends here was begun there; and where the load
 * swings by itself with the period of the pairs. Of a curve with several tops it finds the one that
 * doubling from its start leads to. Idle, it goes back to its best size and holds it.
 *
 * <p>Source: this project. Paired comparison against drift: the ABBA order of experimental design;
 * ties to fewer workers and the test against what was measured at the size before: Trub 2021.
 *
 * @param settings what can be set
 * @param scan the first look at all sizes, while it lasts
 * @param search what is known of the sizes around the best one
 * @param duel the comparison that is under way
 * @param level the throughput that the best size, or the one that is held, is known for
 * @param rest for how long that has been held
 * @param collected the windows of the sample that is not complete
 * @param settlesNanos for how much longer what is seen is not believed
 * @param asked the size that was asked for last; 0 before the first window
 */
public record PairedClimb(
    PairedSettings settings,
    Optional<PairedScan> scan,
    PairedSearch search,
    Optional<PairedDuel> duel,
    PairedLevel level,
    PairedRest rest,
    Optional<Observation> collected,
    long settlesNanos,
    int asked)
    implements SizingPolicy {

  /** A sample goes on until so many tasks have ended, up to so many times its length. */
  private static final int TASKS_MIN = 100;

  private static final int LONGEST = 5;

  /** Four windows in a sample, so that what is left out after a change is one of them. */
  private static final int WINDOWS = 4;

  private static final Parameter<Duration> SAMPLE =
      Parameter.duration("sample", "1s", "the length of a sample");
  private static final Parameter<Duration> SETTLE =
      Parameter.duration("settle", "250ms", "the time after a change that is in no sample");
  private static final Parameter<Double> WORTH =
      Parameter.share("worth", "0.03", "the gain that a larger size must bring");
  private static final Parameter<Double> PATIENCE =
      Parameter.share("patience", "0.25", "how much slower responses may be at a smaller size");
  private static final Parameter<Integer> PAIRS =
      Parameter.workers("pairs", "8", "the pairs in a comparison at most");
  private static final Parameter<Double> CHANGED =
      Parameter.share("changed", "0.25", "how far throughput is off when the load has changed");
  private static final Parameter<Duration> AGAIN =
      Parameter.duration("again", "30s", "how long a size is held before it is tested");
  private static final Parameter<Boolean> FEWER =
      Parameter.flag("fewer", "true", "whether ties go to the smaller size");

  static final PolicyEntry ENTRY =
      new PolicyEntry(
          "paired-climb",
          "Compares two sizes by turns, and holds the smallest that has the best throughput.",
          "this project; for targets that tell little but their throughput",
          List.of(SAMPLE, SETTLE, WORTH, PATIENCE, PAIRS, CHANGED, AGAIN, FEWER),
          given ->
              PairedClimb.of(
                  new PairedSettings(
                      given.value(SAMPLE).toNanos(),
                      given.value(SETTLE).toNanos(),
                      given.value(WORTH),
                      given.value(PATIENCE),
                      given.value(PAIRS),
                      given.value(CHANGED),
                      given.value(AGAIN).toNanos(),
                      given.value(FEWER))));

  static PairedClimb of(PairedSettings settings) {
    return new PairedClimb(
        settings,
        Optional.empty(),
        PairedSearch.from(1),
        Optional.empty(),
        PairedLevel.UNKNOWN,
        PairedRest.NONE,
        Optional.empty(),
        0,
        0);
  }

  @Override
  public Optional<Look> look() {
    long nanos = Math.max(1, settings.sampleNanos() / WINDOWS);
    return Optional.of(new Look(nanos, nanos));
  }

  @Override
  public Advice on(Observation seen) {
    int there = seen.size().workersAsked();
    if (there != asked) {
      return elsewhere(there).gather(seen);
    }
    return gather(seen);
  }

  // ---- A size that was not asked for

  private PairedClimb elsewhere(int there) {
    if (scan.isPresent() && asked != 0) {
      return at(there).with(scan.get().refused());
    }
    if (asked == 0 || duel.isEmpty()) {
      return searching(PairedSearch.from(there), there);
    }
    PairedDuel under = duel.get();
    boolean partly = Math.min(under.home(), asked) < there && there < Math.max(under.home(), asked);
    if (partly) {
      return at(there)
          .with(
              Optional.of(
                  new PairedDuel(
                      under.home(),
                      there,
                      under.before(),
                      Optional.empty(),
                      PairedDifference.NONE,
                      PairedDifference.NONE,
                      under.expected())));
    }
    if (there == under.home()) {
      PairedSearch bounded = asked > there ? search.upTo(there) : search.downTo(there);
      return at(there).with(bounded).with(Optional.empty());
    }
    return searching(PairedSearch.from(there), there);
  }

  // ---- Windows become samples

  private Advice gather(Observation seen) {
    long length = seen.window().lengthNanos();
    if (length > 3 * Windows.sum(settings.sampleNanos(), settings.settleNanos())) {
      return disturbed(seen, "a window of " + seconds(length) + " is no sample");
    }
    if (settlesNanos > 0 && length < settings.sampleNanos()) {
      return Sensor.held("settling", seen, settled(Math.max(0, settlesNanos - length)));
    }
    Observation whole = collected.map(some -> Windows.joined(some, seen)).orElse(seen);
    if (!complete(whole, length)) {
      String how = seconds(whole.window().lengthNanos()) + " of " + seconds(settings.sampleNanos());
      return Sensor.held(words() + ", " + how, seen, gathering(Optional.of(whole)));
    }
    if (whole.flow().completed() == 0) {
      return disturbed(seen, "nothing is completed");
    }
    return gathering(Optional.empty()).sampled(PairedSample.of(whole), whole);
  }

  private boolean complete(Observation whole, long windowNanos) {
    long length = whole.window().lengthNanos();
    return Sampled.isOver(length, windowNanos, settings.sampleNanos())
        && (whole.flow().completed() >= TASKS_MIN || length / LONGEST >= settings.sampleNanos());
  }

  /** Back to the size that is known, and the pair that has begun is dropped. */
  private Advice disturbed(Observation seen, String why) {
    if (scan.isPresent()) {
      int start = scan.get().start();
      return gathering(Optional.empty()).with(PairedScan.from(start)).advice(start, why);
    }
    int home = duel.map(PairedDuel::home).orElse(seen.size().workersAsked());
    PairedClimb next = gathering(Optional.empty()).with(duel.map(PairedDuel::disturbed));
    return next.advice(home, why);
  }

  // ---- What a sample leads to

  private Advice sampled(PairedSample sample, Observation whole) {
    boolean known = scan.isEmpty() && (duel.isEmpty() || sample.workers() == duel.get().home());
    PairedClimb after = known ? with(level.with(sample, settings.changed())) : this;
    if (after.level.gone()) {
      PairedClimb anew = after.searching(PairedSearch.from(sample.workers()), sample.workers());
      return anew.advice(
          sample.workers(),
          String.format(
              Locale.ROOT,
              "the load has changed: %.1f/s where %d had %.1f/s, searches anew",
              sample.throughput(),
              sample.workers(),
              level.throughput()));
    }
    if (scan.isPresent()) {
      return scanned(scan.get().with(sample, Sensor.clients(whole)), sample);
    }
    return duel.isPresent()
        ? after.compared(duel.get().with(sample), whole)
        : after.decided(sample, whole);
  }

  private Advice scanned(PairedScan now, PairedSample sample) {
    String seen =
        String.format(
            Locale.ROOT,
            "looks at all sizes: %d has %.1f/s",
            sample.workers(),
            sample.throughput());
    if (!now.over()) {
      return with(now).advice(now.last(), seen);
    }
    PairedClimb climbing = with(PairedSearch.from(now.best())).with(Optional.empty()).unscanned();
    return climbing.advice(now.best(), seen + "; " + now.best() + " had the most");
  }

  /** No comparison is under way: the next one, or a rest. */
  private Advice decided(PairedSample sample, Observation whole) {
    Optional<Integer> next = search.next();
    if (next.isEmpty()) {
      return resting(sample, whole);
    }
    int tried = next.get();
    boolean up = search.phase() == PairedSearch.Phase.UP;
    if (up && search.best() >= Sensor.clients(whole)) {
      return with(search.upTo(search.best())).decided(sample, whole);
    }
    PairedDuel begun = PairedDuel.between(search.best(), tried);
    PairedDuel now = sample.workers() == begun.home() ? begun.with(sample) : begun;
    return with(Optional.of(now)).advice(now.size(), "tries " + tried + " against " + begun.home());
  }

  private Advice compared(PairedDuel now, Observation whole) {
    PairedDuel.Outcome outcome = settings.outcome(now);
    PairedClimb after = with(Optional.of(now));
    if (outcome == PairedDuel.Outcome.OPEN) {
      return after.advice(now.size(), after.words());
    }
    boolean moves = outcome == PairedDuel.Outcome.BETTER;
    PairedSearch known = search.with(now.away(), outcome);
    PairedClimb decided =
        after.with(known).with(moves ? PairedLevel.UNKNOWN : level).with(Optional.empty());
    Optional<Integer> next = known.next();
    int size = next.isPresent() ? known.best() : known.floor();
    String what = said(now, outcome);
    if (size == whole.size().workersAsked() && next.isPresent()) {
      Advice further = decided.decided(now.before().orElseThrow(), whole);
      return new Advice(further.workers(), what + "; " + further.why(), further.next());
    }
    PairedClimb then = next.isPresent() ? decided : decided.rested(size);
    return then.advice(size, next.isPresent() ? what : what + "; holds " + size);
  }

  /** The search is over: from here on the size is held. */
  private PairedClimb rested(int size) {
    boolean unmoved = search.quick() && search.best() == size;
    return with(PairedLevel.UNKNOWN).with(rest.next(!unmoved));
  }

  private Advice resting(PairedSample sample, Observation whole) {
    PairedRest longer = rest.with(whole);
    if (longer.over(settings.againNanos())) {
      PairedSearch test = PairedSearch.test(sample.workers());
      return with(test).with(longer).decided(sample, whole);
    }
    String why =
        String.format(
            Locale.ROOT,
            "holds %d: %.1f/s, no size near it is worth more",
            sample.workers(),
            sample.throughput());
    return with(longer).advice(sample.workers(), why);
  }

  // ---- Words

  private static String said(PairedDuel now, PairedDuel.Outcome outcome) {
    return now.away()
        + " against "
        + now.home()
        + ": "
        + difference(now)
        + ", "
        + switch (outcome) {
          case OPEN -> "open";
          case BETTER -> "better";
          case EQUAL -> "no difference";
          case WORSE, MUCH_WORSE -> "worse";
        };
  }

  private static String difference(PairedDuel now) {
    return String.format(
        Locale.ROOT,
        "%+.1f %% in %d pairs",
        100 * StrictMath.expm1(now.throughput().mean()),
        now.throughput().pairs());
  }

  private String words() {
    return duel.map(now ->
            now.throughput().pairs() == 0
                ? "compares " + now.away() + " with " + now.home()
                : "compares " + now.away() + " with " + now.home() + ", " + difference(now))
        .orElse("measures");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  // ---- The next state

  private Advice advice(int size, String why) {
    long settles = size == asked ? settlesNanos : settings.settleNanos();
    return new Advice(
        size,
        why,
        new PairedClimb(settings, scan, search, duel, level, rest, collected, settles, size));
  }

  private PairedClimb searching(PairedSearch begun, int there) {
    return new PairedClimb(
        settings,
        Optional.of(PairedScan.from(there)),
        begun,
        Optional.empty(),
        PairedLevel.UNKNOWN,
        PairedRest.NONE,
        Optional.empty(),
        0,
        there);
  }

  private PairedClimb at(int there) {
    return new PairedClimb(
        settings, scan, search, duel, level, rest, Optional.empty(), settlesNanos, there);
  }

  private PairedClimb settled(long nanos) {
    return new PairedClimb(settings, scan, search, duel, level, rest, collected, nanos, asked);
  }

  private PairedClimb gathering(Optional<Observation> some) {
    return new PairedClimb(settings, scan, search, duel, level, rest, some, 0, asked);
  }

  private PairedClimb with(PairedScan other) {
    return new PairedClimb(
        settings,
        other.over() ? Optional.empty() : Optional.of(other),
        search,
        duel,
        level,
        rest,
        collected,
        settlesNanos,
        asked);
  }

  private PairedClimb unscanned() {
    return new PairedClimb(
        settings, Optional.empty(), search, duel, level, rest, collected, settlesNanos, asked);
  }

  private PairedClimb with(PairedSearch other) {
    return new PairedClimb(
        settings, scan, other, duel, level, rest, collected, settlesNanos, asked);
  }

  private PairedClimb with(Optional<PairedDuel> other) {
    return new PairedClimb(
        settings, scan, search, other, level, rest, collected, settlesNanos, asked);
  }

  private PairedClimb with(PairedLevel other) {
    return new PairedClimb(
        settings, scan, search, duel, other, rest, collected, settlesNanos, asked);
  }

  private PairedClimb with(PairedRest other) {
    return new PairedClimb(
        settings, scan, search, duel, level, other, collected, settlesNanos, asked);
  }
}
