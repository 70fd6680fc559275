package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flyball.admission.Admission;
import dev.flyball.admission.Arrival;
import dev.flyball.admission.ClosedDoor;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.admission.Importance;
import dev.flyball.admission.PoolState;
import dev.flyball.admission.ShedCause;
import dev.flyball.admission.ShedTotals;
import dev.flyball.admission.Sheddable;
import dev.flyball.admission.TaskOptions;
import dev.flyball.admission.TaskShedException;
import dev.flyball.admission.Verdict;
import dev.flyball.base.Await;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every executor does with tasks of which more is said than their kind. */
@Timeout(60)
abstract class AdmissionContract {

  private static final TaskOptions LOW = TaskOptions.NONE.importance(Importance.LOW);
  private static final TaskOptions HIGH = TaskOptions.NONE.importance(Importance.HIGH);
  private static final Duration LONG = Duration.ofHours(1);

  private final CountDownLatch open = new CountDownLatch(1);
  private final List<MeasuredExecutor> made = new ArrayList<>();

  /** One that runs one task at a time, ungoverned. */
  abstract MeasuredExecutor one(
      int queueCapacity, Admission rule, Optional<Duration> deadline, Rejection rejection);

  final MeasuredExecutor one(int queueCapacity, Admission rule) {
    return kept(one(queueCapacity, rule, Optional.empty(), Rejection.abort()));
  }

  final MeasuredExecutor one() {
    return one(Integer.MAX_VALUE, DeadlineAdmission.standard());
  }

  private MeasuredExecutor kept(MeasuredExecutor executor) {
    made.add(executor);
    return executor;
  }

  @AfterEach
  void end() {
    open.countDown();
    made.forEach(MeasuredExecutor::close);
  }

  /** Has its only worker wait until all is prepared. */
  private void occupy(MeasuredExecutor executor) throws InterruptedException {
    occupy(executor, TaskOptions.NONE);
  }

  private void occupy(MeasuredExecutor executor, TaskOptions options) throws InterruptedException {
    CountDownLatch occupied = new CountDownLatch(1);
    executor.execute(
        options,
        () -> {
          occupied.countDown();
          Await.on(open);
        });
    occupied.await();
  }

  private static void take(Duration time) {
    long beganNanos = System.nanoTime();
    while (System.nanoTime() - beganNanos < time.toNanos()) {
      Thread.onSpinWait();
    }
  }

