package dev.flyball.sim.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import dev.flyball.sim.flow.FlowModels.Claim;
import dev.flyball.sim.flow.FlowModels.Model;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Networks in virtual time agree with queueing theory over 20 runs.
 *
 * <p>Of many intervals of 95 % confidence one in twenty misses the truth by chance. So a figure may
 * miss it by half the interval's half width (which happens to one in 200), and the page says where
 * one did. The rows are the table of {@code docs/simulator.md}, which has to have them.
 */
final class FlowTheoryTest {

  private static final long SEED = 1;
  private static final int RUNS = 20;
  private static final double LENIENCE = 1.5;
  private static final Duration LENGTH = Duration.ofMinutes(10);
  private static final Duration WARM_UP = Duration.ofMinutes(1);
  private static final Path PAGE = Path.of("..", "docs", "simulator.md");

  @ParameterizedTest
  @MethodSource("dev.flyball.sim.flow.FlowModels#models")
  void isWithinTheIntervalAroundTwentyRuns(Model model) throws IOException {
    long first = Dice.stream(SEED, model.name().hashCode()).nextLong();
    List<FlowOutcome> runs =
        FlowBench.replicate(
            model.networks().network(),
            model.networks().allThreads(),
            model.rate(),
            LENGTH,
            WARM_UP,
            first,
            RUNS);
    List<String> rows = new ArrayList<>();
    List<String> outside = new ArrayList<>();
    for (Claim claim : model.claims()) {
      FlowEstimate estimate = FlowEstimate.of(runs, claim.measured());
      String row = row(model.name(), claim, estimate);
      rows.add(row);
      if (Math.abs(estimate.mean() - claim.theory()) > LENIENCE * estimate.halfWidth()) {
        outside.add(row);
      }
      assertThat(estimate.halfWidth()).as(row).isLessThan(0.05 * claim.theory());
    }
    assertThat(outside).isEmpty();
    assertThat(Files.readString(PAGE)).as("the table of %s", PAGE).contains(rows);
  }

  private static String row(String model, Claim claim, FlowEstimate estimate) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s ± %s | %s |",
        model,
        claim.quantity(),
        digits(claim.theory(), 4),
        digits(estimate.mean(), 4),
        digits(estimate.halfWidth(), 2),
        estimate.includes(claim.theory()) ? "yes" : "nearly");
  }

  static String digits(double value, int precision) {
    return new BigDecimal(value).round(new MathContext(precision)).toPlainString();
  }
}
