package dev.flyball.sim.race.goodput;

import dev.flyball.admission.Importance;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.PoolOutcome;
import dev.flyball.sim.PoolOutcome.KindAccount;
import dev.flyball.sim.PoolOutcome.SecondAccount;
import dev.flyball.sim.race.Lap;
import dev.flyball.sim.race.Score;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The figures of a run that a goodput race judges it by, beside the run of the oracle with the same
 * seed. Several pools count as one.
 *
 * @param goodShare tasks that ended well within their deadline, as a share of those offered
 * @param oracleGoodShare the same of the oracle
 * @param turnedAwayShare tasks turned away, when they came or later, as a share of those offered
 * @param needlessShare tasks turned away that came in a second in which the oracle turned none
 *     away, as a share of those offered
 * @param goodByClass the goodput of each class that had tasks
 * @param responseP99Seconds the 99th percentile from arrival to end of the tasks that ended; NaN
 *     where none did
 * @param recoverySeconds from the last change of the scenario to the second from which on, up to
 *     the end, the goodput was {@value #RECOVERED} of the oracle's; all that is left where there is
 *     no such second, and NaN where nothing changes
 * @param workersMean workers alive, averaged over the run
 */
record GoodputScore(
    double goodShare,
    double oracleGoodShare,
    double turnedAwayShare,
    double needlessShare,
    SortedMap<Importance, Double> goodByClass,
    double responseP99Seconds,
    double recoverySeconds,
    double workersMean) {

  /** The share of the oracle's goodput at which a run has recovered. */
  static final double RECOVERED = 0.99;

  GoodputScore {
    goodByClass = Collections.unmodifiableSortedMap(new TreeMap<>(goodByClass));
  }

  /** The score of a lap beside the oracle's lap with the same seed. */
  static GoodputScore of(Lap lap, Lap oracle) {
    List<SecondAccount> seconds = seconds(lap.outcome());
    List<SecondAccount> best = seconds(oracle.outcome());
    double offered = Math.max(1, lap.outcome().offered());
    Score score = lap.score();
    return new GoodputScore(
        score.goodShare(),
        oracle.score().goodShare(),
        seconds.stream().mapToLong(SecondAccount::turnedAway).sum() / offered,
        needless(seconds, best) / offered,
        goodByClass(lap.scenario(), lap.outcome()),
        score.responseP99Seconds(),
        recoverySeconds(lap.scenario(), seconds, best),
        score.workersMean());
  }

  private static List<SecondAccount> seconds(Outcome outcome) {
    List<SecondAccount> sums = new ArrayList<>();
    for (PoolOutcome pool : outcome.pools()) {
      List<SecondAccount> seconds = pool.account().seconds();
      for (int second = 0; second < seconds.size(); second++) {
        if (second == sums.size()) {
          sums.add(SecondAccount.NONE);
        }
        sums.set(second, sums.get(second).plus(seconds.get(second)));
      }
    }
    return sums;
  }

  /** The account of a second; clients that think may come in other seconds than the oracle's do. */
  private static SecondAccount at(int second, List<SecondAccount> seconds) {
    return second < seconds.size() ? seconds.get(second) : SecondAccount.NONE;
  }

  static long needless(List<SecondAccount> seconds, List<SecondAccount> best) {
    long needless = 0;
    for (int second = 0; second < seconds.size(); second++) {
      needless += at(second, best).turnedAway() == 0 ? seconds.get(second).turnedAway() : 0;
    }
    return needless;
  }

  private static SortedMap<Importance, Double> goodByClass(Scenario scenario, Outcome outcome) {
    SortedMap<Importance, long[]> sums = new TreeMap<>(); // good, offered
    for (int pool = 0; pool < scenario.pools().size(); pool++) {
      List<Kind> kinds = scenario.pools().get(pool).kinds();
      List<KindAccount> accounts = outcome.pools().get(pool).account().kinds();
      for (int kind = 0; kind < kinds.size(); kind++) {
        long[] sum = sums.computeIfAbsent(kinds.get(kind).importance(), any -> new long[2]);
        sum[0] += accounts.get(kind).good();
        sum[1] += accounts.get(kind).offered();
      }
    }
    SortedMap<Importance, Double> shares = new TreeMap<>();
    sums.forEach((importance, sum) -> {
      if (sum[1] > 0) {
        shares.put(importance, (double) sum[0] / sum[1]);
      }
    });
    return shares;
  }

  /**
   * Sums up to the end are compared, and not single seconds: of a few dozen tasks in a second one
   * that happens to be long is more than a hundredth.
   */
  static double recoverySeconds(
      Scenario scenario, List<SecondAccount> seconds, List<SecondAccount> best) {
    long turnNanos = lastTurnNanos(scenario);
    if (turnNanos == 0) {
      return Double.NaN;
    }
    int from = (int) (turnNanos / 1_000_000_000);
    int to = Math.max(seconds.size(), best.size());
    long[] good = goodUntilTheEnd(seconds, from, to);
    long[] possible = goodUntilTheEnd(best, from, to);
    int second = from;
    while (second < to && good[second - from] < RECOVERED * possible[second - from]) {
      second++;
    }
    return Math.max(0, Math.min(second, scenario.lengthNanos() / 1e9) - turnNanos / 1e9);
  }

  /** For each second from the first on, what came in it or later and was done in time. */
  private static long[] goodUntilTheEnd(List<SecondAccount> seconds, int from, int to) {
    long[] sums = new long[Math.max(0, to - from) + 1];
    for (int second = to - 1; second >= from; second--) {
      sums[second - from] = sums[second - from + 1] + at(second, seconds).good();
    }
    return sums;
  }

  /** The last moment at which arrivals or the world change; 0 where they never do. */
  static long lastTurnNanos(Scenario scenario) {
    LongStream phases =
        scenario.pools().stream()
            .map(Pool::phases)
            .flatMap(List::stream)
            .mapToLong(phase -> phase.fromNanos());
    LongStream changes = scenario.changes().stream().mapToLong(change -> change.atNanos());
    return Stream.of(phases, changes).flatMapToLong(each -> each).max().orElse(0);
  }
}
