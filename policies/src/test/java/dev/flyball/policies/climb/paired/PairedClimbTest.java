package dev.flyball.policies.climb.paired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.CurvePlant;
import dev.flyball.policy.Followed;
import dev.flyball.policy.Life;
import dev.flyball.policy.Limits;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Seen;
import dev.flyball.policy.Signals;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The climb on throughputs that were measured on a database server, by sizes 1, 2, 4, ... 128. */
class PairedClimbTest {

  private static final double WINDOW_SECONDS = 0.25;
  private static final int SEEDS = 20;

  /** Statements per second of a MariaDB server on two cores. */
  enum Server {
    DURABLE_UPDATES(64, 18516),
    DURABLE_WRITES(64, 6028),
    SLOW_DISK(64, 1730),
    SLOW_DISK_UPDATES(64, 8463),
    CACHED_READS(64, 2809),
    HOT_ROWS(256, 29548),
    READS_FROM_DISK(64, 29587);

    private final int connections;
    final double best;

    Server(int connections, double best) {
      this.connections = connections;
      this.best = best;
    }

    private CurvePlant.Table table() {
      return switch (this) {
        case DURABLE_UPDATES -> bySize(6006, 10638, 15429, 18516, 18406, 17435, 17380, 16921);
        case DURABLE_WRITES -> bySize(3346, 4411, 4878, 6028, 5696, 5641, 5385, 5620);
        case SLOW_DISK -> bySize(501, 1001, 1419, 1582, 1730, 1591, 1587, 1612);
        case SLOW_DISK_UPDATES -> bySize(586, 3329, 4034, 6170, 7448, 8357, 8463, 8280);
        case CACHED_READS -> bySize(1812, 2809, 2638, 2637, 2700, 2748, 2650, 2568);
        case HOT_ROWS -> bySize(6935, 29548, 12728, 5835, 4500, 3197, 3000, 2889);
        case READS_FROM_DISK -> bySize(29061, 29587, 25582, 24507, 25007, 22570, 22000, 21532);
      };
    }

    private static CurvePlant.Table bySize(double... throughputs) {
      return CurvePlant.Table.of(
          IntStream.range(0, 2 * throughputs.length)
              .mapToDouble(i -> i % 2 == 0 ? 1 << (i / 2) : throughputs[i / 2])
              .toArray());
    }

    double throughput(double size) {
      return table().linear(size);
    }

