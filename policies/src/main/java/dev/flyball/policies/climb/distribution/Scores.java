package dev.flyball.policies.climb.distribution;

import dev.flyball.base.Dice;
import dev.flyball.base.Workers;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * The scores for growing and for shrinking, as {@link DistributionClimb} weighs them, and the size
 * that follows.
 *
 * <p>Beside the two averages of probabilities there are these rules:
 *
 * <ul>
 *   <li>Low activity (an empty queue, and less than one task a second per worker or less than 75 %
 *       of the workers busy): no growth; a coin may set shrink to 0.5.
 *   <li>The CPU above 90 %: a coin may set shrink to 0.7. So high, or not known, a coin may take
 *       away a growth that rests on a coin.
 *   <li>More than four tasks waiting per worker: a coin may take away a shrink that rests on a
 *       coin, and set a growth that a coin denied to 0.5.
 *   <li>Growth below 0.5 is none when this size is as likely as not better than the next larger
 *       one.
 *   <li>Far sizes: the smallest size known, with n/m the whole-number ratio of the sizes and r that
 *       of the throughputs: above n/m / r = 5 shrink is 0.7, above 3 there is no growth. Much fewer
 *       workers do nearly as much.
 *   <li>Near the smallest size, with no smaller size known, there is no average, and the source
 *       computes 0/0; every comparison with that is false, so neither side wins. That is kept: only
 *       the coin of the fifth cycle moves such a pool.
 * </ul>
 *
 * @param workers the size that follows
 * @param why the deciding numbers
 * @param dice the state of the dice after the coins
 */
record Scores(int workers, Reason why, long dice) {

  private static final int SIZES_COMPARED = 4;
  private static final double COIN = 0.7;
  private static final double WINS_FROM = 0.5;
  private static final double MARGIN = 0.25;
  private static final double PER_EMPTY_CYCLE = 0.04;
  private static final double EMPTY_MAX = 0.5;
  private static final double BUSY_SHARE = 0.75;
  private static final double TASKS_PER_WORKER = 1.0;
  private static final double DEEP_QUEUE = 4;
  private static final double FAR_SHRINK = 5;
  private static final double FAR_NO_GROWTH = 3;

