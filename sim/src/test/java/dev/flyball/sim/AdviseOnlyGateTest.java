package dev.flyball.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.sim.AdviseOnly.Held;
import dev.flyball.sim.scenario.RandomScenarios;
import dev.flyball.sim.scenario.Scenario;
import dev.flyball.sim.scenario.Scenarios;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Advice that is not followed, on every named scenario and on twenty drawn ones, of all tests on a
 * hundred: how much of it is within 15 % of the size that governing ends at.
 */
class AdviseOnlyGateTest {

  private static final int MISFITS_SHOWN = 12;
  private static final int DRAWN = Boolean.getBoolean("flyball.all") ? 100 : 20;

  @Test
  void mostAdviceThatIsNotFollowedIsTheSizeThatGoverningEndsAt() {
    Stream<Scenario> named = Scenarios.names().stream().map(Scenarios::named);
    Stream<Scenario> drawn =
        LongStream.rangeClosed(20_001, 20_000 + DRAWN).mapToObj(RandomScenarios::of);
    List<AdviseOnly> all =
        Stream.concat(named, drawn).flatMap(each -> AdviseOnly.of(each).stream()).toList();
    for (Held held : Held.values()) {
      show(held.name(), all.stream().filter(each -> each.held() == held).toList());
    }
    assertThat(share(all, Held.FAR_TOO_LARGE)).isGreaterThanOrEqualTo(0.90);
    assertThat(share(all, Held.INITIAL)).isGreaterThanOrEqualTo(0.84);
    assertThat(share(all, Held.TOO_SMALL)).isGreaterThanOrEqualTo(0.74);
  }

  private static double share(List<AdviseOnly> all, Held held) {
    return share(all.stream().filter(each -> each.held() == held).toList());
  }

  private static double share(List<AdviseOnly> some) {
    return some.stream().mapToDouble(each -> each.fits() ? 1 : 0).average().orElse(0);
  }

  private static void show(String held, List<AdviseOnly> some) {
    List<AdviseOnly> steady = some.stream().filter(AdviseOnly::steady).toList();
    long nearly = some.stream().filter(AdviseOnly::nearlyFits).count();
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f %% of %d within 15 %%, %.0f %% or by one worker; steady: %.0f %% of %d; off by"
            + " more:%n",
        held,
        100 * share(some),
        some.size(),
        100.0 * nearly / some.size(),
        100 * share(steady),
        steady.size());
    some.stream()
        .filter(each -> !each.nearlyFits())
        .sorted(Comparator.comparingDouble(each -> -Math.abs(Math.log(1 + each.off()))))
        .limit(MISFITS_SHOWN)
        .forEach(AdviseOnlyGateTest::show);
  }

  private static void show(AdviseOnly each) {
    System.out.printf(
        Locale.ROOT,
        "  %-32s held at %4d: %4d advised, %4d governed, %+.0f %%%n",
        each.pool(),
        each.workers(),
        each.advised(),
        each.governed(),
        100 * each.off());
  }
}
