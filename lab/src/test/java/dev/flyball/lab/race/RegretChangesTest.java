package dev.flyball.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegretChangesTest {

  private static final String BOARD =
      """
      policy         asked         regret  avoidable
      -------------  ------------  ------  ---------
      oracle         never           1.00       1.00
      flyball (old)  every 100 ms    1.50       2.00

      oracle: 0.1 s per task
      """;

  @Test
  void aRegretIsFoundUnderWhatStandsBeforeIt() {
    assertThat(RegretChanges.regrets(BOARD, 2))
        .containsEntry(List.of("oracle", "never"), 1.0)
        .containsEntry(List.of("flyball (old)", "every 100 ms"), 1.5)
        .hasSize(2);
  }

  @Test
  void tenAreShownTheLargestFirst() {
    RegretChanges changes = new RegretChanges();
    IntStream.range(0, 12).forEach(i -> changes.add("bursts", "p" + i, 1, 1 + 0.1 * i));
    changes.add("sine", "flyball", 4, 1);
    assertThat(changes.largest().lines())
        .hasSize(11)
        .startsWith(
            "the largest changes of regret, of 12:",
            "  sine, flyball: 4.00, now 1.00",
            "  bursts, p11: 1.00, now 2.10");
  }
}
