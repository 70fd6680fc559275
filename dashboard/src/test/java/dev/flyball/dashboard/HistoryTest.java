package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HistoryTest {

  private static JsonNode read(History history) {
    return Watcher.JSON.readTree(Json.rounded(history));
  }

  @Test
  void oftenLookedAtARowIsTheMeanOfHalfASecond() {
    History history = new History();
    for (int i = 0; i <= 10; i++) {
      history.add(1000 + 100L * i, Views.figures(4, 10 * i));
    }
    JsonNode rows = read(history);
    assertThat(rows.get("timeMillis")).hasSize(2);
    assertThat(rows.get("completedPerSecond").get(0).asDouble()).isEqualTo(25); // 0 to 50
    assertThat(rows.get("completedPerSecond").get(1).asDouble()).isEqualTo(80); // 60 to 100
  }

  @Test
  void aShortWindowWeighsLittle() {
    History history = new History();
    history.add(1000, Views.figures(0.5, 4, 10));
    history.add(1001, Views.figures(0.001, 4, 100_000));
    history.add(1500, Views.figures(0.499, 4, 10));
    double perSecond = read(history).get("completedPerSecond").get(0).asDouble();
    assertThat(perSecond).isBetween(109.0, 111.0);
  }

  @Test
  void seldomLookedAtEachLookIsARow() {
    History history = new History();
    for (int i = 0; i < 4; i++) {
      history.add(1000L * i, Views.figures(i + 1, 10));
    }
    assertThat(read(history).get("workersTarget").toString()).isEqualTo("[1.5,3,4]");
  }

  @Test
  void anHourFillsTenMinutes() {
    History history = new History();
    for (int i = 0; i < 36_000; i++) {
      history.add(100L * i, Views.figures(i / 5 + 1, 1));
    }
    JsonNode rows = read(history);
    assertThat(history.size()).isEqualTo(History.ROWS);
    assertThat(rows.get("timeMillis")).hasSize(History.ROWS);
    long first = rows.get("timeMillis").get(0).asLong();
    long last = rows.get("timeMillis").get(History.ROWS - 1).asLong();
    assertThat(last - first).isEqualTo(500L * (History.ROWS - 1));
    assertThat(last).isGreaterThan(3_599_000);
  }
}