  private static void learn(MeasuredExecutor executor, String kind, Duration time)
      throws ExecutionException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      executor
          .submit(
              TaskOptions.kind(kind).within(LONG),
              () -> {
                take(time);
                return "";
              })
          .get();
    }
  }

  private static TaskShedException shedOf(Future<?> future) {
    ExecutionException failed = catchThrowableOfType(ExecutionException.class, future::get);
    assertThat(failed).hasCauseInstanceOf(TaskShedException.class);
    return (TaskShedException) Objects.requireNonNull(failed.getCause());
  }

  @Test
  void aRejectionSaysInHowLongItWouldFit() throws Exception {
    Admission never = new ClosedDoor(ShedCause.GONE, Duration.ofNanos(119_000_001));
    MeasuredExecutor executor = one(10, never);
    List<String> told = new ArrayList<>();
    executor.onShed((kind, importance, waited, why) ->
        told.add(kind + " " + importance.word() + " " + waited.toNanos() + " " + why.shedCause()));
    TaskShedException shed =
        catchThrowableOfType(
            TaskShedException.class,
            () -> executor.execute(TaskOptions.kind("a").importance(Importance.LOW), () -> {}));
    assertThat(shed.retryAfter()).isEqualTo(Duration.ofNanos(119_000_001));
    assertThat(shed)
        .hasMessageMatching("task shed by \\w+ '.*': the door is closed to 1; try again in 120 ms");
    assertThat(told).containsExactly("a low 0 GONE");
  }

  @Test
  void aTaskThatWouldBeLateIsTurnedAwayAtOnce() throws Exception {
    MeasuredExecutor executor = one();
    learn(executor, "page", Duration.ofMillis(20));
    occupy(executor);
    TaskOptions page = TaskOptions.kind("page").within(Duration.ofMillis(200));
    List<TaskShedException> late = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      try {
        executor.execute(page, () -> {});
      } catch (TaskShedException e) {
        late.add(e);
      }
    }
    assertThat(late)
        .isNotEmpty()
        .allSatisfy(shed -> {
          assertThat(shed.shedCause()).isEqualTo(ShedCause.LATE);
          assertThat(shed.retryAfter()).isPositive();
          assertThat(shed).hasMessageContaining(executor.name()).hasMessageContaining("late");
        });
    ShedTotals totals = executor.shedTotals();
    assertThat(totals.rows())
        .contains(new ShedTotals.Row("page", Importance.NORMAL, ShedCause.LATE, late.size()));
    Observation.Flow flow = executor.lifetime().flow();
    assertThat(flow.shed()).isEqualTo(totals.tasks());
    assertThat(flow.rejected()).isEqualTo(late.size());
    assertThat(executor).asString().contains(totals.tasks() + " shed");
  }

  @Test
  void aTaskThatHasWaitedTooLongIsNotBegunAndItsFutureSaysWhy() throws Exception {
    MeasuredExecutor executor = one();
    occupy(executor);
    Deadline soon = Deadline.in(Duration.ofMillis(5));
    AtomicInteger ran = new AtomicInteger();
    Future<Integer> late = executor.submit(TaskOptions.NONE.by(soon), ran::incrementAndGet);
    Future<Integer> next = executor.submit(ran::incrementAndGet);
    while (!soon.isOver()) {
      Thread.onSpinWait();
    }
    open.countDown();
    assertThat(shedOf(late).shedCause()).isEqualTo(ShedCause.EXPIRED);
    assertThat(next.get()).isEqualTo(1);
    assertThat(late.isCancelled()).isFalse();
    executor.close();
    Observation.Flow flow = executor.lifetime().flow();
    assertThat(flow.shed()).isEqualTo(1);
    assertThat(flow.arrived()).isEqualTo(3);
    assertThat(flow.completed()).isEqualTo(2);
    assertThat(executor.lifetime().flow().rejected()).isZero();
    assertThat(executor.queued()).isZero();
  }

  @Test
  void aListenerIsToldOfATaskThatHasWaitedAndAnotherThatThrowsIsNotInTheWay() throws Exception {
    MeasuredExecutor executor = one();
    AtomicInteger calls = new AtomicInteger();
    CompletableFuture<TaskShedException> told = new CompletableFuture<>();
    executor.onShed((kind, importance, waited, why) -> {
      calls.incrementAndGet();
      throw new IllegalStateException("this listener is broken");
    });
    executor.onShed((kind, importance, waited, why) -> told.complete(why));
    occupy(executor);
    Deadline over = Deadline.atNanos(System.nanoTime() + 1_000_000);
    Future<String> late = executor.submit(TaskOptions.NONE.by(over), () -> "");
    while (!over.isOver()) {
      Thread.onSpinWait();
    }
    open.countDown();
    TaskShedException shed = shedOf(late);
    assertThat(told.get()).isSameAs(shed);
    assertThat(catchThrowableOfType(ExecutionException.class, late::get))
        .hasMessageContaining(shed.getMessage());
    assertThat(calls).hasValue(1);
  }

  @Test
  void theDeadlineOfTheTargetIsThatOfTasksThatBringNone() throws Exception {
    MeasuredExecutor executor =
        kept(
            one(
                Integer.MAX_VALUE,
                DeadlineAdmission.standard(),
                Optional.of(Duration.ofMillis(5)),
                Rejection.abort()));
    occupy(executor, TaskOptions.NONE.within(LONG));
    Future<String> late = executor.submit(() -> "");
    Future<String> own = executor.submit(TaskOptions.NONE.within(LONG), () -> "own");
    Deadline soon = Deadline.in(Duration.ofMillis(6));
    while (!soon.isOver()) {
      Thread.onSpinWait();
    }
    open.countDown();
    assertThat(shedOf(late).shedCause()).isEqualTo(ShedCause.EXPIRED);
    assertThat(own.get()).isEqualTo("own");
  }

  @Test
  void theImportantOnesStartFirst() throws Exception {
    MeasuredExecutor executor = one();
    occupy(executor);
    List<Importance> order = new ArrayList<>();
    for (Importance importance :
        List.of(Importance.LOW, Importance.NORMAL, Importance.CRITICAL, Importance.HIGH)) {
      executor.execute(TaskOptions.NONE.importance(importance), () -> order.add(importance));
    }
    open.countDown();
    executor.close();
    assertThat(order).containsExactly(Importance.values());
  }

  @Test
  void thoseThatCameBeforeAnythingWasSaidAreNotPassedButByMoreImportantOnes() throws Exception {
    MeasuredExecutor executor = one();
    occupy(executor);
    List<String> order = new ArrayList<>();
    executor.execute(() -> order.add("first"));
    executor.execute(() -> order.add("second"));
    executor.execute(LOW, () -> order.add("low"));
    executor.execute(() -> order.add("third"));
    executor.execute(HIGH, () -> order.add("high"));
    open.countDown();
    executor.close();
    assertThat(order).containsExactly("high", "first", "second", "third", "low");
  }

  @Test
  void tenantsHaveTheirTurns() throws Exception {
    MeasuredExecutor executor =
        one(
            Integer.MAX_VALUE,
            new DeadlineAdmission(500_000_000, Admission.Order.FAIR, OptionalLong.empty()));
    occupy(executor);
    List<String> order = new ArrayList<>();
    for (String tenant : List.of("a", "a", "a", "a", "b", "b")) {
      executor.execute(TaskOptions.NONE.tenant(tenant), () -> order.add(tenant));
    }
    open.countDown();
    executor.close();
    assertThat(order).startsWith("a", "b", "a", "b");
  }

  /** Which task was told what. */
  private static final class Told implements Sheddable {
    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicReference<Optional<TaskShedException>> told =
        new AtomicReference<>(Optional.empty());
    private final AtomicInteger times = new AtomicInteger();

    @Override
    public void run() {
      ran.incrementAndGet();
    }

    @Override
    public void shed(TaskShedException why) {
      told.set(Optional.of(why));
      times.incrementAndGet();
    }
  }

  @Test
  void aSubmittedOneIsToldAsWell() throws Exception {
    MeasuredExecutor executor = one(1, DeadlineAdmission.standard());
    occupy(executor);
    Told told = new Told();
    Future<?> future = executor.submit(told);
    executor.execute(HIGH, () -> {});
    assertThat(shedOf(future).shedCause()).isEqualTo(ShedCause.DISPLACED);
    assertThat(told.times).hasValue(1);
    assertThat(told.ran).hasValue(0);
  }

  @Test
  void theMoreImportantOneTakesThePlaceOfTheLastInAFullQueue() throws Exception {
    MeasuredExecutor executor = one(1, DeadlineAdmission.standard());
    occupy(executor);
    Told low = new Told();
    Told high = new Told();
    executor.execute(LOW, low);
    executor.execute(HIGH, high);
    assertThat(low.told.get()).map(TaskShedException::shedCause).contains(ShedCause.DISPLACED);
    assertThat(catchThrowableOfType(TaskShedException.class, () -> executor.execute(LOW, low)))
        .extracting(TaskShedException::shedCause)
        .isEqualTo(ShedCause.FULL);
    assertThat(executor.queued()).isEqualTo(1);
    open.countDown();
    executor.close();
    assertThat(high.ran).hasValue(1);
    assertThat(low.ran).hasValue(0);
    assertThat(low.times).hasValue(1);
  }

  @Test
  void aTaskKnowsItsDeadlineAndTheNextOneHasNone() throws Exception {
    MeasuredExecutor executor = one();
    Deadline deadline = Deadline.in(LONG);
    for (int i = 0; i < 3; i++) {
      assertThat(executor.submit(TaskOptions.NONE.by(deadline), Deadline::current).get())
          .contains(deadline);
      assertThat(executor.submit(Deadline::current).get()).isEmpty();
    }
    occupy(executor);
    Future<Optional<Deadline>> waits =
        executor.submit(TaskOptions.NONE.by(deadline), Deadline::current);
    Future<Optional<Deadline>> plain = executor.submit(Deadline::current);
    open.countDown();
    assertThat(waits.get()).contains(deadline);
    assertThat(plain.get()).isEmpty();
  }

  /** A rule that is no good. */
  private record Broken(AtomicInteger asked) implements Admission {
    @Override
    public Verdict arriving(Arrival task, PoolState now) {
      asked.incrementAndGet();
      throw new IllegalStateException("no good");
    }

    @Override
    public Verdict starting(Arrival task, PoolState now) {
      asked.incrementAndGet();
      throw new StackOverflowError("worse");
    }
  }

  @Test
  void aRuleThatThrowsLetsAllIn() throws Exception {
    Broken rule = new Broken(new AtomicInteger());
    MeasuredExecutor executor = one(Integer.MAX_VALUE, rule);
    occupy(executor);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      executor.execute(ran::incrementAndGet);
    }
    open.countDown();
    executor.close();
    assertThat(ran).hasValue(100);
    assertThat(rule.asked.get()).isPositive();
    assertThat(executor.shedTotals().ruleFailures()).isEqualTo(rule.asked.get());
    assertThat(executor.lifetime().flow().shed()).isZero();
  }

  @Test
  void aCancelledFutureLeavesTheQueueAtOnce() throws Exception {
    for (TaskOptions options : List.of(TaskOptions.NONE, HIGH, TaskOptions.NONE.within(LONG))) {
      MeasuredExecutor executor = one(2, DeadlineAdmission.standard());
      CountDownLatch occupied = new CountDownLatch(1);
      CountDownLatch done = new CountDownLatch(1);
      Future<Boolean> holds =
          executor.submit(() -> {
            occupied.countDown();
            return done.await(1, TimeUnit.MINUTES);
          });
      occupied.await();
      Future<String> kept = executor.submit(options, () -> "kept");
      for (int i = 0; i < 1000; i++) {
        Future<String> gone = executor.submit(options, () -> "gone");
        assertThat(executor.queued()).isEqualTo(2);
        assertThat(gone.cancel(false)).isTrue();
        assertThat(executor.queued()).isEqualTo(1);
      }
      assertThat(executor.lifetime().size().queuedAtEnd()).isEqualTo(1);
      done.countDown();
      assertThat(holds.get()).isTrue();
      assertThat(kept.get()).isEqualTo("kept");
      executor.close();
      assertThat(executor.lifetime().flow().completed()).isEqualTo(2);
      assertThat(executor.lifetime().flow().arrived()).isEqualTo(1002);
    }
  }

  @Test
  void shutdownNowHandsBackTheTasksThemselves() throws Exception {
    MeasuredExecutor executor = one();
    occupy(executor);
    Told plain = new Told();
    Told high = new Told();
    Told late = new Told();
    executor.execute(plain);
    executor.execute(HIGH, high);
    executor.execute(TaskOptions.NONE.within(LONG), late);
    assertThat(executor.queued()).isEqualTo(3);
    assertThat(executor.shutdownNow()).containsExactlyInAnyOrder(plain, high, late);
    assertThat(executor.queued()).isZero();
    assertThat(plain.times).hasValue(0);
  }

  @Test
  void discardOldestDropsTheOneThatHasWaitedLongest() throws Exception {
    MeasuredExecutor executor =
        kept(one(2, DeadlineAdmission.standard(), Optional.empty(), Rejection.discardOldest()));
    occupy(executor);
    Future<?> first = executor.submit(HIGH, () -> "first");
    Future<?> second = executor.submit(LOW.importance(Importance.HIGH), () -> "second");
    Future<?> third = executor.submit(HIGH, () -> "third");
    assertThat(first.isCancelled()).isTrue();
    open.countDown();
    assertThat(second.get()).isEqualTo("second");
    assertThat(third.get()).isEqualTo("third");
  }

  @Test
  void callerRunsATaskThatWouldBeLateAndTellsItItsDeadline() throws Exception {
    MeasuredExecutor executor =
        kept(one(1, DeadlineAdmission.standard(), Optional.empty(), Rejection.callerRuns()));
    occupy(executor);
    executor.execute(() -> {});
    ConcurrentLinkedQueue<Thread> ranIn = new ConcurrentLinkedQueue<>();
    executor.execute(
        TaskOptions.NONE.within(LONG),
        () -> {
          assertThat(Deadline.current()).isPresent();
          ranIn.add(Thread.currentThread());
        });
    assertThat(ranIn).containsExactly(Thread.currentThread());
    assertThat(Deadline.current()).isEmpty();
  }

  @Test
  void aTaskWhoseClientHasGoneIsCountedAndToldOnce() throws Exception {
    for (TaskOptions options : List.of(TaskOptions.kind("a"), HIGH, LOW.within(LONG))) {
      MeasuredExecutor executor = one(2, DeadlineAdmission.standard());
      List<TaskShedException> told = new ArrayList<>();
      executor.onShed((kind, importance, waited, why) -> told.add(why));
      CountDownLatch done = new CountDownLatch(1);
      CountDownLatch occupied = new CountDownLatch(1);
      Future<Boolean> runs =
          executor.submit(() -> {
            occupied.countDown();
            return done.await(1, TimeUnit.MINUTES);
          });
      occupied.await();
      Future<String> gone = executor.submit(options, () -> "gone");
      Future<String> cancelled = executor.submit(options, () -> "cancelled");
      assertThat(executor.abandon(gone)).isTrue();
      assertThat(executor.abandon(gone)).isFalse();
      assertThat(cancelled.cancel(false)).isTrue();
      assertThat(executor.abandon(cancelled)).isFalse();
      assertThat(executor.queued()).isZero();
      done.countDown();
      assertThat(runs.get()).isTrue();
      assertThat(executor.abandon(runs)).isFalse();
      executor.close();
      assertThat(told).extracting(TaskShedException::shedCause).containsExactly(ShedCause.GONE);
      assertThat(executor.shedTotals().rows())
          .containsExactly(
              new ShedTotals.Row(options.kind(), options.importance(), ShedCause.GONE, 1));
      assertThat(executor.lifetime().flow().shed()).isZero();
      assertThat(executor.lifetime().flow().arrived()).isEqualTo(3);
      assertThat(executor.lifetime().flow().completed()).isEqualTo(1);
      assertThatThrownBy(() -> executor.abandon(new CompletableFuture<>()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void callerRunsKnowsTheDeadlineOfTheTarget() throws Exception {
    MeasuredExecutor executor =
        kept(one(1, DeadlineAdmission.standard(), Optional.of(LONG), Rejection.callerRuns()));
    occupy(executor);
    executor.execute(() -> {});
    List<Optional<Deadline>> seen = new ArrayList<>();
    executor.execute(() -> seen.add(Deadline.current()));
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).orElseThrow().remaining()).isBetween(LONG.dividedBy(2), LONG);
    assertThat(Deadline.current()).isEmpty();
  }

  /** Tasks that come densely, behind one that takes longer than they have. */
  private void burst(MeasuredExecutor executor, TaskOptions options, AtomicInteger ran)
      throws InterruptedException {
    occupy(executor);
    for (int i = 0; i < 3_000; i++) {
      try {
        executor.execute(options, ran::incrementAndGet);
      } catch (TaskShedException e) {
        assertThat(e.shedCause()).isEqualTo(ShedCause.LATE);
      }
    }
  }

  private static void await(Deadline moment) {
    while (!moment.isOver()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void noTaskOfABurstStartsAfterItsDeadlineThoughNothingIsKnownOfServiceTimes() throws Exception {
    MeasuredExecutor executor = one();
    AtomicInteger ran = new AtomicInteger();
    burst(executor, TaskOptions.kind("new").within(Duration.ofMillis(50)), ran);
    await(Deadline.in(Duration.ofMillis(50)));
    open.countDown();
    executor.close();
    assertThat(ran).hasValue(0);
    assertThat(executor.shedTotals().tasks()).isEqualTo(3_000);
  }

  @Test
  void norWhereTasksHaveTakenNoTimeBefore() throws Exception {
    MeasuredExecutor executor = one();
    TaskOptions options = TaskOptions.kind("tiny").within(Duration.ofMillis(400));
    CountDownLatch warm = new CountDownLatch(20_000);
    for (int i = 0; i < 20_000; i++) {
      executor.execute(TaskOptions.kind("tiny").within(LONG), warm::countDown);
    }
    warm.await();
    AtomicInteger ran = new AtomicInteger();
    burst(executor, options, ran);
    await(Deadline.in(Duration.ofMillis(400)));
    open.countDown();
    executor.close();
    assertThat(ran).hasValue(0);
  }

  @Test
  void noTaskStartsAfterItsDeadlineBehindTinyOnes() throws Exception {
    MeasuredExecutor executor = one();
    occupy(executor);
    for (int i = 0; i < 300; i++) {
      executor.execute(TaskOptions.NONE.within(LONG), () -> {});
    }
    Deadline soon = Deadline.in(Duration.ofMillis(200));
    executor.execute(TaskOptions.NONE.within(LONG), () -> await(soon));
    AtomicInteger late = new AtomicInteger();
    for (int i = 0; i < 5; i++) {
      executor.execute(TaskOptions.NONE.by(soon), () -> late.addAndGet(soon.isOver() ? 1 : 0));
    }
    open.countDown();
    executor.close();
    assertThat(late).hasValue(0);
  }

  @Test
  void anyNumberIsADeadline() throws Exception {
    MeasuredExecutor executor = one();
    CountDownLatch warm = new CountDownLatch(20_000);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 20_000; i++) {
      executor.execute(TaskOptions.NONE.within(LONG), warm::countDown);
    }
    warm.await();
    occupy(executor);
    long[] past = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE / 2, 0};
    long[] future = {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2};
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      for (long over : past) {
        assertThat(Deadline.atNanos(over).isOver()).isTrue();
        try {
          executor.execute(TaskOptions.NONE.by(Deadline.atNanos(over)), ran::incrementAndGet);
        } catch (TaskShedException e) {
          refused++;
        }
      }
    }
    for (long far : future) {
      assertThat(Deadline.atNanos(far).remaining()).isPositive();
      executor.execute(TaskOptions.NONE.by(Deadline.atNanos(far)), ran::incrementAndGet);
    }
    open.countDown();
    executor.close();
    assertThat(ran).hasValue(future.length);
    assertThat(executor.shedTotals().tasks()).isEqualTo(2_000L * past.length);
    assertThat(executor.lifetime().flow().rejected()).isEqualTo(refused);
  }

  @Test
  void tasksThatStartAtOnceCountForTheRule() throws Exception {
    MeasuredExecutor executor = one();
    learn(executor, "page", Duration.ofMillis(1));
    for (int i = 0; i < 50; i++) {
      executor
          .submit(
              TaskOptions.kind("page").within(Duration.ofSeconds(10)),
              () -> {
                take(Duration.ofNanos(200_000));
                return "";
              })
          .get();
    }
    Observation.Offered offered = executor.lifetime().offered();
    assertThat(offered.deadlineTasks()).isBetween(45L, 53L);
    assertThat(offered.deadlineShareSum()).isPositive();
  }

  /** A rule that finds no room until its door is opened. */
  private record Door(AtomicInteger asked, AtomicBoolean opened) implements Admission {
    @Override
    public Verdict arriving(Arrival task, PoolState now) {
      asked.incrementAndGet();
      return opened.get()
          ? Verdict.in(this)
          : Verdict.out(ShedCause.FULL, Reason.of("the door is shut"), 0, this);
    }

    @Override
    public Verdict starting(Arrival task, PoolState now) {
      return Verdict.in(this);
    }
  }

  @Test
  void whatThereIsNoRoomForWasOfferedToo() throws Exception {
    MeasuredExecutor executor = one(1, new Door(new AtomicInteger(), new AtomicBoolean(true)));
    learn(executor, "kind", Duration.ofMillis(1));
    occupy(executor);
    executor.execute("kind", () -> {});
    double before = executor.lifetime().offered().knownTasks();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> executor.execute("kind", () -> {}))
          .isInstanceOf(TaskShedException.class);
    }
    assertThat(executor.lifetime().offered().knownTasks() - before).isEqualTo(2);
  }

  @Test
  void aRuleThatFindsNoRoomIsAskedAgainNowAndThen() throws Exception {
    Door door = new Door(new AtomicInteger(), new AtomicBoolean());
    MeasuredExecutor executor =
        kept(one(Integer.MAX_VALUE, door, Optional.empty(), Rejection.block(LONG)));
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    AtomicReference<Throwable> thrown = new AtomicReference<>(new AssertionError("none"));
    Thread waits = new Thread(() -> executor.execute(() -> ran.complete(Thread.currentThread())));
    Thread interrupted =
        new Thread(() -> {
          try {
            executor.execute(() -> {});
          } catch (RejectedExecutionException e) {
            thrown.set(e);
          }
        });
    waits.start();
    interrupted.start();
    await(Deadline.in(Duration.ofMillis(300)));
    assertThat(door.asked.get()).isBetween(2, 300);
    interrupted.interrupt();
    interrupted.join();
    assertThat(thrown.get()).isInstanceOf(RejectedExecutionException.class);
    assertThat(ran).isNotDone();
    door.opened.set(true);
    assertThat(ran.get()).isNotNull();
    waits.join();
  }

  /** A rule by which tasks of a kind are late from a moment on; asked again only for new room. */
  private record LateFrom(String kind, AtomicBoolean from) implements Admission {
    @Override
    public Verdict arriving(Arrival task, PoolState now) {
      if (from.get() && task.kind().equals(kind)) {
        return Verdict.out(ShedCause.LATE, Reason.of("too late"), 0, this);
      }
      return now.waiting() < now.capacity()
          ? Verdict.in(this)
          : Verdict.out(ShedCause.FULL, Reason.of("full"), LONG.toNanos(), this);
    }

    @Override
    public Verdict starting(Arrival task, PoolState now) {
      return Verdict.in(this);
    }
  }

  @Test
  void roomThatASubmitterCannotUseAnyMoreIsThatOfTheNext() throws Exception {
    AtomicBoolean late = new AtomicBoolean();
    MeasuredExecutor executor =
        kept(one(1, new LateFrom("long", late), Optional.empty(), Rejection.block(LONG)));
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch occupied = new CountDownLatch(1);
    executor.execute(() -> {
      occupied.countDown();
      Await.on(free);
    });
    occupied.await();
    executor.execute(() -> Await.on(open));
    List<Thread> waiting = new ArrayList<>();
    for (String kind : List.of("long", "long", "other")) {
      waiting.add(waitingFor(executor, TaskOptions.kind(kind)));
    }
    late.set(true);
    free.countDown();
    for (Thread thread : waiting) {
      thread.join();
    }
    assertThat(executor.queued()).isEqualTo(1);
    assertThat(executor.shedTotals().tasks()).isEqualTo(2);
  }

  /** A thread that waits for room. */
  private static Thread waitingFor(MeasuredExecutor executor, TaskOptions options) {
    Thread thread =
        new Thread(() -> {
          try {
            executor.execute(options, () -> {});
          } catch (RejectedExecutionException e) {
            // it was too late
          }
        });
    thread.start();
    Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return thread;
  }

  @Test
  void blockWaitsForRoomAndUntilTheDeadlineAtMost() throws Exception {
    MeasuredExecutor executor =
        kept(one(1, DeadlineAdmission.standard(), Optional.empty(), Rejection.block(LONG)));
    occupy(executor);
    executor.execute(() -> {});
    assertThatThrownBy(
            () -> executor.execute(TaskOptions.NONE.within(Duration.ofMillis(5)), () -> {}))
        .isInstanceOf(TaskShedException.class)
        .hasMessageNotContaining(LONG.toString());
    open.countDown();
    assertThat(executor.submit(TaskOptions.NONE.within(LONG), () -> "in").get()).isEqualTo("in");
  }
}
