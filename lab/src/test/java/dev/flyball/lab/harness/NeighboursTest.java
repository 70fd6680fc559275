package dev.flyball.lab.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.harness.Neighbours.Look;
import dev.flyball.measure.HostMeter;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is left of the machine's processor time without the process's own, by hand. */
class NeighboursTest {

  private static Look look(double seconds, double ownSeconds, double allSeconds) {
    return new Look(
        (long) (seconds * 1e9),
        new HostMeter.Reading(
            0,
            2,
            OptionalLong.of((long) (ownSeconds * 1e9)),
            OptionalLong.of((long) (allSeconds * 1e9))));
  }

  @Test
  void whatIsNotOursIsTheirs() {
    Neighbours theirs = Neighbours.between(look(1, 5, 50), look(3, 7, 53));
    assertThat(theirs).isEqualTo(new Neighbours(OptionalDouble.of(0.5), 2));
    assertThat(theirs.areTooBusy()).isTrue();
    assertThat(theirs.text()).isEqualTo("0.50 of 2.0 cores");
    Neighbours others = theirs.without(0.4);
    assertThat(others.cores().orElseThrow()).isBetween(0.09, 0.11);
    assertThat(others.areTooBusy()).isFalse();
  }

  @Test
  void ticksAreCoarseButNobodyGivesTimeBack() {
    assertThat(Neighbours.between(look(1, 5, 50), look(3, 7.01, 52)).cores()).hasValue(0);
  }

  @Test
  void theWorstCountsAndTheUnknownDoesNot() {
    Neighbours some = new Neighbours(OptionalDouble.of(0.3), 4);
    assertThat(Neighbours.UNKNOWN.orMore(some)).isEqualTo(some);
    assertThat(some.orMore(Neighbours.UNKNOWN)).isEqualTo(some);
    assertThat(some.orMore(new Neighbours(OptionalDouble.of(0.2), 4))).isEqualTo(some);
    assertThat(Neighbours.UNKNOWN.areTooBusy()).isFalse();
    assertThat(Neighbours.UNKNOWN.text()).isEqualTo("not measured");
    Look blind = new Look(5, new HostMeter.Reading(0, 2, OptionalLong.empty(), OptionalLong.of(3)));
    assertThat(Neighbours.between(blind, look(2, 1, 1)).cores()).isEmpty();
  }
}