  /**
   * The input of a cycle.
   *
   * @param size the size that is there
   * @param here what is known of this size
   * @param step how far one decision goes
   * @param floor the smallest size allowed
   * @param ceiling the largest size allowed
   * @param throughput this cycle's throughput, in tasks per second
   * @param queued tasks that wait
   * @param busy workers that are busy
   * @param emptyCycles cycles with an empty queue that count
   * @param stuck whether nothing changed for so long that a coin is to decide
   */
  record Situation(
      int size,
      Distribution here,
      int step,
      int floor,
      int ceiling,
      double throughput,
      long queued,
      double busy,
      int emptyCycles,
      boolean stuck) {

    boolean lowActivity() {
      return queued == 0 && (throughput < size * TASKS_PER_WORKER || busy < BUSY_SHARE * size);
    }

    boolean deepQueue() {
      return queued > DEEP_QUEUE * size;
    }

    boolean nearFloor() {
      return size - (double) SIZES_COMPARED * step < floor;
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

  /** A score that may rest on a coin; no value where there was nothing to average. */
  private record Score(OptionalDouble value, boolean coin) {

    Score of(double other) {
      return new Score(OptionalDouble.of(other), coin);
    }

    boolean below(double bound) {
      return value.isPresent() && value.getAsDouble() < bound;
    }

    boolean beats(Score other) {
      return value.isPresent()
          && other.value.isPresent()
          && value.getAsDouble() >= WINS_FROM
          && value.getAsDouble() - MARGIN > other.value.getAsDouble();
    }

    Reason text() {
      return value.isEmpty() ? Reason.of("nothing") : Reason.of("%.2f", value.getAsDouble());
    }
  }

  static Scores of(
      Situation now, SortedMap<Integer, Distribution> known, Processors processors, Dice coins) {
    Score shrink = shrink(now, known, processors, coins);
    Score grow = grow(now, known, processors, coins);
    Reason scores = Reason.of("grow %s, shrink %s", grow.text(), shrink.text());
    if (grow.beats(shrink)) {
      return new Scores(larger(now), scores, coins.state());
    }
    if (shrink.beats(grow)) {
      return new Scores(smaller(now), scores, coins.state());
    }
    if (!now.stuck()) {
      return new Scores(now.size(), scores, coins.state());
    }
    boolean up = flip(coins);
    int to = up ? (now.lowActivity() ? now.size() : larger(now)) : smaller(now);
    return new Scores(to, scores.and("no change for long, so a coin decides"), coins.state());
  }

  private static Score shrink(
      Situation now, SortedMap<Integer, Distribution> known, Processors processors, Dice coins) {
    if (now.size() <= now.floor()) {
      return new Score(OptionalDouble.of(0), false);
    }
    List<Distribution> smaller = List.copyOf(known.headMap(now.size()).values());
    int compared = Math.min(SIZES_COMPARED, smaller.size());
    List<Distribution> nearest = smaller.subList(smaller.size() - compared, smaller.size());
    double sum = sumAbove(nearest, now.here().mean());
    boolean coin = compared < SIZES_COMPARED && !now.nearFloor();
    if (coin) {
      sum += flip(coins) ? COIN : 0;
      compared++;
    }
    Score score = new Score(average(sum, compared), coin);
    if (score.value().isPresent()) {
      double empty = Math.min(EMPTY_MAX, PER_EMPTY_CYCLE * now.emptyCycles());
      score = score.of(score.value().getAsDouble() + empty);
    }
    if (score.below(WINS_FROM) && now.lowActivity() && flip(coins)) {
      score = score.of(WINS_FROM);
    }
    if (score.below(COIN) && processors.high() && flip(coins)) {
      score = score.of(COIN);
    }
    if (farRatio(now, known) > FAR_SHRINK) {
      score = score.of(COIN);
    }
    if (score.coin() && now.deepQueue() && flip(coins)) {
      score = score.of(0);
    }
    return score;
  }

  private static Score grow(
      Situation now, SortedMap<Integer, Distribution> known, Processors processors, Dice coins) {
    if (now.lowActivity() || now.size() >= now.ceiling()) {
      return new Score(OptionalDouble.of(0), false);
    }
    Distribution here = now.here();
    List<Distribution> larger = List.copyOf(known.tailMap(Workers.moved(now.size(), 1)).values());
    int compared = Math.min(SIZES_COMPARED, larger.size());
    double sum = sumAbove(larger.subList(0, compared), here.mean());
    boolean coin = compared < SIZES_COMPARED;
    if (coin) {
      sum += flip(coins) ? COIN : 0;
      compared++;
    }
    Score score = new Score(average(sum, compared), coin);
    Distribution next = known.get(larger(now));
    if (score.below(WINS_FROM) && next != null && here.above(next.mean()) >= WINS_FROM) {
      score = score.of(0);
    }
    if (coin && (processors.high() || processors.unknown()) && flip(coins)) {
      score = score.of(0);
    }
    if (coin && score.value().orElse(1) == 0 && now.deepQueue() && flip(coins)) {
      score = score.of(WINS_FROM);
    }
    return farRatio(now, known) > FAR_NO_GROWTH ? score.of(0) : score;
  }

  /** How many times more workers than the smallest size known, for each time more throughput. */
  private static double farRatio(Situation now, SortedMap<Integer, Distribution> known) {
    int sizes = now.size() / known.firstKey();
    return sizes * known.values().iterator().next().mean() / now.here().mean();
  }

  /** The probabilities of bringing more than a throughput, summed over some sizes. */
  private static double sumAbove(List<Distribution> sizes, double throughput) {
    double sum = 0;
    for (Distribution size : sizes) {
      sum += size.above(throughput);
    }
    return sum;
  }

  private static OptionalDouble average(double sum, int count) {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
  }

  private static int larger(Situation now) {
    return Math.max(now.size(), Math.min(now.ceiling(), Workers.moved(now.size(), now.step())));
  }

  private static int smaller(Situation now) {
    return Math.min(now.size(), Math.max(now.floor(), Workers.moved(now.size(), -now.step())));
  }

  private static boolean flip(Dice coins) {
    return coins.below(2) == 1;
  }
}
