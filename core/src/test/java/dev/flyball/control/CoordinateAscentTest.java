package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A search over two numbers, on surfaces whose top is known. */
class CoordinateAscentTest {

  private static final int CALM_LOOKS = 12;

  /** A target with two numbers whose throughput is a function of both. */
  private static final class Surface {
    private final int[] at;
    private final ToLongBiFunction<Integer, Integer> completed;
    private boolean gone;
    private int resizesTaken = Integer.MAX_VALUE;

    Surface(int first, int second, ToLongBiFunction<Integer, Integer> completed) {
      this.at = new int[] {first, second};
      this.completed = completed;
    }

    Resizable knob(int index) {
      return new Resizable() {
        @Override
        public Observation observe() {
          if (gone) {
            throw new IllegalStateException("the target is gone");
          }
          return window(at[index], completed.applyAsLong(at[0], at[1]));
        }

        @Override
        public void resize(int workers) {
          if (resizesTaken-- <= 0) {
            throw new IllegalStateException("the target takes no number now");
          }
          at[index] = workers;
        }
      };
    }
  }

  /** A climber without noise: on while it gets better, back when it gets worse. */
  private record Climb(int direction, long before) implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      long now = seen.flow().completed();
      int next = now < before ? -direction : direction;
      int workers = Math.max(1, seen.size().workersTarget() + next);
      return new Advice(workers, "climbs by " + next, new Climb(next, now));
    }
  }

  private static Observation window(int workers, long completed) {
    return Observation.of(0, 1_000_000_000L)
        .workers(workers)
        .busy(workers)
        .arrived(completed)
        .started(completed)
        .completed(completed)
        .build();
  }

  private static CoordinateAscent ascent(Surface surface) {
    return CoordinateAscent.of(governors(surface), CALM_LOOKS);
  }

  private static List<Governor> governors(Surface surface) {
    return IntStream.range(0, 2)
        .mapToObj(i ->
            Governor.of("knob " + i, surface.knob(i), new Climb(1, 0))
                .limits(Limits.of(1, 100))
                .clock(() -> 0)
                .build())
        .toList();
  }

  private static void stepUntilSettled(CoordinateAscent ascent, int most) {
    for (int i = 0; i < most && !ascent.settled(); i++) {
      ascent.step();
    }
  }

  /** One top at (20, 7), and each number's best value depends on the other's. */
  private static long hill(int first, int second) {
    int x = first - 20;
    int y = second - 7;
    return 100_000 - 4L * x * x - 9L * y * y + 6L * x * y;
  }

  @Test
  void findsTheTopFromFarAway() {
    for (int[] start : new int[][] {{1, 1}, {2, 40}, {60, 3}, {20, 7}}) {
      Surface surface = new Surface(start[0], start[1], CoordinateAscentTest::hill);
      try (CoordinateAscent ascent = ascent(surface)) {
        stepUntilSettled(ascent, 5000);
        assertThat(ascent.settled()).isTrue();
        assertThat(surface.at[0]).isBetween(18, 22);
        assertThat(surface.at[1]).isBetween(6, 8);
      }
    }
  }

  @Test
  void oneNumberMovesAtATime() {
    Surface surface = new Surface(1, 1, CoordinateAscentTest::hill);
    try (CoordinateAscent ascent = ascent(surface)) {
      for (int i = 0; i < 500 && !ascent.settled(); i++) {
        int turn = ascent.turn();
        int other = surface.at[1 - turn];
        ascent.step();
        if (ascent.turn() == turn) {
          assertThat(surface.at[1 - turn]).isEqualTo(other);
        }
      }
    }
  }

  @Test
  void staysOnTheFirstNumberWhenARoundChangesNothing() {
    Surface surface = new Surface(5, 5, CoordinateAscentTest::hill);
    try (CoordinateAscent ascent = ascent(surface)) {
      stepUntilSettled(ascent, 5000);
      int second = surface.at[1];
      IntStream.range(0, 200).forEach(i -> ascent.step());
      assertThat(ascent.turn()).isZero();
      assertThat(surface.at[1]).isEqualTo(second);
      assertThat(surface.at[0]).isBetween(18, 22);
    }
  }

  @Test
  void looksAtAFailingTargetAreNotCounted() {
    Surface surface = new Surface(5, 5, CoordinateAscentTest::hill);
    surface.gone = true;
    try (CoordinateAscent ascent = ascent(surface)) {
      IntStream.range(0, 100 * CALM_LOOKS).forEach(i -> ascent.step());
      assertThat(ascent.turn()).isZero();
      assertThat(ascent.rounds()).isZero();
    }
  }

  /** A target that takes one number a look refuses the place, and takes it at the next look. */
  @Test
  void aTurnEndsOnlyWhenTheTargetHasTakenThePlace() {
    Surface surface = new Surface(5, 5, CoordinateAscentTest::hill);
    List<Governor> governors = governors(surface);
    int turns = 0;
    try (CoordinateAscent ascent = CoordinateAscent.of(governors, CALM_LOOKS)) {
      for (int i = 0; i < 5000 && !ascent.settled(); i++) {
        int turn = ascent.turn();
        surface.resizesTaken = 1;
        ascent.step();
        if (ascent.turn() != turn) {
          turns++;
          List<Decision> decisions = governors.get(turn).journal().decisions();
          Decision last = decisions.get(decisions.size() - 1);
          assertThat(last.cause()).isEqualTo(Decision.Cause.PINNED);
          assertThat(surface.at[turn]).isEqualTo(last.to());
        }
      }
    }
    assertThat(turns).isPositive();
  }

  @Test
  void aTargetThatComesBackWithOtherNumbersIsGivenTheHeldOnesAgain() {
    Surface surface = new Surface(5, 5, CoordinateAscentTest::hill);
    try (CoordinateAscent ascent = ascent(surface)) {
      for (int i = 0; i < 1000 && ascent.turn() == 0; i++) {
        ascent.step();
      }
      assertThat(ascent.turn()).isEqualTo(1);
      int place = surface.at[0];
      surface.gone = true;
      ascent.step();
      surface.at[0] = place + 30;
      surface.gone = false;
      ascent.step();
      assertThat(surface.at[0]).isEqualTo(place);
    }
  }

  @Test
  void aNumberThatNeverRestsHasAnEndToItsTurn() {
    Surface surface = new Surface(1, 1, (first, second) -> first * 100L);
    try (CoordinateAscent ascent = ascent(surface)) {
      int steps = 0;
      while (ascent.turn() == 0 && steps < 1000) {
        ascent.step();
        steps++;
      }
      assertThat(ascent.turn()).isEqualTo(1);
      assertThat(surface.at[0]).isGreaterThan(90);
    }
  }

  @Test
  void closingEndsEveryChange() {
    Surface surface = new Surface(5, 5, CoordinateAscentTest::hill);
    CoordinateAscent ascent = ascent(surface);
    ascent.close();
    IntStream.range(0, 100).forEach(i -> ascent.step());
    assertThat(surface.at).containsExactly(5, 5);
  }

  @Test
  void badNumbersAreRefused() {
    assertThatThrownBy(() -> CoordinateAscent.of(List.of(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number of knobs must be at least 1 but was 0");
    Governor governor =
        Governor.of("one", new Surface(1, 1, (a, b) -> 0).knob(0), new Climb(1, 0))
            .period(Duration.ofSeconds(1))
            .build();
    assertThatThrownBy(() -> CoordinateAscent.of(List.of(governor), 0))
        .hasMessage("calmLooks must be at least 1 but was 0");
  }
}
