package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PerTask;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Workloads of 64 connections each that take turns, on a target that tells what MariaDB tells, with
 * and without what a task asks for. What is looked at is the share of the best throughput that the
 * sizes of a visit have, by the curve.
 */
class RecallTurnsTest {

  private static final int CLIENTS = 64;

  /**
   * A workload.
   *
   * @param knee its best size
   * @param best what it does there, per second
   * @param selects the share of its statements that are selects
   */
  private record Load(int knee, double best, double selects) {

    double share(double size) {
      return size <= knee ? size / knee : StrictMath.sqrt(knee / size);
    }
  }

  private static final Load POINTS = new Load(6, 6_000, 1);
  private static final Load MIXED = new Load(32, 6_000, 0.7);

  /** How a policy is asked: its specification, open for one more parameter, and its window. */
  enum Climb {
    PAIRED("paired-climb(fewer=true", 0.25, 960),
    WAVE("wave-climb(min-throughput=0,average=4,eps=2,min-magnitude=4", 2, 400);

    private final String specification;
    private final double seconds;
    private final int visit;

    Climb(String specification, double seconds, int visit) {
      this.specification = specification;
      this.seconds = seconds;
      this.visit = visit;
    }

    SizingPolicy policy(boolean recall) {
      return Policies.parse(specification + (recall ? ",recall=true)" : ")"))
          .within(Limits.of(1, CLIENTS));
    }
  }

  /**
   * What became of a policy: the share of the best, window by window, and how often it recalled.
   */
  private record Turns(List<Double> shares, int recalls, SizingPolicy last, int size) {

    double mean(int from, int to) {
      return shares.subList(from, to).stream().mapToDouble(share -> share).average().orElseThrow();
    }

    double visit(int number, int length) {
      return mean(number * length, (number + 1) * length);
    }
  }

  private static Turns run(
      Climb climb,
      SizingPolicy policy,
      int from,
      int to,
      IntFunction<Load> loads,
      boolean demands,
      double noise,
      long seed) {
    Dice dice = new Dice(seed);
    List<Double> shares = new ArrayList<>();
    SizingPolicy asked = policy;
    int size = 2;
    int recalls = 0;
    for (int window = from; window < to; window++) {
      Load load = loads.apply(window);
      shares.add(load.share(size));
      double factor = Math.max(0.1, 1 + noise * dice.nextNormal());
      var advice = asked.advise(seen(climb, load, window, size, factor, demands));
      recalls += advice.why().startsWith("workload known") ? 1 : 0;
      asked = advice.next();
      size = advice.workers();
    }
    return new Turns(shares, recalls, asked, size);
  }

  private static Observation seen(
      Climb climb, Load load, int window, int size, double factor, boolean demands) {
    long tasks = Math.round(climb.seconds * load.best() * load.share(size) * factor);
    double busy = Math.min(size, CLIENTS);
    Observation seen =
        Seen.idle()
            .at(climb.seconds * window, climb.seconds)
            .workers(size)
            .busy(busy)
            .queue(CLIENTS - busy, (long) (CLIENTS - busy))
            .flow(tasks, tasks, tasks)
            .service(climb.seconds * busy)
            .waits(climb.seconds * (CLIENTS - busy))
            .signal(Signals.CONNECTIONS, CLIENTS)
            .build();
    return demands
        ? seen.toBuilder()
            .perTask(
                PerTask.of(
                    Map.of("selects", load.selects(), "writes", 1 - load.selects()), Map.of()))
            .build()
        : seen;
  }

  private static Turns turns(
      Climb climb, boolean recall, List<Load> loads, int visits, boolean demands, double noise) {
    return run(
        climb,
        climb.policy(recall),
        0,
        visits * climb.visit,
        window -> loads.get(window / climb.visit % loads.size()),
        demands,
        noise,
        11);
  }

  /** Once a loop: each size that was not remembered threw the search back, for ever. */
  @ParameterizedTest
  @CsvSource({
    "PAIRED, false, 0",
    "PAIRED, false, 0.05",
    "PAIRED, true, 0",
    "PAIRED, true, 0.05",
    "WAVE, false, 0",
    "WAVE, false, 0.05",
    "WAVE, true, 0",
    "WAVE, true, 0.05"
  })
  void theSecondVisitLosesNothingAndLaterOnesAreQuick(Climb climb, boolean demands, double noise) {
    List<Load> loads = List.of(POINTS, MIXED);
    Turns with = turns(climb, true, loads, 6, demands, noise);
    Turns without = turns(climb, false, loads, 6, demands, noise);
    assertThat(with.visit(1, climb.visit))
        .isGreaterThanOrEqualTo(without.visit(1, climb.visit) - 0.01);
    for (int visit = 2; visit < 6; visit++) {
      assertThat(with.visit(visit, climb.visit))
          .as("visit %d", visit)
          .isGreaterThan(without.visit(visit, climb.visit))
          .isGreaterThan(0.95);
    }
    assertThat(with.recalls()).isEqualTo(4);
  }

