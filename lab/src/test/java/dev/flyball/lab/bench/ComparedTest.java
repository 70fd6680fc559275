package dev.flyball.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.bench.BothRuns.Compared;
import org.junit.jupiter.api.Test;

class ComparedTest {

  private static Compared compared(double virtual, double real) {
    return new Compared("pool", "throughput", "1/s", virtual, real, 0.05);
  }

  @Test
  void theDistanceIsAShareOfTheVirtualFigure() {
    assertThat(compared(100, 104).difference()).isEqualTo(0.04);
    assertThat(compared(100, 104).holds()).isTrue();
    assertThat(compared(100, 94).holds()).isFalse();
  }

  @Test
  void nothingIsNoShareOfNothingAndCanBeWrittenDown() {
    assertThat(compared(0, 0).difference()).isZero();
    assertThat(compared(0, 3).difference()).isNaN();
    assertThat(compared(0, 3).holds()).isFalse();
    assertThat(Compared.FIGURES.json(compared(0, 3)).json())
        .contains("\"differencePercent\": null");
  }

  @Test
  void bothHaveNothingToTellAndAgree() {
    assertThat(compared(Double.NaN, Double.NaN).holds()).isTrue();
    assertThat(compared(Double.NaN, 1).holds()).isFalse();
    assertThat(compared(1, Double.NaN).holds()).isFalse();
  }
}
