package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Json;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.WindowFigures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class HistoryTest {

  private final History history = new History();

  private void add(long atMillis, double seconds, int workers, double perSecond) {
    add(atMillis, seconds, workers, perSecond, 200);
  }

  private void add(long atMillis, double seconds, int workers, double perSecond, int limitMax) {
    add(atMillis, Views.figures(seconds, workers, perSecond), limitMax);
  }

  private void add(long atMillis, WindowFigures figures, int limitMax) {
    PoolView.Steering steering =
        new PoolView.Steering("GOVERN", "flyball", "", 5, 5, "", 0.05, 1, limitMax, 7, 0, 0);
    history.add(
        atMillis, new PoolView("a", "only", 0, figures, steering, List.of(), List.of(), List.of()));
  }

  private JsonNode read() {
    return read(0, Long.MAX_VALUE);
  }

  private JsonNode read(long fromMillis, long untilMillis) {
    return Watcher.JSON.readTree(Json.rounded(history.between(fromMillis, untilMillis)));
  }

  @Test
  void oftenLookedAtARowIsTheMeanOfHalfASecond() {
    for (int i = 0; i <= 10; i++) {
      add(1000 + 100L * i, 0.1, 4, 10 * i);
    }
    JsonNode rows = read();
    assertThat(rows.get("timeMillis")).hasSize(2);
    assertThat(rows.get("completedPerSecond").get(0).asDouble()).isEqualTo(25); // 0 to 50
    assertThat(rows.get("completedPerSecond").get(1).asDouble()).isEqualTo(80); // 60 to 100
  }

  @Test
  void aShortWindowWeighsLittle() {
    add(1000, 0.5, 4, 10);
    add(1001, 0.001, 4, 100_000);
    add(1500, 0.499, 4, 10);
    double perSecond = read().get("completedPerSecond").get(0).asDouble();
    assertThat(perSecond).isBetween(109.0, 111.0);
  }

  @Test
  void seldomLookedAtEachLookIsARow() {
    for (int i = 0; i < 4; i++) {
      add(1000L * i, 0.1, i + 1, 10);
    }
    assertThat(read().get("workersTarget").toString()).isEqualTo("[1.5,3,4]");
  }

  @Test
  void theLimitIsInItWhereThereIsOne() {
    add(0, 0.5, 4, 10, 60);
    add(500, 0.5, 4, 10, 60);
    add(1000, 0.5, 4, 10, Integer.MAX_VALUE);
    add(1500, 0.5, 4, 10, 0);
    assertThat(read().get("limitMax").toString()).isEqualTo("[60,null,null]");
  }

  @Test
  void theCapacityOfTheQueueIsInItWhereItHasOne() {
    add(0, Views.figures(0.5, 4, 10, 60), 200);
    add(500, Views.figures(0.5, 4, 10, 60), 200);
    add(1000, Views.figures(0.5, 4, 10, 0), 200);
    add(1500, Views.figures(0.5, 4, 10, Integer.MAX_VALUE), 200);
    add(2000, Views.figures(0.5, 4, 10, Double.NaN), 200);
    assertThat(read().get("queueCapacity").toString()).isEqualTo("[60,0,null,null]");
  }

  /** After three hours, two updates a second. */
  @ParameterizedTest
  @CsvSource({
    // how far back in seconds, length of a row, rows
    "60, 500, 121",
    "119, 500, 239",
    "600, 2000, 301",
    "3600, 10000, 361",
    "7200, 10000, 721",
    "20000, 10000, 732",
  })
  void theOlderTheCoarser(long backSeconds, long rowMillis, int rows) {
    long endMillis = 3 * 3_600_000;
    for (long at = 0; at <= endMillis; at += 500) {
      add(at, 0.5, (int) (at / 1000) + 1, 1);
    }
    JsonNode seen = read(endMillis - 1000 * backSeconds, endMillis);
    assertThat(seen.get("rowMillis").asLong()).isEqualTo(rowMillis);
    assertThat(seen.get("timeMillis")).hasSize(rows);
    for (int row = 1; row < rows; row++) {
      assertThat(seen.get("timeMillis").get(row).asLong())
          .isEqualTo(seen.get("timeMillis").get(row - 1).asLong() + rowMillis);
    }
    // A row is the mean of its seconds.
    long last = seen.get("timeMillis").get(rows - 1).asLong();
    double workers = seen.get("workersTarget").get(rows - 1).asDouble();
    assertThat(workers).isBetween((last - rowMillis) / 1000.0, last / 1000.0 + 1);
  }

  @Test
  void ofAYoungPoolTheFinestRowsAreShownWhateverTheRange() {
    for (long at = 0; at <= 60_000; at += 500) {
      add(at, 0.5, 4, 1);
    }
    assertThat(read(-3_600_000, 60_000).get("rowMillis").asLong()).isEqualTo(500);
  }

  @Test
  void aMomentOfThePastEndsWhereItIsSaid() {
    for (long at = 0; at <= 1_800_000; at += 500) {
      add(at, 0.5, 4, 1);
    }
    JsonNode then = read(600_000, 660_000);
    assertThat(then.get("timeMillis").get(0).asLong()).isEqualTo(600_000);
    assertThat(then.get("timeMillis").get(6).asLong()).isEqualTo(660_000);
    assertThat(then.get("timeMillis")).hasSize(7);
    assertThat(read(5_000_000, 6_000_000).get("timeMillis")).isEmpty();
    assertThat(read(600_000, 500_000).get("timeMillis")).isEmpty();
  }
}
