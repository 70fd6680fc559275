package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.PolicyEntry;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Laws that hold for random figures; a failure names its seed, {@code -Dseed=} repeats it. */
class PolicyPropertyTest {

  private static final int CASES = 500;

  private static void forAll(Consumer<Dice> law) {
    Long replayed = Long.getLong("seed");
    long first = replayed == null ? 1 : replayed;
    int cases = replayed == null ? CASES : 1;
    for (long seed = first; seed < first + cases; seed++) {
      try {
        law.accept(new Dice(seed));
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
      }
    }
  }

  private static double upTo(Dice random, double max) {
    // Over all orders of magnitude, and sometimes nothing.
    return random.below(10) == 0 ? 0 : max * StrictMath.pow(10, -12 * random.nextDouble());
  }

  private static Observation window(Dice random, long second) {
    long arrived = (long) upTo(random, 1e6);
    long completed = (long) upTo(random, 1e6);
    Seen seen =
        Seen.idle()
            .at(second, 0.01 + upTo(random, 10))
            .workers(1 + random.below(1000))
            .busy(upTo(random, 1e5))
            .queue(upTo(random, 1e5), (long) upTo(random, 1e6))
            .flow(arrived, (long) upTo(random, 1e6), completed)
            .service(upTo(random, 1e5))
            .waits(upTo(random, 1e5))
            .offered(arrived / 2, upTo(random, 1e6), upTo(random, 1e6));
    if (random.below(2) == 0) {
      seen.signal(Signals.CONNECTIONS, (double) (long) upTo(random, 1e5))
          .signal(Signals.FRAMES_PER_SECOND, upTo(random, 120))
          .signal(Signals.OVERSLEEP_DEVIATION_MILLIS, upTo(random, 5));
    }
    return (random.below(2) == 0
            ? seen
            : seen.sensors(upTo(random, 1e3), upTo(random, 1e3)).hostBusyCores(upTo(random, 8)))
        .build();
  }

  @Test
  void noPolicyLeavesItsLimitsOrBreaksItsStep() {
    forAll(random -> {
      int min = 1 + random.below(50);
      int max = min + random.below(500);
      for (PolicyEntry entry : Policies.all()) {
        SizingPolicy within = Policies.parse(entry.example()).within(Limits.of(min, max));
        SizingPolicy stepping = Policies.parse(entry.example()).stepLimit(min);
        for (int second = 0; second < 5; second++) {
          Observation seen = window(random, second);
          Advice limited = within.advise(seen);
          assertThat(limited.workers()).isBetween(min, max);
          within = limited.next();
          Advice step = stepping.advise(seen);
          assertThat(Math.abs(step.workers() - seen.size().workersTarget()))
              .isLessThanOrEqualTo(min);
          stepping = step.next();
        }
      }
    });
  }

  @Test
  void aDamagedTextIsRefusedOrAnotherPolicy() {
    forAll(random -> {
      PolicyEntry entry = Policies.all().get(random.below(Policies.all().size()));
      SizingPolicy policy =
          Policies.parse(entry.example()).coolDown(java.time.Duration.ofSeconds(3));
      for (int second = 0; second < 5; second++) {
        policy = policy.advise(window(random, second)).next();
      }
      StringBuilder text = new StringBuilder(PolicyText.write(policy));
      for (int damage = 0; damage < 1 + random.below(3); damage++) {
        int at = random.below(text.length());
        int to = Math.min(text.length(), at + random.below(8));
        String other = "{}[],:=\"\\ 0x-eNaN".substring(random.below(10));
        text.replace(at, to, other.substring(0, random.below(4)));
      }
      try {
        assertThat(PolicyText.read(text.toString())).isNotNull();
      } catch (IllegalArgumentException refused) {
        assertThat(refused.getMessage()).isNotBlank();
      }
    });
  }

  @Test
  void changesAreNeverCloserThanTheCoolDown() {
    forAll(random -> {
      SizingPolicy policy = Policies.parse("littles-law(cool-down=4s)");
      int size = 10;
      int changedAt = -100;
      for (int second = 0; second < 20; second++) {
        Observation seen = Seen.steady(random.below(100), 1).at(second, 1).workers(size).build();
        Advice advice = policy.advise(seen);
        if (advice.workers() != size) {
          assertThat(second - changedAt).isGreaterThanOrEqualTo(4);
          changedAt = second;
          size = advice.workers();
        }
        policy = advice.next();
      }
    });
  }

  @Test
  void headroomIsNeverBelowTheLoadAndGrowsWithIt() {
    forAll(random -> {
      double load = upTo(random, 1e5);
      double more = load + upTo(random, 1e4);
      List<Headroom> all =
          List.of(
              new Headroom.None(),
              new Headroom.Buffer(random.nextDouble()),
              new Headroom.SquareRoot(3 * random.nextDouble()),
              new Headroom.Percentile(0.5 + 0.4999 * random.nextDouble()));
      for (Headroom headroom : all) {
        assertThat((double) headroom.workers(load)).isGreaterThanOrEqualTo(load - 1e-3);
        assertThat(headroom.workers(more)).isGreaterThanOrEqualTo(headroom.workers(load));
      }
    });
  }
}
