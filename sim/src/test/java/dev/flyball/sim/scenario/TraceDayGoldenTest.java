package dev.flyball.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Dice;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The rule by which the trace of a day was made; {@code -Dgolden=update} makes it anew. */
class TraceDayGoldenTest {

  private static final Path TRACE =
      Path.of("src/main/resources/dev/flyball/sim/scenarios/trace-day.csv");
  private static final int DAY_SECONDS = 86_400;
  private static final double CREST_PER_HOUR = 300;

  @Test
  void traceIsMadeByItsRule() throws IOException {
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(TRACE, trace());
    }
    assertThat(Files.readString(TRACE)).isEqualTo(trace());
  }

  /** Independent arrivals, made by thinning, as the trace's own head says. */
  private static String trace() {
    StringBuilder text =
        new StringBuilder(
            """
            # A day of a business service, made by rule: independent arrivals, at hour h in an hour
            # 30 + 190 exp(-((h - 10.5) / 1.8)^2) + 165 exp(-((h - 15.5) / 2)^2), and 120 more from 2 to 3.
            # A report is 3 in 5 of the arrivals from 2 to 3, and 1 in 20 at any other hour; the rest are pages.
            seconds,kind
            """);
    Dice times = new Dice(8);
    Dice kinds = new Dice(9);
    double second = times.nextExponential(3_600 / CREST_PER_HOUR);
    while (second < DAY_SECONDS) {
      if (times.nextDouble() * CREST_PER_HOUR < perHour(second / 3_600)) {
        String kind = kinds.nextDouble() < reports(second / 3_600) ? "report" : "page";
        text.append(new BigDecimal(second).setScale(3, RoundingMode.FLOOR))
            .append(',')
            .append(kind)
            .append('\n');
      }
      second += times.nextExponential(3_600 / CREST_PER_HOUR);
    }
    return text.toString();
  }

  private static double perHour(double hour) {
    return 30
        + 190 * bell((hour - 10.5) / 1.8)
        + 165 * bell((hour - 15.5) / 2)
        + (isNight(hour) ? 120 : 0);
  }

  private static double reports(double hour) {
    return isNight(hour) ? 0.6 : 0.05;
  }

  private static boolean isNight(double hour) {
    return hour >= 2 && hour < 3;
  }

  private static double bell(double x) {
    return StrictMath.exp(-x * x);
  }
}
