package dev.flyball.policy.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.policy.LearnedSize;
import dev.flyball.policy.Seen;
import dev.flyball.policy.standard.window.Stretch;
import dev.flyball.policy.standard.window.WorkUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaidGrowthTest {

  private static final double TASK_SECONDS = 0.02;
  private static final double LOOK_SECONDS = 0.1;
  private static final WorkUnit UNIT = Units.scattering(1.2e9 * TASK_SECONDS, 0.1);

  /** A pool that always has tasks waiting, window by window; what stands behind has some slots. */
  private static final class Pool {
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Double> refusedSeconds = new ArrayList<>();
    private PaidGrowth growth;
    private RestSlowness rest = new RestSlowness(1, 100, 8, 1, 0, 0, 0);
    private final double slots;
    private double slower = 1;
    private double load = 1e6;
    private long queue = 1000;
    private int size;
    private double now;
    private String why = "";

    Pool(double slots, int size, boolean down) {
      this.slots = slots;
      this.size = size;
      growth = PaidGrowth.of(new PaidGrowth.Rules(2, 0.75, down, 8)).atLeast(size);
    }

    Pool looks(int times) {
      for (int look = 0; look < times; look++) {
        look();
      }
      return this;
    }

    private void look() {
      double perSecond = Math.min(size, slots) / TASK_SECONDS / slower;
      long ended = Math.round(perSecond * (now + LOOK_SECONDS)) - Math.round(perSecond * now);
      Stretch seen =
          Seen.idle()
              .at(now, LOOK_SECONDS)
              .workers(size)
              .busy(size)
              .queue(queue, queue)
              .flow(ended, ended, ended)
              .service(ended * size / perSecond)
              .reference(ended * TASK_SECONDS)
              .stretch();
      now += LOOK_SECONDS;
      growth = growth.noticed(seen);
      rest = rest.with(seen, UNIT);
      PaidGrowth.Given given =
          new PaidGrowth.Given(
              seen,
              UNIT,
              rest,
              size / perSecond * 1e9,
              Math.min(size / perSecond * 1e9, 1.5e9 * TASK_SECONDS),
              4,
              1000,
              load);
      PaidGrowth.Move move = growth.move(given);
      if (move.why().text().contains("did not pay, back")) {
        refusedSeconds.add(now);
      }
      rest = move.rest();
      growth = move.next();
      size = move.workers();
      why = move.why().text();
      sizes.add(size);
    }
  }

  @Test
  void whatIsAsFastAsAtRestHasPaidAndTheNextStepFollowsAtOnce() {
    Pool pool = new Pool(1000, 8, true).looks(9);
    assertThat(pool.sizes).containsExactly(8, 16, 32, 64, 128, 256, 512, 1024, 1024);
  }

  @ParameterizedTest
  @CsvSource({
    // 8 workers do 8 ns of work a ns, 4 of them more than comes: 0.02 s * 40 * 4 = 3.2 s of work,
    // which are 266 tasks of 12 ms
    "4,   260, false",
    "4,   270, true",
    "7.9,   6, false",
    "7.9,   8, true",
    "8.1,   1, true",
  })
  void whatTheHeldSizeSoonHasDoneIsNoReasonToTryMore(double load, long queue, boolean tried) {
    Pool pool = new Pool(8, 8, false);
    pool.load = load;
    pool.queue = queue;
    pool.looks(20);
    assertThat(pool.sizes.stream().anyMatch(size -> size > 8)).isEqualTo(tried);
    assertThat(pool.why.contains("what waits is soon done")).isEqualTo(!tried);
  }

  @Test
  void aSizeCountsOnceTasksThatHoldTheirWorkersForLongHaveLeft() {
    Stretch stuck =
        Seen.idle().at(5, 0.1).workers(10).busy(10).flow(2, 2, 2).service(0.04).stretch();
    PaidGrowth.Given given =
        new PaidGrowth.Given(stuck, UNIT, RestSlowness.UNKNOWN, 2e7, 2e7, 4, 10, 0);
    assertThat(given.stayNanos()).isCloseTo(5e8, within(1.0)); // 10 busy * 0.1 s / 2
  }

  @Test
  void upToFourWorkersAStepIsFourTimesAsMany() {
    assertThat(new Pool(1000, 1, true).looks(10).sizes).startsWith(1, 4).contains(16, 32);
  }

  @Test
  void whatIsRefusedGoesBackAndIsTriedAgainAfterHalfASecondOneTwoFourSix() {
    Pool pool = new Pool(8, 8, false).looks(600);
    assertThat(pool.sizes.subList(0, 2)).containsExactly(8, 16);
    assertThat(pool.growth.level()).isEqualTo(8);
    List<Double> waits = new ArrayList<>();
    for (double refused : pool.refusedSeconds) {
      int look = (int) Math.round(refused / LOOK_SECONDS);
      int next = look;
      while (next < pool.sizes.size() && pool.sizes.get(next) == 8) {
        next++;
      }
      waits.add(Math.round((next - look + 1) * LOOK_SECONDS * 2) / 2.0);
      assertThat(pool.sizes.get(look - 1)).isEqualTo(8);
    }
    assertThat(waits.subList(0, 6)).containsExactly(0.5, 1.0, 2.0, 4.0, 6.0, 6.0);
  }

  @Test
  void whatWasRefusedIsTriedNoFartherThanAThirdBeyond() {
    Pool pool = new Pool(8, 8, false).looks(600);
    assertThat(pool.sizes.subList(20, 600)).allMatch(size -> size <= 11);
  }

  @Test
  void smallerSizesAreTriedFirstWhereTasksTakeLongerThanAtRest() {
    Pool pool = new Pool(8, 24, true).looks(3);
    pool.looks(1);
    assertThat(pool.sizes).contains(15).allMatch(size -> size <= 24); // 24 * 0.65
    pool.looks(100);
    assertThat(pool.growth.level()).isBetween(7.0, 12.0);
    assertThat(pool.size).isBetween(7, 12);
    Pool without = new Pool(8, 24, false).looks(200);
    assertThat(without.sizes).allMatch(size -> size >= 24);
  }

  @Test
  void whereFewerCostTheSizeGoesBackAndRestIsSetAnew() {
    Pool pool = new Pool(1000, 32, true);
    pool.growth = new PaidGrowthAt(pool.growth).notGrowing();
    pool.slower = 3;
    int look = 0;
    while (!pool.why.contains("get less done, back to 32") && look++ < 100) {
      pool.look();
    }
    assertThat(pool.why).contains("20 workers get less done, back to 32");
    assertThat(pool.size).isEqualTo(32);
    assertThat(pool.growth.proven().needed()).isEqualTo(20);
    assertThat(pool.growth.timers().down().waitSeconds()).isEqualTo(1);
    assertThat(pool.rest.inflation()).isLessThan(1.8);
    assertThat(pool.rest.busy()).isEqualTo(32);
  }

  @Test
  void aSizeThatWasLeftIsTakenBackWhereItIsMissed() {
    Pool pool = new Pool(8, 24, true);
    int look = 0;
    while (!pool.why.contains("as much gets done") && look++ < 100) {
      pool.look();
    }
    int left = pool.growth.left().base().workers();
    assertThat(left).isEqualTo(24);
    pool.slower = 2;
    look = 0;
    while (!pool.why.contains("after all, back to 24") && look++ < 40) {
      pool.look();
    }
    assertThat(pool.size).isEqualTo(24);
    assertThat(pool.growth.left().base()).isEqualTo(Base.NONE);
  }

  /** A growth whose next step up is far away. */
  private record PaidGrowthAt(PaidGrowth growth) {
    PaidGrowth notGrowing() {
      return new PaidGrowth(
          growth.rules(),
          growth.proven(),
          new PaidGrowth.Timers(new RetryTimer(Long.MAX_VALUE, 6), growth.timers().down()),
          growth.held(),
          growth.base(),
          growth.trial(),
          growth.left(),
          growth.curve());
    }
  }

  @ParameterizedTest
  @CsvSource({
    // how many times as slow what stands behind gets -> what was refused is open again
    "0.5, true",
    "0.9, false",
    "1.1, false",
    "4,   true",
  })
  void anotherRateOfTheSameSizeOpensWhatWasRefused(double slower, boolean opened) {
    Pool pool = new Pool(8, 8, false).looks(150);
    assertThat(pool.growth.refused()).isPositive();
    pool.growth = new PaidGrowthAt(pool.growth).notGrowing();
    while (!pool.growth.trial().none()) {
      pool.look();
      pool.growth = new PaidGrowthAt(pool.growth).notGrowing();
    }
    pool.slower = slower;
    boolean open = false;
    for (int look = 0; look < 60; look++) {
      pool.look();
      open |= pool.growth.refused() == 0;
    }
    assertThat(open).isEqualTo(opened);
  }

  @Test
  void upToTheLevelAQueueIsAnsweredAtOnce() {
    Pool pool = new Pool(1000, 64, true);
    pool.size = 8;
    pool.look();
    assertThat(pool.size).isEqualTo(64);
    assertThat(pool.why).startsWith("behind: up to 64 workers have paid");
  }

  @Test
  void tasksTooSlowToProveAnythingGetNoMoreWorkers() {
    Pool pool = new Pool(1000, 8, true);
    pool.slower = 1e6;
    pool.rest = RestSlowness.UNKNOWN;
    assertThat(pool.looks(600).sizes).containsOnly(8);
  }

  @Test
  void withoutAQueueNothingIsTriedAndWhatIsReachedAtRestIsKept() {
    RestSlowness rest = new RestSlowness(1, 100, 8, 1, 0, 0, 0);
    PaidGrowth trying = new Pool(1000, 8, true).looks(1).growth;
    assertThat(trying.trial().to()).isEqualTo(0);
    trying = new Pool(1000, 8, true).looks(2).growth;
    assertThat(trying.trial().to()).isEqualTo(16);
    PaidGrowth calm = trying.calm(rest, 12.5);
    assertThat(calm.trial()).isEqualTo(Trial.NONE);
    assertThat(calm.base()).isEqualTo(Base.NONE);
    assertThat(calm.level()).isEqualTo(12.5);
    assertThat(trying.calm(rest.anew(1, 8, 1), 99).level()).isEqualTo(16);
    assertThat(trying.calm(new RestSlowness(1, 100, 8, 1.4, 0, 0, 0), 12.5).level()).isEqualTo(8);
  }

  @Test
  void aTrialWhoseSizeIsNotInForceProvesNothing() {
    PaidGrowth trying = new Pool(1000, 8, true).looks(2).growth;
    PaidGrowth ignored = trying.ignored(1_000_000_000);
    assertThat(ignored.trial()).isEqualTo(Trial.NONE);
    assertThat(ignored.level()).isEqualTo(trying.level());
    assertThat(ignored.refused()).isZero();
    assertThat(ignored.timers().up().due(1_400_000_000)).isFalse();
    assertThat(ignored.ignored(2_000_000_000)).isEqualTo(ignored);
  }

  @Test
  void whatWasMeasuredIsLearned() {
    List<LearnedSize> learned =
        new Pool(8, 24, true).looks(100).growth.learned(UNIT, 10_000_000_000L);
    assertThat(learned).hasSizeBetween(2, 16).isSortedAccordingTo(PaidGrowthTest::bySize);
    LearnedSize most = learned.get(learned.size() - 1);
    assertThat(most.workers()).isCloseTo(24, within(1.0));
    assertThat(most.throughput()).as("work per second").isCloseTo(8e9, within(0.5e9));
  }

  private static int bySize(LearnedSize one, LearnedSize other) {
    return Double.compare(one.workers(), other.workers());
  }
}
