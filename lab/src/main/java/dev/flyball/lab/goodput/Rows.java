package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Event;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The catalogue of rows. */
public final class Rows {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

  private static final Backend CPU = Backend.cpu(Duration.ofMillis(20), 1);
  private static final Backend SERVERS = Backend.servers(20, Duration.ofMillis(200));
  private static final Backend SLOW_SERVERS = Backend.servers(20, Duration.ofMillis(250));
  private static final Backend COLLAPSING = Backend.collapsing(40, Duration.ofMillis(100));
  private static final Backend PLAIN = Backend.plain(Duration.ofMillis(200));

  /**
   * Enough for a collapsing backend at 90 % to do less than comes: by its formula it does so with
   * 64 calls at once. By chance that comes about too, but not in every short run.
   */
  private static final int PILE = 80;

  private static final Event BURST = new Event("2.5 times as many requests come", 2.5, 1);
  private static final Event FIVE_TIMES_SLOWER = new Event("it is five times slower", 1, 0.2);
  private static final Event HANG = new Event("it does nothing at all", 1, 0);

  private static final List<Row> ALL =
      List.of(
          full(Row.steady("cpu-139", CPU, 1.39, SECOND)),
          Row.steady("cpu-213", CPU, 2.13, SECOND),
          full(Row.steady("servers-130", SERVERS, 1.3, SECOND)),
          Row.steady("servers-200", SERVERS, 2, SECOND),
          full(Row.steady("servers-130-2s", SLOW_SERVERS, 1.3, TWO_SECONDS)),
          Row.steady("servers-200-2s", SLOW_SERVERS, 2, TWO_SECONDS),
          Row.steady("collapse-90", COLLAPSING, 0.9, SECOND).withPile(PILE),
          Row.steady("collapse-150", COLLAPSING, 1.5, SECOND),
          Row.steady("collapse-200", COLLAPSING, 2, SECOND),
          Row.with(BURST, "burst", COLLAPSING, 0.6 * COLLAPSING.capacityPerSecond(), SECOND),
          Row.with(FIVE_TIMES_SLOWER, "slow-plain", PLAIN, 100, TWO_SECONDS),
          Row.with(
              FIVE_TIMES_SLOWER,
              "slow-servers",
              SERVERS,
              0.8 * SERVERS.capacityPerSecond(),
              TWO_SECONDS),
          Row.with(HANG, "hang", SERVERS, 0.6 * SERVERS.capacityPerSecond(), SECOND));

  private Rows() {}

  /**
   * A row that begins with as many requests as can be served within their deadline: where little
   * more comes than can be served, queues take longer to fill than a short run lasts.
   */
  private static Row full(Row row) {
    double perDeadline = row.backend().capacityPerSecond() * row.deadline().toNanos() / 1e9;
    return row.withPile((int) Math.round(perDeadline));
  }

  /** All of them, in the order of the board. */
  public static List<Row> all() {
    return ALL;
  }

  /**
   * The row of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Row named(String name) {
    return ALL.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown row '"
                    + name
                    + "'; they are "
                    + ALL.stream().map(Row::name).collect(Collectors.joining(", "))));
  }
}
