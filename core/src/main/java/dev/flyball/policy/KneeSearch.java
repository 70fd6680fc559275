package dev.flyball.policy;

import static dev.flyball.policy.Require.atLeast;

import java.util.List;
import java.util.Optional;

/**
 * The search for the knee of throughput, while something behind the workers is the limit.
 *
 * <p>Only while tasks wait, all workers are busy and the processors are not the limit does
 * throughput say something about the size. Then:
 *
 * <ul>
 *   <li><b>Up</b> ({@link KneeAscent}), until throughput levels off: in large steps, each of which
 *       must have paid before the next.
 *   <li><b>Between</b>, from then on: the smallest size that gets all but a small share of the best
 *       throughput done ({@link KneeCurve#knee}), with a measured size below it and one above; ties
 *       go to fewer workers.
 *   <li><b>Held</b>, its neighbours are tested by turns, 2, 0.8, 1.25 and 0.8 times as many
 *       workers, after 3 s, 6 s and so on up to 96 s.
 * </ul>
 *
 * <p>While tasks do not wait nothing is searched; the knee that was found bounds the size as long
 * as it is remembered, which is a minute, or ten times as long as from its first reading to its
 * last.
 *
 * <p>When, before any size was changed, tasks take twice as long as while all was calm, though
 * hardly more of them run, it is not the size's doing: what was known is forgotten.
 *
 * @param givenUp the share of the best throughput that is not worth more workers
 * @param travel how many times as many workers are tried at a time
 * @param byWork whether work is counted in the reference times of the kinds, or in tasks
 * @param curve what is known
 * @param calm what tasks were like while none waited
 * @param visit the stay at the present size
 * @param saturation since when tasks wait
 * @param proven the largest size at which tasks have ended; forgotten with a time constant of 60 s
 * @param advised the size that was advised last
 * @param limited whether throughput has been seen to level off
 * @param probe the size that is being measured on purpose
 * @param hold the size that is held
 */
