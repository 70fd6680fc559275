package dev.flyball.dataflow.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flyball.dataflow.network.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The printed configurations and utilisations, found again without steps and with them. */
class PublishedTest {

  /** Table 11 with the rates of Table 10, Table 12 with those of Table 2. */
  @ParameterizedTest
  @CsvSource({
    "64, false, 9766, 10430, 1987, 28, 1, 1, 1, 61, 1366.4",
    "64, true, 9766, 10430, 1987, 28, 9, 9, 45, 1, 70315.2",
    "8, false, 30055, 18672, 6146, 94, 1, 1, 1, 5, 376.0",
    "8, true, 30055, 18672, 6146, 94, 1, 2, 4, 1, 19667.2",
    "64, false, 10658, 12147, 2061, 330, 2, 2, 9, 51, 13464.0",
    "64, false, 10658, 12147, 2061, 660, 3, 3, 14, 44, 23083.2",
    "64, false, 10658, 12147, 2061, 990, 4, 4, 18, 38, 29678.4"
  })
  void theSevenConfigurations(
      double cores,
      boolean fixed,
      double d,
      double c,
      double s,
      double f,
      int kd,
      int kc,
      int ks,
      int kf,
      double rate) {
    Network network = Published.network(cores, fixed, d, c, s, f);
    Plan plan = Planner.plan(network);
    assertThat(Published.threads(plan)).containsExactly(kd, kc, ks, kf);
    assertThat(plan.rate()).isCloseTo(rate, within(1e-9 * rate));
    assertThat(plan.feasible()).isTrue();
    assertThat(plan.bound()).contains(Bound.CORES);
    for (double step : new double[] {1, 10, 100}) {
      Stepwise.Result stepped = new Stepwise(network, step).run();
      assertThat(List.copyOf(stepped.threads().values())).containsExactly(kd, kc, ks, kf);
      assertThat(stepped.rate()).isLessThanOrEqualTo(plan.rate());
      assertThat(stepped.rate()).isGreaterThan(plan.rate() - 2 * step);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "13400, 330, 2, 2, 9, 51, 62.86, 55.16, 72.24, 79.62",
    "23000, 660, 3, 3, 14, 44, 71.93, 63.12, 79.71, 79.20",
    "29500, 990, 4, 4, 18, 38, 69.20, 60.71, 79.52, 78.42"
  })
  void theTwelveUtilisationsOfTable12(
      double rate,
      double f,
      int kd,
      int kc,
      int ks,
      int kf,
      double ud,
      double uc,
      double us,
      double uf) {
    Network network = Published.network(64, false, 10658, 12147, 2061, f);
    Plan plan =
        Planner.assess(
            network, Map.of("decoder", kd, "converter", kc, "serializer", ks, "feeder", kf), rate);
    List<Double> percent = new ArrayList<>();
    plan.nodes().forEach(part -> percent.add(100 * part.utilisation()));
    double[] printed = {ud, uc, us, uf};
    for (int i = 0; i < printed.length; i++) {
      assertThat(percent.get(i)).isCloseTo(printed[i], within(0.01));
    }
  }
}
