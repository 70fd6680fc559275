package dev.flyball.policies.climb.distribution;

import dev.flyball.base.Dice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The scores for growing and for shrinking, as {@link DistributionClimb} weighs them, and the size
 * that follows.
 *
 * <p>Beside the two averages of probabilities there are these rules. A pool is small while it is
 * within four steps of its smallest size.
 *
 * <ul>
 *   <li>Low activity (an empty queue, and less than one task a second per worker or less than 75 %
 *       of the workers busy): no growth; a coin may raise shrink to 0.5.
 *   <li>The CPU above 90 %, and shrink below 0.5 in a pool that is not small: a coin may set shrink
 *       to 0.7. So high, or not known, a coin may take away a growth that rests on a coin. Where it
 *       is not known, shrink counts as with a high CPU only if it rests on a coin.
 *   <li>More than four tasks waiting per worker: a coin may take away a shrink that rests on a coin
 *       and is 0.5 or more, and set a growth that a coin denied to 0.5.
 *   <li>Growth below 0.5 is none when this size is as likely as not better than the next larger
 *       one.
 *   <li>Far sizes: where a score is not settled by the rules above, it is held against one size
 *       that lies more than two spans away (a span is four steps, or what is left to the end of the
 *       range). With n/m the whole-number ratio of the sizes and r that of the throughputs: r below
 *       1, or n/m / r above 5, says with 75 % that the smaller size does nearly as well; above 3
 *       says so with 50 %. Then shrink is 0.7, or there is no growth. The far size is the largest
 *       one known for a shrink that a coin decided, and for a weak growth; else the smallest one.
 *   <li>In a small pool, with no smaller size known, there is no average, and the source computes
 *       0/0; every comparison with that is false, so neither side wins. That is kept: only the coin
 *       of the fifth cycle moves such a pool.
 * </ul>
 *
 * @param workers the size that follows
 * @param unchanged cycles in a row without a change, with this one
 * @param why the deciding numbers
 * @param dice the state of the dice after the coins
 */
record Scores(int workers, int unchanged, Reason why, long dice) {

  private static final int SIZES_COMPARED = 4;
  private static final double COIN = 0.7;
  private static final double WINS_FROM = 0.5;
  private static final double MARGIN = 0.25;
  private static final double PER_EMPTY_CYCLE = 0.04;
  private static final double EMPTY_MAX = 0.5;
  private static final double BUSY_SHARE = 0.75;
  private static final double TASKS_PER_WORKER = 1.0;
  private static final double DEEP_QUEUE = 4;
  private static final int SPANS_FAR = 2;
  private static final double FEWER_PROBABLY = 5;
  private static final double FEWER_PERHAPS = 3;
  private static final int UNCHANGED_MAX = 5;

  /**
   * The input of a cycle.
   *
   * @param size the size that is there
   * @param here what is known of this size
   * @param steps how far one decision goes
   * @param floor the smallest size allowed
   * @param ceiling the largest size allowed
   * @param throughput this cycle's throughput, in tasks per second
   * @param queued tasks that wait
   * @param busy workers that are busy
   * @param emptyCycles cycles with an empty queue that count
   * @param unchanged cycles in a row without a change, without this one
   */
  record Situation(
      int size,
      Distribution here,
      Steps steps,
      int floor,
      int ceiling,
      double throughput,
      long queued,
      double busy,
      int emptyCycles,
      int unchanged) {

    boolean lowActivity() {
      return queued == 0 && (throughput < size * TASKS_PER_WORKER || busy < BUSY_SHARE * size);
    }

    boolean deepQueue() {
      return queued > DEEP_QUEUE * size;
    }

    boolean canGrow() {
      return size < ceiling;
    }

    boolean canShrink() {
      return size > floor;
    }

    int spanUp() {
      return (int) Math.min((long) SIZES_COMPARED * steps.up(), (long) ceiling - size);
    }

    int spanDown() {
      return (int) Math.min((long) SIZES_COMPARED * steps.down(), (long) size - floor);
    }

    boolean small() {
      return size - floor <= spanDown();
    }
  }

  /** The knowledge of the processors: whether they are nearly all busy, and whether it is known. */
  record Processors(boolean high, boolean unknown) {

    private static final double HIGH_SHARE = 0.9;

    static Processors of(Observation seen) {
      OptionalDouble host = seen.host().hostBusyCores();
      double busy = Math.max(host.orElse(0), seen.host().processBusyCores().orElse(0));
      return new Processors(busy > HIGH_SHARE * seen.host().cores(), host.isEmpty());
    }
  }

