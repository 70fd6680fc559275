package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Dice;
import dev.flyball.policies.climb.wave.WaveTables;
import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Life;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.guard.Rescue;
import org.junit.jupiter.api.Test;

/** Rescue, the CPU's guard, and learning only while saturated: each with and without. */
class GuardTest {

  // ---- Rescue

  /** Eight tasks hold a worker each and wait for eight that are queued behind them. */
  private static Observation nested(int window, int size, boolean computing) {
    int free = Math.max(0, size - 8);
    long done = Math.min(8, free) * 10L;
    Seen seen =
        Seen.idle()
            .at(window, 1)
            .workers(size)
            .busy(Math.min(size, 16))
            .flow(done, done, done)
            .service(done * 0.1)
            .queue(8, free >= 8 ? 0 : 8);
    return computing ? seen.sensors(4, 0).build() : seen.sensors(0, 0).build();
  }

  private static long completed(String specification) {
    return Life.of(
            Policies.parse(specification), 8, 60, (window, size) -> nested(window, size, false))
        .sizes()
        .stream()
        .mapToLong(size -> nested(0, size, false).flow().completed())
        .sum();
  }

  @Test
  void rescueFreesAPoolWhoseTasksWaitForQueuedOnes() {
    assertThat(completed("fixed(workers=8)")).isZero();
    assertThat(completed("fixed(workers=8,rescue=true)")).isEqualTo(400);
  }

  @Test
  void rescueAddsExponentiallyAndLetsGoSlowly() {
    Life life =
        Life.of(
            Policies.parse("fixed(workers=8,rescue=true)"),
            8,
            120,
            (window, size) ->
                window < 5
                    ? Seen.idle().at(window, 1).workers(size).busy(size).queue(90, 90).build()
                    : Seen.steady(9, 0.1).at(window, 1).workers(size).build());
    assertThat(life.sizes().subList(0, 5)).containsExactly(9, 11, 15, 23, 39);
    assertThat(life.advices().get(4).why())
        .isEqualTo("fixed at 8; rescue: tasks wait and nothing moves, 16 more make 39");
    assertThat(life.sizes().subList(5, 8)).containsExactly(36, 32, 29);
    assertThat(life.advices().get(5).why())
        .isEqualTo("fixed at 8; rescue: no fewer than 36 for now");
    assertThat(life.lastSize()).isEqualTo(8);
    assertThat(((Rescue) life.last()).floor()).isZero();
  }

  @Test
  void rescueAddsNoMoreThanThereAreTasksWaiting() {
    Life life =
        Life.of(
            Policies.parse("fixed(workers=8,rescue=true)"),
            8,
            4,
            (window, size) ->
                Seen.idle().at(window, 1).workers(size).busy(size).queue(3, 3).build());
    assertThat(life.sizes()).containsExactly(9, 11, 14, 17);
  }

  @Test
  void rescueLeavesWorkersAloneThatCompute() {
    Life life =
        Life.of(
            Policies.parse("fixed(workers=8,rescue=true)"),
            8,
            60,
            (window, size) -> nested(window, size, true));
    assertThat(life.sizes()).containsOnly(8);
  }

  @Test
  void rescueWaitsForASecond() {
    SizingPolicy policy = Policies.parse("fixed(workers=8,rescue=true)");
    for (int window = 0; window < 9; window++) {
      Advice advice =
          policy.advise(Seen.idle().at(window * 0.1, 0.1).workers(8).busy(8).queue(9, 9).build());
      assertThat(advice.workers()).isEqualTo(8);
      policy = advice.next();
    }
    assertThat(
            policy
                .advise(Seen.idle().at(0.9, 0.1).workers(8).busy(8).queue(9, 9).build())
                .workers())
        .isEqualTo(9);
  }

  // ---- CpuGuard

  /** Four cores are shared by all workers; 50 tasks/s of 100 ms CPU are a quarter too many. */
  private static Observation computing(int window, int size) {
    return Seen.idle()
        .at(window, 1)
        .workers(size)
        .busy(size)
        .flow(50, 40, 40)
        .service(size)
        .queue(10L * window, 10L * window)
        .processBusyCores(4)
        .build();
  }

