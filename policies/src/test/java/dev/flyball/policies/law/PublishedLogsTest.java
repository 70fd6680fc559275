package dev.flyball.policies.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The four logs that the authors of the moving average published with their program. */
class PublishedLogsTest {

  /** A poll of theirs: the threads that ran a task, and the number that they predicted. */
  private record Poll(int active, int predicted) {}

  private static List<Poll> polls(String log) throws IOException {
    String name = "ema-log-" + log + ".csv";
    try (InputStream bytes =
        Objects.requireNonNull(PublishedLogsTest.class.getResourceAsStream(name), name)) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(",", -1))
          .map(row -> new Poll(Integer.parseInt(row[0]), Integer.parseInt(row[1])))
          .toList();
    }
  }

  private static Seen window(int poll, int active) {
    return Seen.idle().at(poll * 0.5, 0.5).workers(Math.max(1, active)).busy(active);
  }

  /** The program as it is published wrote this one; a pool here is never below 1. */
  @Test
  void thePublishedPolicyAsksForWhatTheProgramAskedFor() throws IOException {
    List<Integer> ours = new ArrayList<>();
    SizingPolicy policy = Policies.parse("moving-average");
    for (Poll poll : polls("bigSine")) {
      Advice advice = policy.advise(window(ours.size(), poll.active()).build());
      ours.add(advice.workers());
      policy = advice.next();
    }
    assertThat(ours)
        .hasSize(111)
        .isEqualTo(polls("bigSine").stream().map(poll -> Math.max(1, poll.predicted())).toList());
  }

  /** Earlier states of the program wrote the others: rounded up, or with another alpha. */
  @ParameterizedTest
  @CsvSource({
    "bigSine, 0.5, false, 111",
    "longSine, 0.5, true, 391",
    "shortRandom, 0.5, true, 94",
    "weirdRandom, 0.75, false, 442"
  })
  void allRowsOfAllLogsAreEqual(String log, double alpha, boolean up, int rows) throws IOException {
    List<Poll> polls = polls(log);
    assertThat(polls).hasSize(rows);
    MovingAverage policy =
        (MovingAverage) Policies.parse("moving-average(alpha=" + alpha + ",interval=500ms)");
    for (int row = 0; row < rows; row++) {
      Poll poll = polls.get(row);
      MovingAverage next = (MovingAverage) policy.advise(window(row, poll.active()).build()).next();
      double ahead = MovingAverage.ahead(poll.active(), policy.average(), next.average(), 1);
      assertThat(up ? (long) Math.ceil(ahead) : Math.round(ahead))
          .as("row %d of %s", row, log)
          .isEqualTo(poll.predicted());
      policy = next;
    }
  }

  @Test
  void thePresetIsTheDefaultOfTheCatalogue() {
    assertThat(Policies.parse("moving-average")).isEqualTo(MovingAverage.asPublished());
    assertThat(Policies.parse("cpu-share")).isEqualTo(CpuShare.asPublished());
    assertThat(Stream.of("alpha=0.5", "interval=500ms", "each-task=false"))
        .allMatch(setting ->
            Policies.parse("moving-average(" + setting + ")").equals(MovingAverage.asPublished()));
  }
}
