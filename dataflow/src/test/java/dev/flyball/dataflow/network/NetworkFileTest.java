package dev.flyball.dataflow.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.flyball.files.FileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a network file may say, and how a mistake in it is named. */
class NetworkFileTest {

  private static final Path EXAMPLES = Path.of("../docs/networks");

  private static final String WHOLE =
      """
      name: small
      host: {cores: 8}
      goal: throughput
      sources:
        in: {to: a, rate: 10/s}
      nodes:
        a: {rate: 100/s}
        b: {time: 5ms, threads: {min: 1, max: 4}}
      routes:
        - {from: a, copy: b}
      """;

  @Test
  void theExamplesAreRead() {
    Network published = NetworkFile.read(EXAMPLES.resolve("call-data.yaml"));
    assertThat(published.nodes())
        .extracting(Node::name)
        .containsExactly("decoder", "converter", "serializer", "feeder");
    assertThat(published.host().cores()).isEqualTo(64);
    Network orders = NetworkFile.read(EXAMPLES.resolve("orders.yaml"));
    assertThat(orders.goal()).isInstanceOf(Goal.Latency.class);
    assertThat(orders.host().rule()).isEqualTo(Host.CoreRule.CPU_TIME);
    Node person = orders.node("person");
    assertThat(person.overflows()).isTrue();
    assertThat(person.threads()).isEqualTo(Threads.fixed(14));
    Node store = orders.node("store");
    assertThat(store.rate()).isEqualTo(new RateCurve.Scalability(120, 0.02, 0.0001));
    assertThat(store.uses().get("connections")).isEqualTo(new Use(0, 1));
    assertThat(orders.node("announce").rate().threadsMax()).isEqualTo(12);
  }

  @Test
  void whatIsLeftOutIsWhatThePageSays() {
    Network network = NetworkFile.parse("small.yaml", WHOLE);
    Node a = network.node("a");
    assertThat(a).isEqualTo(Node.of("a", 100));
    assertThat(network.node("b").serviceSeconds(2)).isEqualTo(0.005);
    assertThat(network.routes()).isEqualTo(List.of(Route.copy("a", "b")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          cores: 8            | cores: 0               | small.yaml:2:15: cores must be above 0 but was 0
          {cores: 8}          | {}                     | must have the key 'cores' but had not
          rate: 100/s         | rate: -5/s             | small.yaml:7:13: rate must be a rate of 0 or more
          rate: 100/s         | rate: 0/s              | small.yaml:7:13: rate must be above 0 but was 0/s
          to: a,              | to: c,                 | small.yaml:5:12: unknown node 'c'
          copy: b             | copy: bb               | small.yaml:10:21: unknown node 'bb'
          copy: b             | split: {b: 0.5}        | sum of the shares of a split must be 1 but was 0.5
          copy: b             | copy: a                | small.yaml:10:5: routes must not lead back to where they come from but do among a
          rate: 100/s         | rate: 100/s, threads: 2 | overflow of 'a' must be said (block, drop-new, drop-old or spill) where threads are fixed but was not
          {min: 1, max: 4}    | {min: 5, max: 4}       | max must be at least min (5) but was 4
          goal: throughput    | goal: speed            | small.yaml:3:7: goal must be throughput, consolidation or {latency: ...} but was speed
          name: small         | nam: small             | small.yaml:1:1: unknown key 'nam'; did you mean 'name'?
          time: 5ms           | time: 5ms, uses: {disk: {per-record: 1}} | unknown resource 'disk'
          - {from: a, copy: b} | []                    | small.yaml:8:3: node must be reached from a source but 'b' is not
          in: {to: a, rate: 10/s} | `in: {to: a, rate: 10/s}\\n  more: {to: b}` | small.yaml:6:3: source must have a rate where there are several
          - {from: a, copy: b} | `- {from: a, copy: b}\n  - {from: a, copy: b}` | small.yaml:11:5: route from 'a' must be given once
          - {from: a, copy: b} | `- {from: a, copy: b}\n  - {from: b, copy: a}` | small.yaml:11:5: routes must not lead back
          rate: 100/s         | rate: 100/s, utilisation: 0 | small.yaml:7:33: utilisation must be above 0 but was 0
          goal: throughput    | `goal: throughput\nutilisation: 0` | small.yaml:4:14: utilisation must be above 0 but was 0
          goal: throughput    | goal: consolidation    | OK
          """)
  void aMistakeIsNamedWhereItStands(String part, String instead, String message) {
    String text = WHOLE.replace(part, instead.replace("\\n", "\n"));
    if (message.equals("OK")) {
      assertThat(NetworkFile.parse("small.yaml", text).goal()).isEqualTo(new Goal.Consolidation());
      return;
    }
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> NetworkFile.parse("small.yaml", text))
        .withMessageContaining(message)
        .withMessageMatching("small\\.yaml:\\d+:\\d+: [^\\n]*");
  }

  @Test
  void aGoalThatNeedsARateSaysSo() {
    String text =
        WHOLE.replace(", rate: 10/s", "").replace("throughput", "{latency: {mean: 20ms}}");
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> NetworkFile.parse("small.yaml", text))
        .withMessageContaining("source must have a rate for the goal latency but 'in' has none");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    assertThatExceptionOfType(FileException.class)
        .isThrownBy(() -> NetworkFile.read(Path.of("none.yaml")))
        .withMessage("none.yaml: file must exist but does not");
  }
}
