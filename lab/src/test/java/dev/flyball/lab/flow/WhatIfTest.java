package dev.flyball.lab.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.solve.Planner;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One thing changed in a network. */
class WhatIfTest {

  private final Network network = NetworkFile.read(Path.of("../docs/networks/call-data.yaml"));

  @Test
  void changesOneThing() {
    Network faster = WhatIf.of("feeder.rate=x2").applied(network);
    assertThat(faster.node("feeder").rate().perSecond(1)).isEqualTo(660);
    assertThat(Planner.plan(faster).threads()).containsEntry("feeder", 44);
    assertThat(WhatIf.of("feeder.rate=12").applied(network).node("feeder").rate().perSecond(3))
        .isEqualTo(36);
    assertThat(WhatIf.of("decoder.threads=4").applied(network).node("decoder").threads())
        .isEqualTo(Threads.fixed(4));
    assertThat(WhatIf.of("host.cores=8").applied(network).host().cores()).isEqualTo(8);
    assertThat(WhatIf.of("network.rate=50").applied(network).sources().get(0).perSecond())
        .hasValue(50);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          feeder              | change must be such as feeder.rate=x10
          feeder.rate=x0      | change must be above 0
          feede.rate=x2       | unknown node 'feede'; did you mean 'feeder'?
          feeder.speed=x2     | unknown thing of a node 'speed'
          host.memory=4       | unknown thing of a host 'memory'
          feeder.threads=1.5  | threads must be a whole number
          network.rate=x2     | source must have a rate to be multiplied but 'network' has none
          """)
  void refusesWhatItDoesNotKnow(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WhatIf.of(text).applied(network))
        .withMessageContaining(message);
  }
}
