package dev.flyball.dataflow.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.base.Dice;
import dev.flyball.dataflow.network.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Response times that are to be kept, against drawn chains of queues in virtual time. */
class ResponseGoalTest {

  /** Others with {@code -Dresponse.seed=N -Dresponse.cases=N}. */
  private static final int CASES = Integer.getInteger("response.cases", 40);

  private static final long SEED = Long.getLong("response.seed", 1);
  private static final int LEARN = 40;
  private static final int MEASURED = 100;

  /** The share of the windows in which the goal is to be kept, in each chain. */
  private static final double BAR = 0.95;

  /** A drawn chain, its load, and a goal that threads enough could keep. */
  private record Case(
      List<Double> means, double perSecond, int burst, Goal.Latency goal, long seed) {

    static Case drawn(long seed) {
      Dice dice = new Dice(seed);
      List<Double> means =
          Stream.generate(() -> 0.001 * StrictMath.pow(40, dice.nextDouble()))
              .limit(2 + (int) (dice.nextDouble() * 3))
              .toList();
      double perSecond = 30 * StrictMath.pow(15, dice.nextDouble());
      int burst = dice.nextDouble() < 0.3 ? 2 + (int) (dice.nextDouble() * 6) : 1;
      OptionalDouble share =
          dice.nextDouble() < 0.2 ? OptionalDouble.empty() : OptionalDouble.of(0.95);
      Case open = new Case(means, perSecond, burst, new Goal.Latency(1, share), seed);
      double[] alone =
          open.pipeline().fixed(200).run(60).reached.stream()
              .skip(10)
              .mapToDouble(it -> it)
              .sorted()
              .toArray();
      // Above what most windows have although no record waits, by 20 % to 200 %.
      double least = alone[(int) (0.98 * alone.length)];
      double goal = least * (1.2 + 1.8 * dice.nextDouble());
      return new Case(means, perSecond, burst, new Goal.Latency(goal, share), seed);
    }

    QueuedPipeline pipeline() {
      QueuedPipeline pipeline = new QueuedPipeline(goal, seed).load(perSecond, burst);
      for (double mean : means) {
        pipeline.stage(mean);
      }
      return pipeline;
    }

    /** The share of windows in which the goal was kept. */
    double kept(List<Double> reached) {
      return (double) reached.stream().filter(it -> it <= goal.seconds()).count() / reached.size();
    }
  }

  @Test
  void isKeptInNearlyAllWindows() {
    List<String> told = new ArrayList<>();
    double sum = 0;
    double least = 1;
    for (int i = 0; i < CASES; i++) {
      Case drawn = Case.drawn(SEED * 1000 + i);
      QueuedPipeline pipeline = drawn.pipeline().run(LEARN + MEASURED);
      double kept = drawn.kept(pipeline.reached.subList(LEARN, LEARN + MEASURED));
      double busy = drawn.means().stream().mapToDouble(it -> it).sum() * drawn.perSecond();
      told.add(
          String.format(
              Locale.ROOT,
              "%d: %.3f kept of %.1f ms, %d threads for %.1f busy, %.0f/s in %d",
              drawn.seed(),
              kept,
              drawn.goal().seconds() * 1e3,
              pipeline.threads(),
              busy,
              drawn.perSecond(),
              drawn.burst()));
      sum += kept;
      least = Math.min(least, kept);
    }
    String all = String.join("\n", told);
    assertThat(sum / CASES).as("share of windows, on average: %s", all).isGreaterThan(0.99);
    assertThat(least).as("in the worst case: %s", all).isGreaterThanOrEqualTo(BAR);
  }

  /**
   * Chains in which it was kept in 56 % to 93 % of the windows: in the first three a lucky window
   * before a trial had made more threads seem to gain nothing, for 60 windows; in the others one
   * window after another was above the goal before there were more threads.
   */
  @ParameterizedTest
  @ValueSource(longs = {7316, 7123, 7212, 7053, 7299, 1369, 7340})
  void isKeptWhereItOnceWasNot(long seed) {
    Case drawn = Case.drawn(seed);
    QueuedPipeline pipeline = drawn.pipeline().run(LEARN + MEASURED);
    assertThat(drawn.kept(pipeline.reached.subList(LEARN, LEARN + MEASURED)))
        .isGreaterThanOrEqualTo(BAR);
  }

  /** A backlog, and then a load that is twice as high. */
  @Test
  void isKeptAgainOnceTheLoadHasDoubled() {
    Goal.Latency goal = new Goal.Latency(0.08, OptionalDouble.of(0.95));
    QueuedPipeline pipeline =
        new QueuedPipeline(goal, 5).stage(0.002).stage(0.015).load(100, 1).run(60);
    int before = pipeline.threads();
    pipeline.load(200, 1).run(70);
    List<Double> after = pipeline.reached.subList(70, 130);
    assertThat(after.stream().filter(it -> it <= goal.seconds()).count()).isGreaterThan(56);
    assertThat(pipeline.threads()).isGreaterThan(before);
  }

  /** What no number of threads reaches is not paid for with threads. */
  @Test
  void plansWithoutAGoalThatCannotBeReachedAndSaysSo() {
    Goal.Latency goal = new Goal.Latency(0.004, OptionalDouble.of(0.95));
    QueuedPipeline pipeline =
        new QueuedPipeline(goal, 5).stage(0.002).stage(0.015).load(100, 1).run(60);
    assertThat(pipeline.threads()).isLessThan(6);
    assertThat(pipeline.why()).contains("goal 4.000 ms").contains("which cannot be planned");
  }

  /** While all is held, the plan is not to blame. */
  @Test
  void isNoTighterForWhatThePlanCouldNotHelp() {
    ResponseGoal late = new ResponseGoal(new Goal.Latency(0.1, OptionalDouble.empty()), 50, 0.4);
    Tightening held = Tightening.NONE.after(OptionalDouble.empty());
    assertThat(held.seen(late)).isEqualTo(held);
    Tightening planned = Tightening.NONE.after(OptionalDouble.of(1));
    assertThat(planned.seen(late).factor()).isEqualTo(0.5);
    ResponseGoal nothing = new ResponseGoal(late.goal(), 0, 0);
    assertThat(planned.seen(nothing)).isEqualTo(planned);
  }

  /** What seems to take 60 % of the goal and takes more is to seem to take 54 % next. */
  @Test
  void isTighterThanThePlanThatWasTooSlow() {
    ResponseGoal late = new ResponseGoal(new Goal.Latency(0.1, OptionalDouble.empty()), 50, 0.101);
    assertThat(Tightening.NONE.after(OptionalDouble.of(0.6)).seen(late).factor())
        .isCloseTo(0.54, within(1e-12));
    assertThat(Tightening.NONE.after(OptionalDouble.of(1)).seen(late).factor())
        .isCloseTo(0.9, within(1e-12));
  }
}
