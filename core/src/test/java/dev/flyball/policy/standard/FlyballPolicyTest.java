package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlyballPolicyTest {

  private static final double LOOK_SECONDS = 0.1;

  /**
   * A window of a pool whose workers are all busy as long as tasks wait.
   *
   * @param size the size in force
   * @param arrivals per second
   * @param seconds how long a task takes
   * @param queued tasks that wait
   */
  private static Seen window(int window, int size, double arrivals, double seconds, long queued) {
    double busy = queued > 0 ? size : Math.min(size, arrivals * seconds);
    long came = Seen.count(window, LOOK_SECONDS, arrivals);
    long ended = Seen.count(window, LOOK_SECONDS, busy / seconds);
    return Seen.idle()
        .at(window * LOOK_SECONDS, LOOK_SECONDS)
        .workers(size)
        .busy(busy)
        .queue(queued, queued)
        .flow(came, ended, ended)
        .service(ended * seconds);
  }

  private static SizingPolicy flyball() {
    return Policies.parse("flyball");
  }

  @Test
  void adviceThatIsNotFollowedIsWhatTheLoadNeeds() {
    Life life = Life.of(flyball(), 8, 600, (window, size) -> adviceOnly(window));
    assertThat(life.sizes().subList(200, 600)).allMatch(size -> size >= 14 && size <= 22);
    assertThat(life.advices().get(599).why()).contains("8 of ").contains("advised are in force");
  }

  /** 60 tasks per second of 200 ms need 12 workers, and there are 8, whatever is advised. */
  private static Observation adviceOnly(int window) {
    return window(window, 8, 60, 0.2, 2L * window + 1).build();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void adviceThatIsNotFollowedIsWhatTheLoadNeedsWhereTimesScatter(long seed) {
    Dice dice = Dice.stream(seed, 0);
    Life life = Life.of(flyball(), 8, 600, (window, size) -> scattered(window, dice));
    List<Integer> sizes = life.sizes().subList(200, 600).stream().sorted().toList();
    assertThat(sizes.get(200)).isBetween(14, 26);
  }

  /** As {@link #adviceOnly}, but the times are exponential. */
  private static Observation scattered(int window, Dice dice) {
    long ended = Seen.count(window, LOOK_SECONDS, 40);
    double seconds = 0;
    for (int task = 0; task < ended; task++) {
      seconds -= 0.2 * StrictMath.log(1 - dice.nextDouble());
    }
    return window(window, 8, 60, 0.2, 2L * window + 1).service(seconds).build();
  }

  @Test
  void whileTasksWaitNoWorkerIsSentAwayThatWasAboutToBe() {
    List<Integer> sizes = Life.sizes(flyball(), 16, 120, FlyballPolicyTest::keptAtSixteen);
    assertThat(sizes.subList(50, 100)).allMatch(size -> size < 16);
    assertThat(sizes.subList(100, 120)).allMatch(size -> size >= 16);
  }

  /** Sixteen workers stay, of which two are busy; after ten seconds tasks come in a pile. */
  private static Observation keptAtSixteen(int window, int size) {
    return window(window, 16, 20, 0.1, window < 100 ? 0 : 300).build();
  }

  @Test
  void limitsDoNotForbidASmallerSizeWhereTasksAreCrowded() {
    Life life = Life.of(flyball(), 100, 150, FlyballPolicyTest::clamped);
    assertThat(life.sizes().subList(50, 70)).as("what the load needs").anyMatch(size -> size > 250);
    assertThat(life.sizes().subList(70, 150)).as("crowded").anyMatch(size -> size < 70);
  }

  /**
   * The size is held at 100. 5 s of 100 tasks per second, which take 0.2 s, then 1300, which take
   * as long for two seconds and then six times as long.
   */
  private static Observation clamped(int window, int size) {
    int held = Math.min(100, size);
    if (window < 50) {
      return window(window, held, 100, 0.2, 0).build();
    }
    return window(window, held, 1300, window < 70 ? 0.2 : 1.2, 100L * (window - 49)).build();
  }

  @Test
  void whatFailsIsNoWorkSoNothingGrows() {
    Life life = Life.of(flyball(), 16, 300, FlyballPolicyTest::timingOut);
    int before = life.sizes().get(99);
    assertThat(life.sizes().subList(100, 300)).allMatch(size -> size <= Math.max(16, before));
  }

  /** After 10 s each task ends by a time-out of 1 s, so that more workers complete more. */
  private static Observation timingOut(int window, int size) {
    if (window < 100) {
      return window(window, size, 60, 0.1, 0).build();
    }
    Seen seen = window(window, size, 100, 1, 100L * (window - 99));
    return seen.failed(Seen.count(window, LOOK_SECONDS, size)).build();
  }

  @Test
  void askedTwiceItGivesTheSameAdvice() {
    SizingPolicy policy = flyball();
    for (int window = 0; window < 200; window++) {
      Observation seen = clamped(window, 50);
      Advice advice = policy.advise(seen);
      assertThat(policy.advise(seen)).isEqualTo(advice);
      policy = advice.next();
    }
  }

  @Test
  void writtenDownAndReadBackItGoesOn() {
    SizingPolicy policy = flyball();
    int size = 16;
    for (int window = 0; window < 150; window++) {
      Observation seen = clamped(window, size);
      SizingPolicy back = PolicyText.read(PolicyText.write(policy));
      assertThat(back).isEqualTo(policy);
      Advice advice = back.advise(seen);
      assertThat(advice).isEqualTo(policy.advise(seen));
      policy = advice.next();
      size = advice.workers();
    }
  }

  @ParameterizedTest
  @CsvSource({
    // how many seconds the clock is off after a restart
    "-1000000",
    "-1000",
    "1000",
    "1000000",
  })
  void aClockThatBeginsAnewStopsNoTrial(double off) {
    SizingPolicy policy = flyball();
    int size = 8;
    int window = 0;
    while (((FlyballPolicy) policy).growth().trial().none()) {
      Advice advice = policy.advise(scaling(window++, size, 0));
      policy = advice.next();
      size = advice.workers();
    }
    for (int look = 0; look < 50; look++) {
      Advice advice = policy.advise(scaling(window++, size, off));
      policy = advice.next();
      size = advice.workers();
    }
    assertThat(size).isGreaterThan(100);
  }

  /** More workers get more done, and tasks always wait. */
  private static Observation scaling(int window, int size, double off) {
    return window(window, size, 20_000, 0.02, 10_000)
        .at(window * LOOK_SECONDS + off, LOOK_SECONDS)
        .build();
  }

  @Test
  void beforeATaskWasSeenTheSizeStays() {
    Advice advice = flyball().advise(Seen.idle().workers(7).build());
    assertThat(advice.workers()).isEqualTo(7);
    assertThat(advice.next().nextPoll()).hasValue(FlyballPolicy.Pace.SINKING.nextPoll());
  }

  @Test
  void anIdlePoolShrinksToOneAndGoesToSleep() {
    SizingPolicy policy = flyball();
    int size = 16;
    for (int window = 0; window < 100; window++) {
      Advice advice = policy.advise(window(window, size, 60, 0.1, 0).build());
      policy = advice.next();
      size = advice.workers();
    }
    assertThat(policy.nextPoll()).hasValue(FlyballPolicy.Pace.LIVELY.nextPoll());
    for (int second = 10; second < 120; second++) {
      Advice advice = policy.advise(Seen.idle().at(second, 1).workers(size).build());
      policy = advice.next();
      size = advice.workers();
    }
    assertThat(size).isEqualTo(1);
    assertThat(policy.nextPoll()).hasValue(FlyballPolicy.Pace.ASLEEP.nextPoll());
  }

  @Test
  void aPoolThatHangsAtItsLimitSaysSo() {
    Life life = Life.of(flyball(), 8, 150, FlyballPolicyTest::hangsAtItsLimit);
    assertThat(life.advices().subList(60, 150))
        .extracting(Advice::why)
        .as("hung: for the first time after the patience, and from then on")
        .allMatch(why -> why.startsWith("hung: "));
  }

  /** Eight workers, which are too few and not more; after five seconds nothing ends any more. */
  private static Observation hangsAtItsLimit(int window, int size) {
    Seen seen = window(window, 8, 60, 0.2, 2L * window + 1);
    return window < 50 ? seen.build() : seen.flow(6, 0, 0).service(0).sensors(0, 0).build();
  }

  @Test
  void allReasonsSayWhatDecided() {
    Life life = Life.of(flyball(), 16, 150, FlyballPolicyTest::clamped);
    List<String> regimes = List.of("demand: ", "behind: ", "hung: ", "CPU: ");
    assertThat(life.advices())
        .allMatch(advice -> regimes.stream().anyMatch(advice.why()::startsWith));
  }
}