  /** At up to 6 workers the two do the same, so only what a task asks for tells them apart. */
  @ParameterizedTest
  @CsvSource({"PAIRED, 0", "PAIRED, 0.1", "WAVE, 0", "WAVE, 0.1"})
  void demandsTellWhatNoSizeDoes(Climb climb, double noise) {
    List<Load> loads = List.of(new Load(6, 1_200, 1), new Load(32, 6_400, 0.7));
    Turns with = turns(climb, true, loads, 6, true, noise);
    for (int visit = 2; visit < 6; visit++) {
      assertThat(with.visit(visit, climb.visit)).as("visit %d", visit).isGreaterThan(0.88);
      int begin = visit * climb.visit;
      assertThat(with.mean(begin + 3, begin + 10)).as("visit %d", visit).isGreaterThan(0.88);
    }
  }

  @ParameterizedTest
  @CsvSource({"PAIRED, 0", "PAIRED, 0.05", "WAVE, 0", "WAVE, 0.05"})
  void threeWorkloadsAreKeptApart(Climb climb, double noise) {
    List<Load> loads =
        List.of(new Load(4, 4_000, 1), new Load(16, 3_000, 0.7), new Load(48, 5_000, 0.1));
    Turns with = turns(climb, true, loads, 9, true, noise);
    for (int visit = 3; visit < 9; visit++) {
      int begin = visit * climb.visit;
      assertThat(with.mean(begin + 3, begin + 30)).as("visit %d", visit).isGreaterThan(0.9);
    }
    assertThat(with.recalls()).isEqualTo(6);
  }

  /** Its best size and what it does there move by a factor of four or five within the run. */
  @ParameterizedTest
  @CsvSource({"PAIRED, 0", "PAIRED, 0.05", "WAVE, 0", "WAVE, 0.05"})
  void aWorkloadThatDriftsIsNotTakenForAnother(Climb climb, double noise) {
    int windows = 6_000;
    IntFunction<Load> drifting =
        window -> {
          double gone = (double) window / windows;
          return new Load((int) Math.round(6 + 26 * gone), 6_000 - 4_500 * gone, 1);
        };
    Turns with = run(climb, climb.policy(true), 0, windows, drifting, true, noise, 3);
    Turns without = run(climb, climb.policy(false), 0, windows, drifting, true, noise, 3);
    assertThat(with.recalls()).isZero();
    assertThat(with.mean(0, windows)).isGreaterThanOrEqualTo(without.mean(0, windows) - 0.001);
  }

  /** It does two fifths of what it did, for six seconds of each 25, and wants the same size. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0.05, 2", "0.1, 3"})
  void aMachineThatIsSlowForAWhileIsNotAnotherWorkload(double noise, long seed) {
    Climb climb = Climb.PAIRED;
    int visits = 6;
    IntFunction<Load> slowAtTimes =
        window -> {
          Load load = window / climb.visit % 2 == 0 ? POINTS : MIXED;
          double machine = window % 100 >= 70 && window % 100 < 94 ? 0.4 : 1;
          return new Load(load.knee(), machine * load.best(), load.selects());
        };
    Turns with =
        run(climb, climb.policy(true), 0, visits * climb.visit, slowAtTimes, true, noise, seed);
    assertThat(with.recalls()).as("once in each visit of one that is known").isEqualTo(visits - 2);
  }

  /**
   * A stationary workload that looks like one of two remembered ones at each of their sizes, and is
   * neither: there are as many recalls as the pauses allow, which double, and the search ends.
   */
  @ParameterizedTest
  @CsvSource({"PAIRED", "WAVE"})
  void nothingIsRecalledForEverWhileTheWorkloadIsTheSame(Climb climb) {
    Load small = new Load(6, 6_000, 1);
    Load large = new Load(48, 6_000, 1);
    int learned = 4 * climb.visit;
    Turns before =
        run(
            climb,
            climb.policy(true),
            0,
            learned,
            window -> window / climb.visit % 2 == 0 ? small : large,
            false,
            0,
            5);
    int windows = 4_000;
    Load between = new Load(16, 6_000, 1);
    Turns then =
        run(climb, before.last(), learned, learned + windows, window -> between, false, 0.05, 6);
    assertThat(then.recalls()).isLessThanOrEqualTo(8); // log2(4000 / 10)
    assertThat(then.mean(windows / 2, windows)).isGreaterThan(0.94);
  }

  @Test
  void aWorkloadThatIsNotNoticedIsSearchedFor() {
    Climb climb = Climb.WAVE;
    List<Load> loads = List.of(new Load(6, 1_200, 1), new Load(32, 6_400, 0.7));
    assertThat(turns(climb, false, loads, 2, true, 0).visit(1, climb.visit)).isLessThan(0.3);
    assertThat(turns(climb, true, loads, 2, true, 0).visit(1, climb.visit)).isGreaterThan(0.8);
  }
}