  @Test
  void theCpuGuardStopsGrowthThatBringsNothing() {
    Life without = Life.of(Policies.parse("littles-law"), 10, 60, GuardTest::computing);
    Life with = Life.of(Policies.parse("littles-law(cpu-guard=90%)"), 10, 60, GuardTest::computing);
    assertThat(without.lastSize()).isGreaterThan(1000);
    assertThat(with.lastSize()).isEqualTo(10);
    assertThat(with.advices().get(59).why())
        .endsWith("held at 10, the process uses 4.00 of 4.00 cores");
  }

  @Test
  void theCpuGuardLetsThroughWhatItNeedNotHold() {
    SizingPolicy policy = Policies.parse("fixed(workers=20,cpu-guard=0.9)");
    assertThat(policy.advise(Seen.steady(9, 1).workers(10).processBusyCores(3.5).build()).workers())
        .isEqualTo(20);
    assertThat(policy.advise(Seen.steady(9, 1).workers(30).processBusyCores(4).build()).workers())
        .isEqualTo(20);
    Advice unknown = policy.advise(Seen.steady(9, 1).workers(10).build());
    assertThat(unknown.workers()).isEqualTo(20);
    assertThat(unknown.why())
        .isEqualTo("fixed at 20; not guarded, the process's CPU use is not measured");
  }

  @Test
  void rescueIsNotHeldBackByTheCpuGuard() {
    SizingPolicy policy = Policies.parse("fixed(workers=8,cpu-guard=90%,rescue=true,cool-down=1h)");
    Advice advice =
        policy.advise(
            Seen.idle().workers(8).busy(8).queue(9, 9).processBusyCores(4).sensors(0, 0).build());
    assertThat(advice.workers()).isEqualTo(9);
  }

  // ---- WhileSaturated

  /** Ten workers are enough: throughput is what arrives, and that varies by a tenth. */
  private static Life demandLimited(String specification) {
    Dice dice = new Dice(3);
    return Life.of(
        Policies.parse(specification),
        40,
        900,
        (window, size) -> {
          long tasks = Math.round(2000 * Math.max(0.1, 1 + 0.1 * dice.nextNormal()));
          return Seen.idle()
              .at(2.0 * window, 2)
              .workers(size)
              .busy(10)
              .flow(tasks, tasks, tasks)
              .service(20)
              .build();
        });
  }

  private static long changes(Life life) {
    long changes = 0;
    for (int i = 1; i < life.sizes().size(); i++) {
      changes += life.sizes().get(i).equals(life.sizes().get(i - 1)) ? 0 : 1;
    }
    return changes;
  }

  @Test
  void whileSaturatedDoesNotClimbOnTheNoiseOfTheArrivals() {
    assertThat(changes(demandLimited("wave-climb"))).isGreaterThan(100);
    Life held = demandLimited("wave-climb(while-saturated=true)");
    assertThat(changes(held)).isZero();
    assertThat(held.advices().get(0).why())
        .isEqualTo("not saturated, size held: 10.0 of 40 workers busy, 0.0 tasks waiting");
  }

  @Test
  void whileSaturatedClimbsWhereItIsSaturated() {
    CurvePlant.Table table = CurvePlant.RISING_THEN_FALLING;
    Life life = WaveTables.life("wave-climb(while-saturated=true)", table::linear, 0, 64, 300, 1);
    assertThat(life.lastSize()).isBetween(20, 28);
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> Policies.parse("littles-law(cpu-guard=120%)"))
        .hasMessage(
            "cpu-guard must be a share above 0 and at most 1, such as 0.9 or 90%, or none but was"
                + " '120%'");
    assertThatThrownBy(() -> Policies.parse("littles-law(rescue=yes)"))
        .hasMessage("rescue must be true or false but was 'yes'");
  }
}
