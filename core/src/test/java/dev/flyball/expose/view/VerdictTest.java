package dev.flyball.expose.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.expose.view.PoolView.Steering;
import dev.flyball.expose.view.Verdict.Level;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is said of a pool, for each way in which one is in trouble, and for those that only seem so.
 */
class VerdictTest {

  private static final double NO = Double.NaN;

  private static WindowFigures figures(
      int size, double busy, long queued, double in, double out, double fail, double away) {
    return new WindowFigures(
        1, size, size, busy, queued, queued, NO, in, out, fail, away, 0, NO, NO, NO, NO, NO, NO, NO,
        NO, NO, 0, 2, NO, NO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // mode, regime, wanted, largest | size, busy, queued | arrive, end, fail, turned away
        "GOVERN|demand|9|100|9|4.2|0|80|80|0|0|FINE|keeps up|Keeps up: 4.2 of 9 workers are busy.",
        "GOVERN|demand|9|100|9|4.2|0|80|80|8|0|ATTENTION|some fail|8.0 of 80.0 tasks a second fail.",
        "GOVERN|demand|9|100|9|4|0|37.4|37.4|37.4|0|TROUBLE|failing"
            + "|37.4 of 37.4 tasks a second fail.",
        "GOVERN|hung|16|100|16|16|5000|0|0|0|39.7|TROUBLE|hung"
            + "|Nothing ends: 16 busy; 5000 wait; 39.7/s turned away.",
        "GOVERN|behind|48|12|12|12|50|33.6|33.6|0|35.6|TROUBLE|at its limit"
            + "|At its limit of 12; 48 are needed; 50 wait; 35.6/s turned away.",
        "GOVERN|demand|22|12|12|11|0|33.6|33.6|0|0|FINE|keeps up"
            + "|Keeps up: 11.0 of 12 workers are busy.",
        "GOVERN|behind|12|100|12|12|50|33.6|33.6|0|5|TROUBLE|turning away"
            + "|Tasks are turned away; 50 wait; 5.0/s turned away; what stands behind it is short.",
        "GOVERN|behind|12|100|12|12|50|33.6|33.6|0|0|ATTENTION|behind"
            + "|What stands behind its 12 workers is short; 50 wait.",
        "GOVERN|CPU|4|100|4|4|50|33.6|33.6|0|0|ATTENTION|CPU"
            + "|The processors are short: 4 workers; 50 wait.",
        "GOVERN|overloaded|4|100|4|4|50|33.6|33.6|0|9|TROUBLE|overloaded"
            + "|More comes than can be done in time; 50 wait; 9.0/s turned away.",
        "PINNED|demand|2|100|8|1|0|8|8|0|0|ATTENTION|pinned|Pinned by hand at 8; 2 are advised.",
        "PINNED|behind|20|100|8|8|90|8|8|0|0|TROUBLE|pinned"
            + "|Pinned by hand at 8; 20 are advised; 90 wait.",
        "OVERRIDDEN|hung|2|100|8|1|0|8|8|0|0|ATTENTION|overridden"
            + "|Overridden by hand at 8; the policy is not asked.",
        "ADVISE_ONLY|demand|9|100|8|4|0|8|8|0|0|FINE|advice only"
            + "|Advice only: 9 advised, 8 in force.",
        "ADVISE_ONLY|demand|40|100|8|8|3|8|8|0|0|ATTENTION|advice only"
            + "|Advice only: 40 advised, 8 in force.",
        "UNGOVERNED||0|0|8|1|0|8|8|0|0|FINE|ungoverned|Keeps up: 1.0 of 8 workers are busy.",
        "UNGOVERNED||0|0|8|8|7|8|8|0|0|ATTENTION|full|All of its 8 workers are busy; 7 wait.",
        // of an adopted pool failures are not known: nothing is said of them
        "GOVERN|demand|9|100|9|4.2|0|80|80|NaN|0|FINE|keeps up"
            + "|Keeps up: 4.2 of 9 workers are busy.",
        "GOVERN|demand|20|9|9|9|4|80|80|NaN|0|TROUBLE|at its limit"
            + "|At its limit of 9; 20 are needed; 4 wait.",
        "UNGOVERNED||0|0|8|8|7|8|8|0|2|TROUBLE|turning away"
            + "|Tasks are turned away; 7 wait; 2.0/s turned away.",
      })
  void saysWhatMattersMost(
      String mode,
      String regime,
      int wanted,
      int most,
      int size,
      double busy,
      long queued,
      double in,
      double out,
      double fail,
      double away,
      Level level,
      String word,
      String sentence) {
    Steering steering =
        new Steering(
            mode,
            "flyball",
            regime == null ? "" : regime,
            Math.min(wanted, most),
            wanted,
            "",
            0,
            1,
            most,
            0,
            0,
            0);
    PoolView view =
        new PoolView(
            "pool",
            "only",
            1,
            figures(size, busy, queued, in, out, fail, away),
            steering,
            List.of(),
            List.of(),
            List.of());
    assertThat(Verdict.of(view)).isEqualTo(new Verdict(level, word, sentence));
  }
}
