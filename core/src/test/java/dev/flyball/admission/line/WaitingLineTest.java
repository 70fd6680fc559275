package dev.flyball.admission.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Admission.Order;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.Verdict;
import dev.flyball.admission.Verdict.Answer;
import dev.flyball.admission.line.WaitingLine.Shed;
import dev.flyball.admission.line.WaitingLine.Workers;
import dev.flyball.base.Dice;
import dev.flyball.measure.KindProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitingLineTest {

  private static final long MILLI = 1_000_000;

  private final List<Shed<String>> shed = new ArrayList<>();
  private final KindProfile kind = new KindProfile("");

  private WaitingLine<String> line(Order order, int capacity) {
    WaitingLine<String> line =
        new WaitingLine<>(
            new DeadlineAdmission(500 * MILLI, order, OptionalLong.empty()), capacity, shed::add);
    kind.record(100 * MILLI);
    return line;
  }

  private static Arrival task(Importance importance, long arrived, long deadline) {
    return new Arrival("", importance, "", arrived, deadline);
  }

  private static Arrival normal(long arrived, long deadline) {
    return task(Importance.NORMAL, arrived, deadline);
  }

  private static Workers busy(long nowNanos, int workers) {
    return new Workers(nowNanos, workers, 0, false);
  }

  private static List<String> all(WaitingLine<String> line, Workers workers) {
    List<String> all = new ArrayList<>();
    for (String next = line.poll(workers); next != null; next = line.poll(workers)) {
      all.add(next);
    }
    return all;
  }

  @Test
  void ordersByImportanceFirst() {
    WaitingLine<String> line = line(Order.ARRIVAL, 10);
    line.offer("low", task(Importance.LOW, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    line.offer("normal", task(Importance.NORMAL, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    line.offer("critical", task(Importance.CRITICAL, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    line.offer("normal 2", task(Importance.NORMAL, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    assertThat(all(line, busy(0, 1))).containsExactly("critical", "normal", "normal 2", "low");
    assertThat(shed).isEmpty();
  }

  @Test
  void ordersAsTheRuleSays() {
    for (Order order : List.of(Order.ARRIVAL, Order.NEWEST, Order.DEADLINE)) {
      WaitingLine<String> line = line(order, 10);
      line.offer("a", normal(0, 9_000 * MILLI), kind, busy(0, 1));
      line.offer("b", normal(1, 7_000 * MILLI), kind, busy(1, 1));
      line.offer("c", normal(2, 8_000 * MILLI), kind, busy(2, 1));
      assertThat(String.join("", all(line, busy(2, 1))))
          .isEqualTo(
              switch (order) {
                case ARRIVAL -> "abc";
                case NEWEST -> "cba";
                default -> "bca";
              });
    }
  }

  @Test
  void givesTenantsTheirShares() {
    record Shares() implements Admission {
      @Override
      public Verdict arriving(Arrival task, PoolState now) {
        return Verdict.in(this);
      }

      @Override
      public Verdict starting(Arrival task, PoolState now) {
        return Verdict.in(this);
      }

      @Override
      public Order order() {
        return Order.FAIR;
      }

      @Override
      public double shareOf(String tenant) {
        return tenant.equals("a") ? 2 : 1;
      }
    }
    WaitingLine<String> line = new WaitingLine<>(new Shares(), 1000, shed::add);
    kind.record(100 * MILLI);
    for (int i = 0; i < 100; i++) {
      for (String tenant : List.of("b", "a")) {
        line.offer(
            tenant + i,
            new Arrival("", Importance.NORMAL, tenant, 0, Arrival.NO_DEADLINE),
            kind,
            busy(0, 1));
      }
    }
    List<String> first = all(line, busy(0, 1)).subList(0, 90);
    assertThat(first.stream().filter(task -> task.startsWith("a"))).hasSizeBetween(58, 62);
  }

  @Test
  void turnsAwayWhatWouldBeLateAndSaysWhenItWouldFit() {
    WaitingLine<String> line = line(Order.DEADLINE, 100);
    for (int i = 0; i < 8; i++) {
      assertThat(line.offer("in " + i, normal(0, 1_000 * MILLI), kind, busy(0, 1)).answer())
          .isEqualTo(Answer.IN);
    }
    // Eight wait and one runs, of 100 ms each: it would start at 900 ms and end at 1000.
    assertThat(line.offer("last", normal(0, 1_000 * MILLI), kind, busy(0, 1)).answer())
        .isEqualTo(Answer.IN);
    Verdict out = line.offer("out", normal(0, 1_000 * MILLI), kind, busy(0, 1));
    assertThat(out.answer()).isEqualTo(Answer.OUT);
    assertThat(out.retryNanos()).isEqualTo(100 * MILLI);
    assertThat(out.why().figures()).containsEntry("left", 1.0).containsEntry("wait", 1.0);
    assertThat(line.size()).isEqualTo(9);
  }

  @Test
  void aTaskThatStartsBeforeOthersWaitsForThoseBeforeItOnly() {
    WaitingLine<String> line = line(Order.DEADLINE, 100);
    for (int i = 0; i < 9; i++) {
      line.offer("in " + i, normal(0, 1_000 * MILLI), kind, busy(0, 1));
    }
    assertThat(line.offer("urgent", normal(0, 500 * MILLI), kind, busy(0, 1)).answer())
        .isEqualTo(Answer.IN);
    assertThat(line.poll(busy(0, 1))).isEqualTo("urgent");
  }

  @Test
  void startsNothingThatWouldBeLate() {
    WaitingLine<String> line = line(Order.DEADLINE, 100);
    line.offer("late", normal(0, 500 * MILLI), kind, busy(0, 1));
    line.offer("in time", normal(0, 900 * MILLI), kind, busy(0, 1));
    assertThat(line.poll(busy(450 * MILLI, 1))).isEqualTo("in time");
    assertThat(shed).hasSize(1);
    assertThat(shed.get(0).task()).isEqualTo("late");
    assertThat(shed.get(0).why().figures()).containsKey("service");
  }

  @Test
  void letsTheOnlyOneTryThoughServiceTimesSeemTooLong() {
    WaitingLine<String> line = line(Order.DEADLINE, 100);
    for (int i = 0; i < 100; i++) {
      kind.record(5_000 * MILLI);
    }
    Workers free = new Workers(0, 2, 1, false);
    assertThat(line.offer("tries", normal(0, 1_000 * MILLI), kind, free).answer())
        .isEqualTo(Answer.IN);
    assertThat(line.poll(free)).isEqualTo("tries");
  }

  @Test
  void givesThePlaceOfALessImportantOneWhenFull() {
    WaitingLine<String> line = line(Order.ARRIVAL, 2);
    line.offer("low", task(Importance.LOW, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    line.offer("normal", task(Importance.NORMAL, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    assertThat(
            line.offer("high", task(Importance.HIGH, 0, Arrival.NO_DEADLINE), kind, busy(0, 1))
                .answer())
        .isEqualTo(Answer.IN_FOR_THE_LAST);
    assertThat(shed).extracting(Shed::task).containsExactly("low");
    assertThat(
            line.offer("low 2", task(Importance.LOW, 0, Arrival.NO_DEADLINE), kind, busy(0, 1))
                .answer())
        .isEqualTo(Answer.OUT);
    assertThat(all(line, busy(0, 1))).containsExactly("high", "normal");
  }

  @Test
  void doesNotCountTheQueueWhereWorkersAreFree() {
    WaitingLine<String> line = line(Order.ARRIVAL, 0);
    Workers free = new Workers(0, 2, 2, false);
    assertThat(line.offer("a", normal(0, 1_000 * MILLI), kind, free).answer()).isEqualTo(Answer.IN);
    assertThat(line.offer("b", normal(0, 1_000 * MILLI), kind, free).answer()).isEqualTo(Answer.IN);
    assertThat(line.offer("c", normal(0, 1_000 * MILLI), kind, free).answer())
        .isEqualTo(Answer.OUT);
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void losesNoTaskWhateverComes(Order order) {
    for (int seed = 1; seed <= 50; seed++) {
      shed.clear();
      WaitingLine<String> line = line(order, 20);
      Dice dice = new Dice(seed);
      int in = 0;
      int started = 0;
      long now = 0;
      for (int step = 0; step < 2_000; step++) {
        now += dice.below(100) * MILLI / 2;
        if (dice.below(3) > 0) {
          Importance importance = Importance.values()[dice.below(4)];
          long deadline =
              dice.below(4) == 0 ? Arrival.NO_DEADLINE : now + dice.below(2_000) * MILLI;
          Verdict verdict =
              line.offer(
                  "task " + step,
                  new Arrival("", importance, "tenant " + dice.below(3), now, deadline),
                  kind,
                  new Workers(now, 1 + dice.below(4), dice.below(2), dice.below(2) == 0));
          in += verdict.answer() == Answer.OUT ? 0 : 1;
        } else {
          started += line.poll(busy(now, 1 + dice.below(4))) == null ? 0 : 1;
          kind.record(dice.below(200) * MILLI);
        }
        assertThat(line.size()).as("seed %d", seed).isEqualTo(in - started - shed.size());
      }
      assertThat(shed).isNotEmpty();
      assertThat(line.drain()).hasSize(in - started - shed.size());
      assertThat(line.isEmpty()).isTrue();
    }
  }
}