record KneeSearch(
    double givenUp,
    double travel,
    boolean byWork,
    KneeCurve curve,
    KneeCalm calm,
    KneeVisit visit,
    Saturation saturation,
    double proven,
    int advised,
    boolean limited,
    Probe probe,
    Hold hold) {

  private static final double PROVEN_MEMORY_NANOS = 60e9;
  private static final double PROBE_SECONDS_MAX = 30;
  private static final int PROBE_BATCHES = 6;
  private static final int MOVE_BATCHES = 4;

  /**
   * Since when tasks wait without a break.
   *
   * @param sinceNanos since when; 0 for not at all
   * @param strange for how many windows tasks have taken too long for so few of them
   */
  record Saturation(long sinceNanos, int strange) {
    static final Saturation NONE = new Saturation(0, 0);
    static final int STRANGE = 2;

    private static final double LASTING_NANOS = 1e9;

    boolean none() {
      return sinceNanos == 0;
    }

    /** Whether it is more than a moment's queue. */
    boolean lasts(long nowNanos) {
      return !none() && nowNanos - sinceNanos >= LASTING_NANOS;
    }
  }

  /**
   * A size that is measured on purpose, and until it has how many batches.
   *
   * @param workers the size
   * @param batches so many
   */
  record Probe(int workers, int batches) {
    static final Probe NONE = new Probe(0, 0);
  }

  /**
   * A size that is held.
   *
   * @param workers the size; 0 for none
   * @param sinceNanos since the last test of a neighbour
   * @param tests how many tests have left it where it is
   */
  record Hold(int workers, long sinceNanos, int tests) {
    static final Hold NONE = new Hold(0, 0, 0);
    private static final double FIRST_TEST_NANOS = 3e9;
    private static final int DOUBLINGS_MAX = 5;

    /** The last test of a round of four; the next one is the first of a round again. */
    private static final int ROUNDS_END = 11;

    boolean at(int size) {
      return workers > 0 && Math.abs(size - workers) <= Math.max(1, 0.1 * workers);
    }

    boolean due(long nowNanos) {
      return nowNanos - sinceNanos > FIRST_TEST_NANOS * (1 << Math.min(DOUBLINGS_MAX, tests));
    }

    /** Another size is held; what was found wrong is tested sooner. */
    Hold moved(int size, long nowNanos) {
      return new Hold(size, nowNanos, Math.max(0, Math.min(DOUBLINGS_MAX, tests) - 2));
    }

    Hold tested(long nowNanos) {
      return new Hold(workers, nowNanos, tests < ROUNDS_END ? tests + 1 : ROUNDS_END - 3);
    }

    /** The neighbour whose turn it is: far above, below, above, below. */
    int neighbour() {
      return switch (tests % 4) {
        case 0 -> Workers.sum(workers, workers);
        case 2 -> Workers.roundedUp(1.25 * workers);
        default -> Workers.roundedDown(0.8 * workers);
      };
    }
  }

  /**
   * What the search makes of a wanted size.
   *
   * @param workers the size
   * @param why the reason
   * @param next the search to go on with
   */
  record Move(int workers, Reason why, KneeSearch next) {
    private static final Reason UNHINDERED = Reason.of("as wanted");

    static Move unhindered(int wanted, KneeSearch next) {
      return new Move(wanted, UNHINDERED, next);
    }
  }

  KneeSearch {
    atLeast("advised", 0, advised);
  }

  static KneeSearch of(double givenUp, double travel, boolean byWork) {
    return new KneeSearch(
        givenUp,
        travel,
        byWork,
        KneeCurve.UNKNOWN,
        KneeCalm.UNKNOWN,
        KneeVisit.NONE,
        Saturation.NONE,
        0,
        0,
        false,
        Probe.NONE,
        Hold.NONE);
  }

  // ---- What is learned

  /** After one more window. */
  KneeSearch with(Observation seen) {
    long now = seen.window().endNanos();
    if (visit.workers() > 0 && now < visit.sinceNanos()) {
      return of(givenUp, travel, byWork).with(seen); // the clock began anew, as after a restart
    }
    KneeVisit stay = visit.with(seen, calm.seconds(), byWork);
    Saturation since = isBehind(seen) ? saturated(seen, stay) : Saturation.NONE;
    boolean strange = since.strange() >= Saturation.STRANGE;
    KneeCurve known = strange ? KneeCurve.UNKNOWN : curve;
    KneeCalm calmNow = strange ? KneeCalm.UNKNOWN : calm;
    if (since.none()) {
      boolean calmSeen = !KneeVisit.shrinking(seen) && !cpuIsShort(seen);
      calmNow = calmSeen ? calmNow.with(seen, byWork) : calmNow;
      stay = stay.gathered(KneeBatch.EMPTY);
    } else if (stay.settled() && visit.settled() && visit.workers() == stay.workers()) {
      KneeBatch batch = stay.batch().with(seen, byWork);
      known =
          batch.full() && batch.steady()
              ? known.with(stay.workers(), batch.slowness(), now)
              : known;
      stay = stay.gathered(batch.full() ? KneeBatch.EMPTY : batch);
    }
    return learned(known.fresh(now), calmNow, stay, since, seen);
  }

  private KneeSearch learned(
      KneeCurve known, KneeCalm calmNow, KneeVisit stay, Saturation since, Observation seen) {
    double faded = proven * StrictMath.exp(-seen.window().lengthNanos() / PROVEN_MEMORY_NANOS);
    boolean ended = stay.tasks() > 0 && stay.tasks() >= seen.size().busyMean();
    boolean proves = proven == 0 || ended;
    boolean stays = limited && !since.none() && known.told().size() > 1;
    boolean lasts = since.lasts(seen.window().endNanos());
    boolean level =
        ((lasts || limited) && known.levelsOff()) || (stays && !known.scalesFrom(hold.workers()));
    return new KneeSearch(
        givenUp,
        travel,
        byWork,
        known,
        calmNow,
        stay,
        since,
        proves ? Math.max(faded, stay.workers()) : faded,
        advised,
        level,
        probe,
        hold);
  }

  /** Whether tasks wait, all workers are busy, and it is not for want of a processor. */
  private static boolean isBehind(Observation seen) {
    double there = Math.min(seen.size().workersAsked(), seen.size().workersMean());
    boolean waits = seen.size().queuedMean() > 0 && seen.size().queuedAtEnd() > 0;
    return waits && seen.size().busyMean() >= 0.9 * there && !cpuIsShort(seen);
  }

  private static boolean cpuIsShort(Observation seen) {
    double ready = seen.times().runQueueWaitNanosSum().orElse(0);
    double used = seen.host().processBusyCores().orElse(0);
    return ready > 0.2 * seen.busyNanos() || used > CpuLimit.BUSY_SHARE * seen.host().cores();
  }

  private Saturation saturated(Observation seen, KneeVisit stay) {
    long since = saturation.none() ? seen.window().endNanos() : saturation.sinceNanos();
    boolean moved = stay.sinceNanos() > since;
    if (moved || !calm.known() || stay.workers() >= 2 * calm.workers()) {
      return new Saturation(since, 0);
    }
    double work = KneeBatch.work(seen, byWork);
    if (work == 0) {
      return new Saturation(since, saturation.strange());
    }
    boolean slow = seen.times().serviceNanosSum() / work > 2 * calm.slowness();
    return new Saturation(since, slow ? saturation.strange() + 1 : 0);
  }

  // ---- What is done

  /** What to make of a wanted size, after {@link #with} that window. */
  Move move(Observation seen, int wanted) {
    Move move = decided(seen, wanted);
    return new Move(move.workers(), move.why(), move.next().advising(move.workers()));
  }

  private Move decided(Observation seen, int wanted) {
    if (saturation.none()) {
      return bounded(wanted);
    }
    if (wanted < visit.workers()) {
      return Move.unhindered(wanted, this);
    }
    return limited
        ? between(seen.window().endNanos(), wanted)
        : new KneeAscent(this, seen.window().endNanos(), wanted).move();
  }

  private Move bounded(int wanted) {
    double reach = Math.max(visit.workers(), travel * travel * Math.max(1, proven));
    int most = Workers.rounded(reach);
    if (limited) {
      most = Math.min(most, Workers.roundedUp(curve.knee(givenUp)));
    }
    return wanted <= most
        ? Move.unhindered(wanted, this)
        : stay(most, "behind: %d workers at most, no more have paid", most);
  }

  private Move between(long now, int wanted) {
    int size = visit.workers();
    if (size == probe.workers()
        && curve.batchesAt(size) < probe.batches()
        && visit.seconds(now) < PROBE_SECONDS_MAX) {
      return stay(size, "behind: measures %d workers", size);
    }
    int knee = Workers.rounded(Math.min(wanted, curve.knee(givenUp)));
    List<KneeReading> below = curve.below(knee);
    List<KneeReading> above = curve.above(knee);
    int lower = Workers.roundedDown(knee * (below.isEmpty() ? 0.5 : 0.7));
    boolean lowerUnknown = below.isEmpty() || last(below).workers() < knee / 2.3;
    if (knee > 1 && lowerUnknown && lower != probe.workers()) {
      return probing(lower, PROBE_BATCHES);
    }
    int higher = Math.min(wanted, Workers.roundedUp(1.3 * knee));
    boolean higherUnknown = above.isEmpty() || above.get(0).workers() > 2.3 * knee;
    if (wanted > 1.15 * knee && higherUnknown && higher != probe.workers()) {
      return probing(higher, PROBE_BATCHES);
    }
    if (Math.abs(size - knee) > Math.max(0.9, 0.07 * knee)) {
      return probing(knee, MOVE_BATCHES);
    }
    return held(now, wanted);
  }

  private Move held(long now, int wanted) {
    int size = visit.workers();
    if (!hold.at(size)) {
      return holding(hold.moved(size, now));
    }
    if (!hold.due(now)) {
      return holding(hold);
    }
    int neighbour = Math.min(wanted, hold.neighbour());
    int batches = curve.batchesAt(neighbour) + PROBE_BATCHES;
    return with(hold.tested(now)).probing(neighbour, batches);
  }

  private Move holding(Hold kept) {
    int size = visit.workers();
    return with(kept)
        .stay(size, "behind: %d workers get all done that is to be had, and tasks wait", size);
  }

  private Move probing(int size, int batches) {
    return with(new Probe(size, batches)).stay(size, "behind: tries %d workers", size);
  }

  /** The move to a size, for a reason and its figures. */
  Move stay(int size, String why, Object... figures) {
    return new Move(size, Reason.of(why, figures), this);
  }

  private static KneeReading last(List<KneeReading> readings) {
    return readings.get(readings.size() - 1);
  }

  /** What is known of the present size. */
  Optional<KneeReading> here() {
    return curve.at(visit.workers());
  }

  private KneeSearch advising(int size) {
    return new KneeSearch(
        givenUp,
        travel,
        byWork,
        curve,
        calm,
        visit,
        saturation,
        proven,
        size,
        limited,
        probe,
        hold);
  }

  private KneeSearch with(Probe other) {
    return new KneeSearch(
        givenUp,
        travel,
        byWork,
        curve,
        calm,
        visit,
        saturation,
        proven,
        advised,
        limited,
        other,
        hold);
  }

  KneeSearch with(Hold other) {
    return new KneeSearch(
        givenUp,
        travel,
        byWork,
        curve,
        calm,
        visit,
        saturation,
        proven,
        advised,
        limited,
        probe,
        other);
  }
}
