package dev.flyball.policies.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdditiveIncreaseTest {

  @ParameterizedTest
  @CsvSource({
    // workers, busy, mean service s -> workers
    "40,  25,  0.08, 41",
    "40,  20,  0.08, 41",
    "40,  19,  0.08, 40", // less than half is busy
    "40,  19,  6,    36", // the time-out goes first
    "41,  41,  6,    36", // floor(36.9)
    "40,  40,  5,    41", // just in time
    "10,  10,  0.08, 20", // the floor
    "10,  0,   0.08, 20",
    "200, 200, 0.08, 200", // the ceiling
    "500, 500, 0.08, 200",
  })
  void addsOneOrTakesATenth(int workers, double busy, double seconds, int size) {
    Seen seen = Seen.steady(100, seconds).workers(workers).busy(busy);
    assertThat(Policies.parse("additive-increase").advise(seen.build()).workers()).isEqualTo(size);
  }

  @Test
  void needsTenTasks() {
    SizingPolicy policy = Policies.parse("additive-increase");
    Advice few = policy.advise(Seen.steady(9, 0.1).workers(40).busy(40).build());
    assertThat(few.workers()).isEqualTo(40);
    assertThat(few.why()).isEqualTo("stays at 40: collecting 1.000 of 1.000 s, 9 of 10 tasks");
    Advice enough = few.next().advise(Seen.steady(1, 0.1).at(1, 1).workers(40).busy(40).build());
    assertThat(enough.workers()).isEqualTo(41);
  }

  @Test
  void onAnyPlateauItGoesToTheCeiling() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FALLING::linear, 0, 1, 1000);
    List<Integer> sizes = plant.run(Policies.parse("additive-increase"), 8, 300, 1);
    assertThat(sizes.get(0)).isEqualTo(20);
    assertThat(sizes.get(180)).as("one a second").isEqualTo(200);
    assertThat(sizes).last().isEqualTo(200);
  }

  @Test
  void withFewClientsItStopsAtTwiceTheirNumber() {
    CurvePlant plant = new CurvePlant(CurvePlant.RISING_THEN_FLAT::linear, 0, 1, 30);
    assertThat(plant.run(Policies.parse("additive-increase"), 8, 300, 1)).last().isEqualTo(61);
  }
}