  static Scores of(Situation now, Remembered known, Processors processors, Dice coins) {
    double shrink = shrink(now, known, processors, coins);
    double grow = grow(now, known, processors, coins);
    Reason why = Reason.of("grow %s, shrink %s", text(grow), text(shrink));
    int change = beats(grow, shrink) ? now.steps().up() : 0;
    change = beats(shrink, grow) ? -now.steps().down() : change;
    int unchanged = change == 0 && now.throughput() > 0 ? now.unchanged() + 1 : 0;
    if (unchanged >= UNCHANGED_MAX) {
      unchanged = 0;
      change = forced(now, coins);
      why = why.and("no change for long, so a coin decides");
    }
    return new Scores(now.size() + change, unchanged, why, coins.state());
  }

  /** A score of 0/0 beats nothing, and is beaten by nothing. */
  private static boolean beats(double one, double other) {
    return one >= WINS_FROM && one - MARGIN > other;
  }

  private static Reason text(double score) {
    return Double.isNaN(score) ? Reason.of("nothing") : Reason.of("%.2f", score);
  }

  private static int forced(Situation now, Dice coins) {
    if (flip(coins) && now.canGrow()) {
      return now.lowActivity() ? 0 : now.steps().up();
    }
    return now.canShrink() ? -now.steps().down() : 0;
  }

  // ---- Shrinking

  private static double shrink(Situation now, Remembered known, Processors processors, Dice coins) {
    if (!now.canShrink()) {
      return 0;
    }
    Remembered.Nearby nearby = known.below(now.size(), now.floor(), now.spanDown(), SIZES_COMPARED);
    boolean coin = nearby.sizes() < SIZES_COMPARED && !now.small();
    double score = average(nearby, coin, coins);
    score += Math.min(EMPTY_MAX, PER_EMPTY_CYCLE * now.emptyCycles());
    if (score < WINS_FROM && now.lowActivity()) {
      score = flip(coins) ? WINS_FROM : score;
    }
    if (score < WINS_FROM && !now.small()) {
      if (processors.high() || (coin && processors.unknown())) {
        return flip(coins) ? COIN : score;
      }
      boolean fewer =
          coin ? largestIsWorse(now, known, coins) : smallestIsAsGood(now, known, coins);
      return fewer ? COIN : score;
    }
    return coin && now.deepQueue() && flip(coins) ? 0 : score;
  }

  // ---- Growing

  private static double grow(Situation now, Remembered known, Processors processors, Dice coins) {
    if (now.lowActivity() || !now.canGrow()) {
      return 0;
    }
    Remembered.Nearby nearby = known.above(now.size(), now.spanUp());
    boolean coin = nearby.sizes() < SIZES_COMPARED;
    double score = average(nearby, coin, coins);
    Optional<Distribution> next = known.of(now.size() + now.steps().up());
    if (score < WINS_FROM && next.isPresent() && now.here().above(next.get().mean()) >= WINS_FROM) {
      score = 0;
    }
    if ((processors.high() || processors.unknown()) && score > 0 && coin) {
      return !now.canShrink() || flip(coins) ? score : 0;
    }
    if (score == 0) {
      return coin && now.deepQueue() && flip(coins) ? WINS_FROM : 0;
    }
    if (coin) {
      return smallestIsAsGood(now, known, coins) ? 0 : score;
    }
    return score < WINS_FROM && largestIsWorse(now, known, coins) ? 0 : score;
  }

  // ---- Both

  private static double average(Remembered.Nearby nearby, boolean coin, Dice coins) {
    double drawn = coin && flip(coins) ? COIN : 0;
    return (nearby.sum() + drawn) / (nearby.sizes() + (coin ? 1 : 0));
  }

  private static boolean largestIsWorse(Situation now, Remembered known, Dice coins) {
    OptionalInt far = known.largest();
    return far.isPresent()
        && (long) far.getAsInt() - now.size() > (long) SPANS_FAR * now.spanUp()
        && leansToFewer(
            now.size(), far.getAsInt(), known.mean(far.getAsInt()) / now.here().mean(), coins);
  }

  private static boolean smallestIsAsGood(Situation now, Remembered known, Dice coins) {
    OptionalInt far = known.smallest(now.floor());
    return far.isPresent()
        && now.size() - far.getAsInt() > SPANS_FAR * now.spanDown()
        && leansToFewer(
            far.getAsInt(), now.size(), now.here().mean() / known.mean(far.getAsInt()), coins);
  }

  /**
   * Whether the smaller of two sizes is preferred, by chance.
   *
   * @param gain how many times the throughput of the smaller size the larger one brings
   */
  static boolean leansToFewer(int fewer, int more, double gain, Dice coins) {
    int times = more / fewer;
    double price = times / gain;
    if (gain < 1 || price > FEWER_PROBABLY) {
      boolean head = flip(coins);
      return !head || !flip(coins);
    }
    return price > FEWER_PERHAPS && !flip(coins);
  }

  private static boolean flip(Dice coins) {
    return coins.below(2) == 1;
  }
}
