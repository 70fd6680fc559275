package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.measure.KindProfile;
import dev.flyball.policy.Observation;
import dev.flyball.sim.Contender.Sizer;
import dev.flyball.sim.scenario.Kind;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import dev.flyball.sim.scenario.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What holds of work counted in the reference service times of its kinds. */
final class ReferenceWorkPropertyTest {

  private static final int CASES = 20;
  private static final int TASKS = 400;
  private static final long MILLI = 1_000_000;
  private static final Scenario MIX_FLIP = Scenarios.named("mix-flip");
  private static final Scenario MIX_FLIP_WITH_ROOM = withRoom(MIX_FLIP);

  @Test
  void anotherMixIsNotAnotherSpeed() {
    forAllMixFlips(
        MIX_FLIP_WITH_ROOM,
        windows -> {
          assertThat(flip(windows, Figures::meanServiceSeconds)).isGreaterThan(4);
          assertThat(flip(windows, Figures::inflation)).isCloseTo(1, within(0.005));
          assertThat(windows.subList(2, 60))
              .extracting(seen -> seen.inflation().orElseThrow())
              .allSatisfy(inflation -> assertThat(inflation).isCloseTo(1, within(0.02)));
        });
  }

  /**
   * With ten workers for the first second tasks queue up, and then start all at once on two
   * processors: the reference that the short kind learns from them is up to a tenth too long.
   */
  @Test
  void aReferenceLearnedInACrowdMovesItByMuchLessThanTheMixMovesTheMean() {
    forAllMixFlips(
        MIX_FLIP,
        windows -> {
          double moved = flip(windows, Figures::meanServiceSeconds) - 1;
          assertThat(flip(windows, Figures::inflation)).isCloseTo(1, within(0.05 * moved));
        });
  }

  private static void forAllMixFlips(Scenario scenario, Consumer<List<Observation>> law) {
    Seeds.forAll(CASES, dice -> law.accept(Recorder.run(scenario, dice.nextLong(), 400).windows()));
  }

  /** What the flip of the mix at 30 s made of a figure: after / before. */
  private static double flip(List<Observation> windows, ToDoubleFunction<Figures> figure) {
    return figure.applyAsDouble(Figures.between(windows, 35, 60))
        / figure.applyAsDouble(Figures.between(windows, 15, 30));
  }

  @Test
  void whatIsSlowerBehindInflatesByItsFactorAndNoLonger() {
    double factor = (5 * 40 + 1) / (40.0 + 1);
    Seeds.forAll(
        CASES,
        dice -> {
          List<Observation> windows =
              Recorder.run(Scenarios.named("downstream-slows"), dice.nextLong(), 400).windows();
          double before = Figures.between(windows, 5, 20).inflation;
          assertThat(Figures.between(windows, 22, 40).inflation / before)
              .isCloseTo(factor, within(0.1 * factor));
          assertThat(Figures.between(windows, 42, 60).inflation / before).isCloseTo(1, within(0.1));
        });
  }

  @Test
  void theWorkOfAllWindowsIsTheWorkOfTheRun() {
    Seeds.forAll(
        CASES,
        dice -> {
          Recorder.Recording run = Recorder.run(trace(dice), dice.nextLong(), 30);
          Observation whole = run.outcome().pools().get(0).whole();
          assertThat(whole.flow().completed()).isEqualTo(TASKS);
          assertThat(whole.times().referenceNanosSum())
              .isPositive()
              .isEqualTo(sum(run.windows(), seen -> seen.times().referenceNanosSum()));
          assertThat(whole.offered().referenceNanosSum())
              .isPositive()
              .isEqualTo(sum(run.windows(), seen -> seen.offered().referenceNanosSum()));
        });
  }

  @Test
  void aTaskCountsAsTheMeanOfTheFirstHundredItselfAmongThem() {
    Seeds.forAll(
        CASES,
        dice -> {
          PoolScenario scenario = scenario(dice, List.of(kind(dice, "only", 1)));
          List<Long> services = new ArrayList<>();
          Contender spy =
              Contender.of(
                  "spy",
                  (pool, plan, host, seed) ->
                      new Sizer.PerTask((start, service, inFlight, failed) -> {
                        services.add(service);
                        return scenario.workers();
                      }));
          Outcome run = VirtualBench.run(scenario.scenario(), dice.nextLong(), spy);
          assertThat(services).hasSize(TASKS);
          assertThat(run.pools().get(0).whole().times().referenceNanosSum())
              .isEqualTo(referenceNanosSum(services));
        });
  }

  private static long referenceNanosSum(List<Long> services) {
    long sum = 0;
    long learned = 0;
    for (int i = 0; i < services.size(); i++) {
      learned += i < KindProfile.REFERENCE_TASKS ? services.get(i) : 0;
      sum += Math.round((double) learned / Math.min(i + 1, KindProfile.REFERENCE_TASKS));
    }
    return sum;
  }

  /** Tasks of two kinds that have all ended a while before the last window does. */
  private static Scenario trace(Dice dice) {
    return scenario(dice, List.of(kind(dice, "most", 0.8), kind(dice, "rest", 0.2))).scenario();
  }

  private static PoolScenario scenario(Dice dice, List<Kind> kinds) {
    List<Source.Recorded> recorded = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < TASKS; i++) {
      recorded.add(new Source.Recorded(at, dice.below(kinds.size())));
      at += (long) dice.nextExponential(5 * MILLI);
    }
    Source source = new Source.Trace(recorded);
    return new PoolScenario(source, kinds, 30, Integer.MAX_VALUE, 4, List.of(), 1000);
  }

  /** The same, with as many workers from the beginning as are ever allowed. */
  private static Scenario withRoom(Scenario scenario) {
    Pool pool = scenario.pools().get(0);
    Pool roomy =
        new Pool(
            pool.name(),
            pool.phases(),
            pool.kinds(),
            pool.limits().max(),
            pool.limits(),
            pool.queueCapacity(),
            pool.idleNanos(),
            pool.threadStartNanos(),
            pool.periodNanos());
    return new Scenario(
        scenario.name(),
        scenario.models(),
        scenario.catches(),
        scenario.lengthNanos(),
        scenario.seed(),
        scenario.host(),
        scenario.behind(),
        List.of(roomy),
        scenario.changes());
  }

  private static Kind kind(Dice dice, String name, double share) {
    long meanNanos = (1 + dice.below(20)) * MILLI;
    return new Kind(
        name, share, List.of(new Kind.Step.Cpu(RandomScenario.distribution(dice, meanNanos))), 0);
  }

  private static long sum(List<Observation> windows, ToLongFunction<Observation> figure) {
    return windows.stream().mapToLong(figure).sum();
  }

  /**
   * Figures of several windows as one.
   *
   * @param meanServiceSeconds the mean service time
   * @param inflation how many times as long as their reference the tasks took
   */
  private record Figures(double meanServiceSeconds, double inflation) {

    static Figures between(List<Observation> windows, int from, int to) {
      List<Observation> some = windows.subList(from, to);
      double serviceNanos = sum(some, seen -> seen.times().serviceNanosSum());
      return new Figures(
          serviceNanos / 1e9 / sum(some, seen -> seen.flow().completed()),
          serviceNanos / sum(some, seen -> seen.times().referenceNanosSum()));
    }
  }
}
