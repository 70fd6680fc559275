package dev.flyball.dataflow.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.network.RateCurve.Measured.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlateauTest {

  @Test
  void theFeederOfZerberusGainsNothingBeyondFourThreads() {
    assertThat(Plateau.of(CurveFitTest.ZERBERUS)).contains(new Plateau(4, 136));
  }

  @Test
  void theFeederOfGoedelStillRises() {
    assertThat(Plateau.of(CurveFitTest.GOEDEL)).isEmpty();
  }

  @Test
  void aDipIsNoPlateau() {
    assertThat(Plateau.of(List.of(new Point(1, 100), new Point(2, 95), new Point(4, 300))))
        .isEmpty();
  }

  @Test
  void asManyAsOneIsAPlateauAtOne() {
    assertThat(Plateau.of(List.of(new Point(1, 100), new Point(2, 104), new Point(4, 90))))
        .contains(new Plateau(1, 100));
    assertThat(Plateau.of(List.of(new Point(1, 100)))).isEmpty();
  }
}
