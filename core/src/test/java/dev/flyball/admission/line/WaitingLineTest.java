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
import java.util.Comparator;
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
  void isOneLineForAllWhereTheRuleSaysSo() {
    record OneLine() implements Admission {
      @Override
      public Verdict arriving(Arrival task, PoolState now) {
        // 100 ms for each that waits, and for the one that runs: all start before it.
        assertThat(now.waitNanos()).isEqualTo((now.waiting() + 1L) * 100 * MILLI);
        return Verdict.in(this);
      }

      @Override
      public Verdict starting(Arrival task, PoolState now) {
        return Verdict.in(this);
      }

      @Override
      public Order order() {
        return Order.ARRIVAL;
      }

      @Override
      public boolean importantFirst() {
        return false;
      }
    }
    WaitingLine<String> line = new WaitingLine<>(new OneLine(), 10, shed::add);
    kind.record(100 * MILLI);
    line.offer("low", task(Importance.LOW, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    line.offer("critical", task(Importance.CRITICAL, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    line.offer("normal", task(Importance.NORMAL, 0, Arrival.NO_DEADLINE), kind, busy(0, 1));
    assertThat(line.ruleFailures()).isZero();
    assertThat(all(line, busy(0, 1))).containsExactly("low", "critical", "normal");
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
  void whatWasMeasuredWhileAllCameIsNoReasonToLoseAnImportantTask() {
    WaitingLine<String> line = line(Order.DEADLINE, 100);
    for (int i = 0; i < 3; i++) {
      Arrival low = task(Importance.LOW, 0, 80 * MILLI);
      assertThat(line.offer("low " + i, low, kind, busy(0, 10)).answer()).isEqualTo(Answer.OUT);
    }
    // A task takes 100 ms, and 80 ms are left: a quarter of the work is as important.
    Arrival critical = task(Importance.CRITICAL, 0, 80 * MILLI);
    assertThat(line.offer("critical", critical, kind, busy(0, 10)).answer()).isEqualTo(Answer.IN);
    assertThat(line.poll(busy(15 * MILLI, 10))).isEqualTo("critical");
    // One that has waited for more than half of its time has to be likely to be in time.
    Arrival soon = task(Importance.CRITICAL, 15 * MILLI, 95 * MILLI);
    assertThat(line.offer("in", soon, kind, busy(15 * MILLI, 10)).answer()).isEqualTo(Answer.IN);
    line.offer("waits", task(Importance.LOW, 0, Arrival.NO_DEADLINE), kind, busy(15 * MILLI, 10));
    assertThat(line.poll(busy(56 * MILLI, 10))).isEqualTo("waits");
    assertThat(shed).extracting(Shed::task).containsExactly("in");
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
  void givesThePlaceOfALessImportantOneAlsoWhereMoreWaitThanMay() {
    WaitingLine<String> line = line(Order.DEADLINE, 1);
    Workers free = new Workers(0, 4, 2, false);
    for (String low : List.of("a", "b", "c")) {
      line.offer(low, task(Importance.LOW, 0, Arrival.NO_DEADLINE), kind, free);
    }
    Arrival high = task(Importance.HIGH, 0, Arrival.NO_DEADLINE);
    assertThat(line.offer("high", high, kind, busy(0, 4)).answer())
        .isEqualTo(Answer.IN_FOR_THE_LAST);
    assertThat(shed).extracting(Shed::task).containsExactly("c");
    assertThat(all(line, busy(0, 4))).containsExactly("high", "a", "b");
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

  /** Lets all in, by turns of tenants. */
  private record Turns(boolean fails) implements Admission {
    @Override
    public Verdict arriving(Arrival task, PoolState now) {
      if (fails) {
        throw new IllegalStateException("no good");
      }
      return Verdict.in(this);
    }

    @Override
    public Verdict starting(Arrival task, PoolState now) {
      return arriving(task, now);
    }

    @Override
    public Order order() {
      return Order.FAIR;
    }

    @Override
    public double shareOf(String tenant) {
      return fails ? Double.NaN : 1;
    }
  }

  @Test
  void aRuleThatFailsLetsInWhatThereIsRoomFor() {
    WaitingLine<String> line = new WaitingLine<>(new Turns(true), 2, shed::add);
    for (int i = 0; i < 3; i++) {
      Arrival who = new Arrival("", Importance.NORMAL, "a", 0, Arrival.NO_DEADLINE);
      assertThat(line.offer("task " + i, who, kind, busy(0, 1)).answer())
          .isEqualTo(i < 2 ? Answer.IN : Answer.OUT);
    }
    assertThat(line.ruleFailures()).isEqualTo(3);
    assertThat(line.takeFirstFailure()).hasMessage("no good");
    assertThat(line.takeFirstFailure()).isNull();
    assertThat(all(line, busy(0, 1))).containsExactly("task 0", "task 1");
    assertThat(shed).isEmpty();
  }

  @Test
  void theRuleIsToldHowManyOthersWait() {
    List<Integer> waiting = new ArrayList<>();
    record Counting(List<Integer> waiting) implements Admission {
      @Override
      public Verdict arriving(Arrival task, PoolState now) {
        waiting.add(now.waiting());
        return Verdict.in(this);
      }

      @Override
      public Verdict starting(Arrival task, PoolState now) {
        return arriving(task, now);
      }
    }
    WaitingLine<String> line = new WaitingLine<>(new Counting(waiting), 10, shed::add);
    line.offer("first", of("a"), kind, busy(0, 1));
    line.offer("second", of("a"), kind, busy(0, 1));
    Verdict unused = line.starting("came by", of("a"), kind, busy(0, 1));
    assertThat(line.poll(busy(0, 1))).isEqualTo("first");
    assertThat(waiting).containsExactly(0, 1, 2, 1);
  }

  @Test
  void aTenantIsNotChargedForWhatHasLeftWithoutHavingStarted() {
    WaitingLine<String> line = line(Order.FAIR, 1000);
    line.offer("b0", of("b"), kind, busy(0, 1));
    for (int i = 0; i < 100; i++) {
      line.offer("gone " + i, of("a"), kind, busy(0, 1));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(line.remove("gone " + i)).isTrue();
    }
    for (int i = 1; i <= 2; i++) {
      line.offer("b" + i, of("b"), kind, busy(0, 1));
      line.offer("a" + i, of("a"), kind, busy(0, 1));
    }
    assertThat(all(line, busy(0, 1))).containsExactly("b0", "a1", "b1", "a2", "b2");
  }

  private static Arrival of(String tenant) {
    return new Arrival("", Importance.NORMAL, tenant, 0, Arrival.NO_DEADLINE);
  }

  @Test
  void forgetsTenantsThatHaveGone() {
    Tenants tenants = new Tenants();
    Turns rule = new Turns(false);
    for (int i = 0; i < 100_000; i++) {
      Arrival who = new Arrival("", Importance.NORMAL, "tenant " + i, 0, Arrival.NO_DEADLINE);
      tenants.waits(new Place<>("task", who, kind, 100, i), rule, 10);
    }
    assertThat(tenants.known()).isLessThanOrEqualTo(1000);
    assertThat(tenants.startTag("tenant 99999")).isEqualTo(100);
    assertThat(tenants.startTag("tenant 0")).isZero();
  }

  @Test
  void whatLeavesWithoutHavingStartedIsNoMoreWaitedFor() {
    WaitingLine<String> line = line(Order.DEADLINE, 100);
    for (int i = 0; i < 5; i++) {
      line.offer("in " + i, normal(0, 1_000 * MILLI), kind, busy(0, 1));
    }
    assertThat(line.remove("in 1")).isTrue();
    assertThat(line.remove("in 1")).isFalse();
    assertThat(line.removeOldest()).isEqualTo("in 0");
    assertThat(line.pollUnasked()).isEqualTo("in 2");
    assertThat(line.drain()).containsExactly("in 3", "in 4");
    assertThat(line.removeOldest()).isNull();
  }

  /** The work before a place, and the order, are those of a list that is sorted. */
  @Test
  void theTreeAgreesWithASortedList() {
    Dice dice = new Dice(7);
    Comparator<Place<String>> order =
        Comparator.comparingLong((Place<String> place) -> place.who.deadlineNanos())
            .thenComparingLong(place -> place.number);
    WorkTree<String> tree = new WorkTree<>(order);
    List<Place<String>> sorted = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      if (sorted.isEmpty() || dice.below(3) > 0) {
        Place<String> place =
            new Place<>("", normal(0, dice.below(500)), kind, 1 + dice.below(9), i);
        tree.add(place);
        sorted.add(place);
        sorted.sort(order);
      } else {
        tree.remove(sorted.remove(dice.below(sorted.size())));
      }
      Place<String> probe = new Place<>("", normal(0, dice.below(500)), kind, 1, i);
      assertThat(tree.sumBeforeNanos(probe))
          .isEqualTo(
              sorted.stream()
                  .filter(place -> order.compare(place, probe) < 0)
                  .mapToDouble(place -> place.workNanos)
                  .sum());
      assertThat(tree.first()).isSameAs(sorted.isEmpty() ? null : sorted.get(0));
      assertThat(tree.last()).isSameAs(sorted.isEmpty() ? null : sorted.get(sorted.size() - 1));
    }
  }

  /** A line fifty times as long costs a few more steps, not fifty times as many. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void costsLittleMoreWhereMuchWaits(Order order) {
    double few = Double.POSITIVE_INFINITY;
    double many = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 5; i++) {
      few = Math.min(few, nanosOfAStep(order, 2_000));
      many = Math.min(many, nanosOfAStep(order, 100_000));
    }
    assertThat(many / few).isLessThan(10);
  }

  /** Of an offer that would be late if all went before it, and a start. */
  private double nanosOfAStep(Order order, int waiting) {
    WaitingLine<String> line = line(order, Integer.MAX_VALUE);
    Dice dice = new Dice(waiting);
    Workers workers = busy(0, 1);
    for (int i = 0; i < waiting; i++) {
      line.admit("first " + i, tenant(dice, Integer.MAX_VALUE * 1_000L + i), kind);
    }
    int steps = 2_000;
    long beganNanos = System.nanoTime();
    for (int i = 0; i < steps; i++) {
      line.offer("task " + i, tenant(dice, (waiting / 2L + i) * 200 * MILLI), kind, workers);
      line.poll(workers);
    }
    return (double) (System.nanoTime() - beganNanos) / steps;
  }

  private static Arrival tenant(Dice dice, long deadlineNanos) {
    return new Arrival("", Importance.NORMAL, "tenant " + dice.below(1_000_000), 0, deadlineNanos);
  }
}