    List<Integer> sizes(String specification, int start, double noise, int windows, long seed) {
      SizingPolicy policy = Policies.parse(specification).within(Limits.of(1, 128));
      return new CurvePlant(this::throughput, noise, WINDOW_SECONDS, connections)
          .run(policy, start, windows, seed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void endsWithinFivePercentOfTheBestSizeFromEverywhere(Server server) {
    for (int start : new int[] {1, 2, 128}) {
      long good =
          IntStream.rangeClosed(1, SEEDS)
              .filter(seed -> {
                List<Integer> sizes = server.sizes("paired-climb", start, 0.05, 1200, seed);
                List<Integer> last = sizes.subList(sizes.size() - 240, sizes.size());
                double held = last.stream().mapToDouble(server::throughput).average().orElse(0);
                return held >= 0.95 * server.best;
              })
              .count();
      assertThat(good).as("%s from %d", server, start).isGreaterThanOrEqualTo(SEEDS - 1);
    }
  }

  @Test
  void endsSmallWhereTheSizeDoesNotMatter() {
    for (int start : new int[] {1, 2, 128}) {
      List<Integer> sizes =
          new CurvePlant(size -> 5000, 0.03, WINDOW_SECONDS, 64)
              .run(Policies.parse("paired-climb").within(Limits.of(1, 128)), start, 1200, start);
      assertThat(sizes.get(1199)).as("from %d", start).isLessThanOrEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "128"})
  void spendsLittleFarFromTheBestSize(int start) {
    // Six halvings of a second each lie between 128 and the best size of the worst curve.
    List<Integer> sizes = Server.HOT_ROWS.sizes("paired-climb", start, 0.05, 1200, 1);
    double lost =
        sizes.stream().mapToDouble(size -> 1 - Server.HOT_ROWS.throughput(size) / 29548).sum();
    assertThat(lost * WINDOW_SECONDS).isLessThan(20);
  }

  @Test
  void noticesThatTheLoadHasChanged() {
    DoubleUnaryOperator flat = size -> 50_000;
    DoubleUnaryOperator slowDisk = Server.SLOW_DISK::throughput;
    SizingPolicy policy = Policies.parse("paired-climb").within(Limits.of(1, 128));
    List<Integer> sizes =
        new CurvePlant(size -> 0, 0.03, WINDOW_SECONDS, 64)
            .run(policy, 2, 1600, 1, window -> window < 800 ? flat : slowDisk);
    assertThat(sizes.get(799)).isLessThanOrEqualTo(2);
    assertThat(sizes.get(1599)).isBetween(6, 24);
  }

  @Test
  void neverTriesMoreThanThereAreConnections() {
    List<Integer> sizes =
        new CurvePlant(size -> 100 * Math.min(size, 10), 0, WINDOW_SECONDS, 10)
            .run(Policies.parse("paired-climb"), 4, 1200, 1);
    assertThat(sizes).allMatch(size -> size <= 10);
    assertThat(sizes.get(1199)).isBetween(9, 10);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 64", "64, 64", "1, 64"})
  void restsLongerAndLongerWhereNothingIsToBeFound(int least, int connections) {
    SizingPolicy policy = Policies.parse("paired-climb").within(Limits.of(least, 64));
    Life life =
        Life.of(
            policy,
            least,
            7200,
            (window, size) ->
                Followed.saturated(2000, WINDOW_SECONDS, size)
                    .at(window * WINDOW_SECONDS, WINDOW_SECONDS)
                    .workers(size)
                    .signal(Signals.CONNECTIONS, connections)
                    .build());
    // Half an hour: after 30 s, 1, 2, 4, 8 and 16 minutes, five seconds each at two sizes.
    assertThat(life.sizes().stream().filter(size -> size != least).count()).isLessThan(400);
    assertThat(life.lastSize()).isEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({"1", "8", "40"})
  void aSizeThatGetsNothingDoneIsLeft(int start) {
    List<Integer> sizes =
        new CurvePlant(size -> size < 64 ? 500 * Math.min(size, 16) : 0, 0, WINDOW_SECONDS, 256)
            .run(Policies.parse("paired-climb").within(Limits.of(1, 256)), start, 1200, 1);
    assertThat(sizes.subList(400, 1200)).allMatch(size -> size < 64);
    assertThat(sizes.get(1199)).isBetween(14, 22);
  }

  /** Shows a target with its knee at 8 until then; returns the time in seconds. */
  private static double untilItCompares16With8(Followed climb) {
    double now = 0;
    while (!climb.why().contains("compares 16 with 8")) {
      double throughput = 800.0 * Math.min(8, climb.size());
      climb.on(
          Followed.saturated(throughput, WINDOW_SECONDS, climb.size()).at(now, WINDOW_SECONDS));
      now += WINDOW_SECONDS;
    }
    return now;
  }

  @Test
  void aResizeThatFailedWhileTheTargetWasAwayIsNoRefusal() {
    Followed climb = new Followed(Policies.parse("paired-climb").within(Limits.of(1, 64)), 8);
    double now = untilItCompares16With8(climb);
    int refused = climb.size() == 16 ? 8 : 16; // what was asked for was not done
    climb.resize(refused);
    Seen back = Followed.saturated(6400, WINDOW_SECONDS, refused).at(now + 20, WINDOW_SECONDS);
    assertThat(climb.on(back)).isEqualTo(8);
    assertThat(climb.why()).contains("not seen for");
  }

  @Test
  void aSizeSetByOthersIsWhereItBeginsAnew() {
    Followed climb = new Followed(Policies.parse("paired-climb").within(Limits.of(1, 128)), 4);
    for (int i = 0; i < 1000; i++) {
      climb.on(Followed.saturated(2000, WINDOW_SECONDS, climb.size()));
    }
    assertThat(climb.size()).isEqualTo(1);
    climb.resize(50);
    climb.on(Followed.saturated(2000, 1, 50));
    assertThat(climb.why()).contains("looks at all sizes: 50 has 2000.0/s");
  }

  @Test
  void aStallIsNoSampleAndTheBestSizeIsGoneBackTo() {
    Followed climb = new Followed(Policies.parse("paired-climb").within(Limits.of(1, 64)), 8);
    double now = untilItCompares16With8(climb);
    assertThat(climb.on(Followed.saturated(1, 20, climb.size()).at(now, 20))).isEqualTo(8);
    assertThat(climb.why()).contains("a window of 20.00 s is no sample");
  }

  @Test
  void aTargetThatWasOutOfSightIsPutBackToTheBestSize() {
    Followed climb = new Followed(Policies.parse("paired-climb").within(Limits.of(1, 64)), 8);
    double now = untilItCompares16With8(climb);
    Seen back = Followed.saturated(6400, WINDOW_SECONDS, climb.size());
    assertThat(climb.on(back.at(now + 20, WINDOW_SECONDS))).isEqualTo(8);
    assertThat(climb.why()).contains("not seen for 20.00 s");
  }

  @Test
  void asksToBeAskedFourTimesInASample() {
    assertThat(Policies.parse("paired-climb(sample=2s)").nextPoll())
        .contains(new PollInterval(500_000_000L, 500_000_000L));
  }
}
