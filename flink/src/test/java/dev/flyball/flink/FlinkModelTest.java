package dev.flyball.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subtasks of a source of so many records a second, and stages of 4, 8, 10 and 40 ms. */
class FlinkModelTest {

  private static final double[] MILLIS = {4, 8, 10, 40};

  private static FlinkModel model(double perSecond, String groups, String parallelism) {
    List<FlinkVertex> vertices = new ArrayList<>();
    Map<String, Double> rates = new HashMap<>();
    Map<String, Double> shares = new HashMap<>();
    String[] groupOf = groups.split(" ", -1);
    String[] numbers = parallelism.split(" ", -1);
    vertices.add(new FlinkVertex("0", "source", 1, 128, groupOf[0], List.of()));
    for (int i = 1; i <= MILLIS.length; i++) {
      String id = String.valueOf(i);
      String before = String.valueOf(i - 1);
      int number = Integer.parseInt(numbers[i]);
      vertices.add(new FlinkVertex(id, "stage" + i, number, 128, groupOf[i], List.of(before)));
      rates.put(id, 1000 / MILLIS[i - 1]);
      shares.put(id, 1.0);
    }
    Map<String, Double> sent = Map.of("0", perSecond);
    return new FlinkModel(vertices, rates, shares, sent, sent);
  }

  private static String numbers(Map<String, Integer> byName) {
    List<String> numbers = new ArrayList<>();
    for (int i = 1; i <= MILLIS.length; i++) {
      numbers.add(String.valueOf(byName.get("stage" + i)));
    }
    return byName.get("source") + " " + String.join(" ", numbers);
  }

  @ParameterizedTest
  @CsvSource({
    // per second, budget, slots, groups -> subtasks
    "58, 12, 12, a b c d e, 1 1 1 1 3",
    "116, 12, 12, a b c d e, 1 1 2 2 6",
    "1000, 12, 12, a b c d e, 1 1 2 2 6",
    "1000, 12, 8, a b c d e, 1 1 1 1 4", // a slot for each subtask: as a budget of 8
    "58, 12, 8, a b c d e, 1 1 1 1 3",
    "1000, 12, 5, a b c d e, 1 1 1 1 1",
    "1000, 12, 4, a a a a a, 1 1 1 1 4", // slots are shared: as many as the widest vertex
    "116, 12, 7, a a b b b, 1 1 2 2 6", // 1 and 6
    "116, 12, 6, a a b b b, 1 1 1 2 5", // 1 and 5: 100/s, and for that one less is enough
    "1000, 12, 2, a b c d e, 1 1 1 1 1", // fewer than a job can have: it waits for slots
  })
  void subtasksFitBudgetAndSlots(
      double perSecond, int budget, int slots, String groups, String subtasks) {
    FlinkModel model = model(perSecond, groups, "1 1 1 1 1");
    assertThat(numbers(model.plan(FlinkSettings.of(budget), slots).threads())).isEqualTo(subtasks);
  }

  @ParameterizedTest
  @CsvSource({
    // per second, subtasks -> subtasks that Flink's own rule asks for
    "58, 1 1 1 1 1, 1 1 1 1 4",
    "116, 1 1 1 1 4, 1 1 2 2 7",
    "1000, 1 1 1 1 1, 1 6 12 15 58", // 92 in all: no budget
    "70, 1 1 1 1 4, 1 1 1 1 4", // 28, 56, 70 and 70 % busy, but 28 is outside of 40 to 100
    "100, 1 1 2 2 6, 1 1 2 2 6", // 40, 40, 50, 67 %: all within
    "10, 1 1 2 2 9, 1 1 1 1 4", // not below 0.4 of 9
  })
  void theRuleOfFlinksOwnAutoscalerHasNoBudget(double perSecond, String now, String wanted) {
    assertThat(numbers(AutoscalerRule.of(model(perSecond, "a b c d e", now)))).isEqualTo(wanted);
  }

  @Test
  void aSourceThatIsSilentBehindFullBuffersStillWouldSendWhatItDid() {
    // 1,000 records in 2.5 s, and then blocked for a minute in which the stage did 600
    List<FlinkVertex> vertices =
        List.of(
            new FlinkVertex("0", "source", 1, 128, "a", List.of()),
            new FlinkVertex("1", "stage", 1, 128, "b", List.of("0")));
    FlinkReading first = reading(vertices, new FlinkCounts(0, 1000, 2500, 5000, 0), 75);
    FlinkReading last = reading(vertices, new FlinkCounts(0, 1000, 2500, 65_000, 0), 675);
    FlinkModel model = FlinkModel.of(List.of(first, last)).orElseThrow();
    assertThat(model.demandSum()).isCloseTo(400, within(1.0));
    assertThat(model.rates().get("1")).isCloseTo(10, within(0.1));
  }

  /** The stage has been busy for 100 ms with each of so many records. */
  private static FlinkReading reading(
      List<FlinkVertex> vertices, FlinkCounts source, double records) {
    FlinkCounts stage = new FlinkCounts(records, records, 100 * records, 0, 0);
    return new FlinkReading(0, "RUNNING", "epoch", 12, vertices, Map.of("0", source, "1", stage));
  }
}
