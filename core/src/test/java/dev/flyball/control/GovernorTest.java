package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.base.Await;
import dev.flyball.base.LoggedLines;
import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Forecast;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GovernorTest {

  /** Wants one more worker than there are. */
  private record Climb() implements SizingPolicy {
    @Override
    public Advice advise(Observation seen) {
      return new Advice(seen.size().workersTarget() + 1, "one more", this);
    }
  }

  private final ScriptedTarget plant = new ScriptedTarget();
  private final List<Decision> heard = new ArrayList<>();

  private Governor governor(SizingPolicy policy) {
    Governor governor = Governor.of("plant", plant, policy).clock(() -> plant.nowNanos).build();
    governor.addListener(heard::add);
    return governor;
  }

  @Test
  void observesAsksAndApplies() {
    Governor governor = governor(new Climb());
    governor.step();
    governor.step();
    assertThat(plant.workers).isEqualTo(6);
    assertThat(heard).extracting(Decision::from).containsExactly(4, 5);
    assertThat(heard).extracting(Decision::to).containsExactly(5, 6);
    assertThat(heard).extracting(Decision::why).containsOnly("one more");
    assertThat(governor.journal().decisions()).isEqualTo(heard);
    assertThat(governor.journal().changes()).isEqualTo(2);
  }

  @Test
  void aTargetThatOutlivesItsCollectedGovernorCanBeGovernedAgain() {
    startAndDrop();
    Await.until(() -> {
      System.gc();
      return canBeGoverned();
    });
  }

  private void startAndDrop() {
    Governor.of("dropped", plant, new FixedSize(3)).collectable().build().start();
  }

  private boolean canBeGoverned() {
    try (Governor next = governor(new FixedSize(3))) {
      next.start();
      return true;
    } catch (IllegalStateException e) {
      return false; // another one drives it
    }
  }

  /** What is released while the governor looks at it has not failed. */
  @Test
  void aLookThatIsUnderWayWhenItIsClosedSaysNothing() {
    AtomicReference<Runnable> closes = new AtomicReference<>(() -> {});
    Resizable released =
        new Resizable() {
          @Override
          public Observation observe() {
            Objects.requireNonNull(closes.get(), "closes").run();
            throw new IllegalStateException("its governor has released it");
          }

          @Override
          public void resize(int workers) {
            throw new IllegalStateException("its governor has released it");
          }
        };
    Governor governor = Governor.of("released", released, new Climb()).build();
    governor.addListener(heard::add);
    closes.set(governor::close);
    governor.step();
    assertThat(heard).isEmpty();
    assertThat(governor.targetFailures()).isZero();
  }

  /** A figure that counts how often it is put into words. */
  private static final class Counted {
    private int times;

    @Override
    public String toString() {
      times++;
      return "one more";
    }
  }

  @Test
  void aReasonIsPutIntoWordsOnlyWhenItIsRead() {
    Counted figure = new Counted();
    SizingPolicy counted =
        new SizingPolicy() {
          @Override
          public Advice advise(Observation seen) {
            Reason reason = Reason.of("wants %s", figure);
            return new Advice(seen.size().workersTarget() + 3, reason, this);
          }
        };
    Governor governor = governor(counted.stepLimit(1).within(Limits.of(1, 4)));
    governor.step();
    governor.pin(9);
    governor.step();
    governor.adviseOnly();
    governor.step();
    assertThat(figure.times).isZero();
    assertThat(heard.get(0).why())
        .isEqualTo("wants one more; a step is at most 1 workers; limits 1..4 allow 4 of 5");
    assertThat(heard.get(0).why()).startsWith("wants");
    assertThat(governor.lastAdvice().orElseThrow().why()).startsWith("wants one more; ");
    assertThat(figure.times).as("once for each reason that was read").isEqualTo(2);
  }

  @Test
  void asksThePolicyThatTheAdviceCarries() {
    Governor governor =
        governor(seen -> new Advice(7, "first", s -> new Advice(9, "then", new FixedSize(9))));
    governor.step();
    assertThat(plant.workers).isEqualTo(7);
    governor.step();
    assertThat(plant.workers).isEqualTo(9);
    assertThat(governor.policy()).isEqualTo(new FixedSize(9));
  }

  @Test
  void staysWithinItsLimitsAndSaysSo() {
    Governor governor = governor(new FixedSize(100));
    governor.limits(Limits.of(2, 10));
    governor.step();
    assertThat(plant.workers).isEqualTo(10);
    assertThat(heard.get(1).why()).isEqualTo("fixed at 100; limits 2..10 allow 10 of 100");
  }

  @Test
  void growsNoFurtherThanTheMachineHasRoomAndSaysSo() {
    plant.room = Optional.of(new Resizable.Room(7, "pids.max is 4096"));
    Governor governor = governor(new FixedSize(100));
    governor.step();
    assertThat(plant.workers).isEqualTo(7);
    assertThat(heard.get(0).why())
        .isEqualTo("fixed at 100; the machine has room for 7 of 100 workers: pids.max is 4096");
    plant.room = Optional.of(new Resizable.Room(3, "pids.max is 4096"));
    governor.step();
    assertThat(plant.workers).as("it does not shrink for want of room").isEqualTo(7);
  }

  @Test
  void newLimitsTakeEffectAtOnce() {
    Governor governor = governor(new FixedSize(8));
    governor.step();
    governor.limits(Limits.of(1, 5));
    assertThat(plant.workers).isEqualTo(5);
    assertThat(heard.get(1).cause()).isEqualTo(Cause.LIMITS);
    assertThat(heard.get(1).why()).isEqualTo("limits 1..5 allow 5 of 8");
  }

  @Test
  void aPinnedSizeIsSetAtOnceAndStillShowsTheAdvice() {
    Governor governor = governor(new Climb());
    governor.step();
    governor.pin(20);
    assertThat(plant.workers).isEqualTo(20);
    governor.step();
    assertThat(plant.workers).isEqualTo(20);
    Decision last = heard.get(2);
    assertThat(last.cause()).isEqualTo(Cause.PINNED);
    assertThat(last.advised()).hasValue(21);
    assertThat(last.why()).isEqualTo("pinned at 20; one more");
    governor.govern();
    governor.step();
    assertThat(plant.workers).isEqualTo(21);
  }

  @Test
  void theKillSwitchAsksNobody() {
    Governor governor = governor(new Climb());
    governor.override(3);
    governor.step();
    governor.step();
    assertThat(plant.workers).isEqualTo(3);
    assertThat(heard).extracting(Decision::cause).containsOnly(Cause.OVERRIDDEN);
    assertThat(heard).allMatch(decision -> decision.advised().isEmpty());
    assertThat(governor.lastAdvice()).isEmpty();
  }

  @Test
  void aHeldSizeIsHeldAgainstOtherWriters() {
    Governor governor = governor(new Climb());
    governor.override(3);
    plant.workers = 50;
    governor.step();
    assertThat(plant.workers).isEqualTo(3);
  }

  @Test
  void adviseOnlyLeavesTheSizeAlone() {
    Governor governor = governor(new Climb());
    governor.adviseOnly();
    governor.step();
    assertThat(plant.workers).isEqualTo(4);
    assertThat(heard.get(1).advised()).hasValue(5);
    assertThat(heard.get(1).changed()).isFalse();
    assertThat(governor.mode()).isEqualTo(Mode.ADVISE_ONLY);
  }

  @Test
  void whatTheHandSwitchesIsInTheJournal() {
    Governor governor = governor(new FixedSize(4));
    governor.adviseOnly();
    governor.adviseOnly();
    governor.govern();
    governor.policy(new FixedSize(4));
    governor.limits(Limits.of(1, 100));
    assertThat(heard)
        .extracting(Decision::cause)
        .containsExactly(Cause.SWITCHED, Cause.SWITCHED, Cause.SWITCHED, Cause.LIMITS);
    assertThat(heard).extracting(Decision::why).allMatch(why -> why.contains("from now on"));
    assertThat(heard).noneMatch(Decision::changed);
  }

  @Test
  void aClosedGovernorRefusesTheHand() {
    Governor governor = governor(new FixedSize(4));
    governor.close();
    for (Runnable hand :
        List.<Runnable>of(
            governor::adviseOnly,
            governor::govern,
            () -> governor.pin(3),
            () -> governor.limits(Limits.of(1, 2)),
            () -> governor.policy(new FixedSize(1)))) {
      assertThatThrownBy(hand::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is closed");
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void aPolicyThatThrowsIsCountedAndTheSizeHeld() {
    Governor governor =
        governor(seen -> {
          throw new StackOverflowError();
        });
    governor.step();
    governor.step();
    assertThat(plant.workers).isEqualTo(4);
    assertThat(governor.policyFailures()).isEqualTo(2);
    assertThat(heard).extracting(Decision::cause).containsOnly(Cause.POLICY_FAILED);
    governor.policy(new FixedSize(5));
    governor.step();
    assertThat(plant.workers).isEqualTo(5);
  }

  /** The log of the governor and that of its thread: what fails there is often all of it. */
  @Test
  void aPolicyThatThrowsWhereTheLogFailsTooIsCountedAndAskedAgain() throws Exception {
    Runnable failingLog =
        () -> {
          throw new IllegalStateException("on purpose, in the log");
        };
    CountDownLatch three = new CountDownLatch(3);
    try (LoggedLines first = LoggedLines.of(Governor.class, failingLog);
        LoggedLines second = LoggedLines.of(Ticker.class, failingLog);
        Governor governor =
            Governor.of(
                    "plant",
                    plant,
                    seen -> {
                      throw new IllegalStateException("on purpose");
                    })
                .period(Duration.ofMillis(1))
                .build()) {
      governor.addListener(decision -> three.countDown());
      governor.start();
      assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(first.lines()).hasSize(1);
      assertThat(second.lines()).isEmpty();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // a policy that does what it must not
  void noAdviceIsAFailureOfThePolicy() {
    Governor governor = governor(seen -> null);
    governor.step();
    assertThat(governor.policyFailures()).isEqualTo(1);
    assertThat(heard.get(0).cause()).isEqualTo(Cause.POLICY_FAILED);
    assertThat(heard.get(0).why()).contains("advice must not be null");
  }

  @Test
  void anActionAtItsEndThatThrowsKeepsNoOtherOneFromRunning() {
    Governor governor = governor(new Climb());
    List<String> ran = new ArrayList<>();
    governor.onClose(() -> ran.add("first"));
    governor.onClose(() -> {
      throw new IllegalStateException("on purpose");
    });
    governor.onClose(() -> ran.add("last"));
    try (LoggedLines log = LoggedLines.of(Governor.class)) {
      governor.close();
      assertThat(log.lines())
          .containsExactly("WARNING governor 'plant': an action at its end failed");
    }
    assertThat(ran).containsExactly("first", "last");
  }

  @Test
  void adviceOfNoWorkersIsAFailureOfThePolicy() {
    Governor governor = governor(seen -> new Advice(0, "none", new FixedSize(1)));
    governor.step();
    assertThat(governor.policyFailures()).isEqualTo(1);
    assertThat(heard.get(0).why())
        .isEqualTo(
            "held at 4: the policy failed: java.lang.IllegalArgumentException: workers must be"
                + " at least 1 but was 0");
  }

  @Test
  void aTargetThatCannotBeSeenOrMovedIsCounted() {
    Governor governor = governor(new Climb());
    plant.blind = true;
    governor.step();
    plant.blind = false;
    plant.stuck = true;
    governor.step();
    assertThat(governor.targetFailures()).isEqualTo(2);
    assertThat(plant.workers).isEqualTo(4);
    assertThat(governor.size()).isEqualTo(4);
    plant.stuck = false;
    governor.step();
    assertThat(plant.workers).isEqualTo(5);
    assertThat(heard)
        .extracting(Decision::cause)
        .containsExactly(Cause.TARGET_FAILED, Cause.TARGET_FAILED, Cause.POLICY);
  }

  @Test
  void aListenerThatThrowsHarmsNobody() {
    Governor governor = Governor.of("plant", plant, new Climb()).build();
    governor.addListener(decision -> {
      throw new IllegalStateException("on purpose");
    });
    governor.addListener(heard::add);
    governor.step();
    assertThat(plant.workers).isEqualTo(5);
    assertThat(heard).hasSize(1);
  }

  @Test
  void startedItStepsByItselfUntilItIsClosed() throws Exception {
    CountDownLatch three = new CountDownLatch(3);
    Governor governor =
        Governor.of("plant", plant, new Climb()).period(Duration.ofMillis(1)).build();
    governor.addListener(decision -> three.countDown());
    governor.start();
    three.await();
    governor.close();
    int after = plant.workers;
    governor.close();
    assertThat(plant.workers).isEqualTo(after);
    assertThatThrownBy(governor::start).hasMessage("governor 'plant' is closed");
  }

  @Test
  void theJournalKeepsTheLastAndCountsAll() {
    Governor governor = Governor.of("plant", plant, new Climb()).journal(Journal.ofLast(2)).build();
    for (int i = 0; i < 5; i++) {
      governor.step();
    }
    assertThat(governor.journal().decisions()).extracting(Decision::number).containsExactly(4L, 5L);
    assertThat(governor.journal().changes()).isEqualTo(5);
  }

  @Test
  void theObservationsOfAJournalGiveTheSameAdviceAgain() {
    Governor governor = governor(new Climb().stepLimit(1).within(Limits.of(1, 6)));
    for (int i = 0; i < 5; i++) {
      governor.step();
    }
    SizingPolicy again = new Climb().stepLimit(1).within(Limits.of(1, 6));
    for (Decision decision : governor.journal().decisions()) {
      Advice advice = again.advise(decision.seen().orElseThrow());
      assertThat(advice.workers()).isEqualTo(decision.advised().orElseThrow());
      again = advice.next();
    }
  }

  @Test
  void saysWhatAnotherSizeWouldBringOnceItHasSeenTasks() {
    Governor governor = governor(Policies.standard());
    governor.adviseOnly();
    assertThat(governor.forecast(10)).isEmpty();
    governor.step();
    assertThat(governor.forecast(10)).as("no task has ended").isEmpty();
    plant.arrived = 20;
    plant.serviceNanosSum = 2_000_000_000;
    governor.step();
    governor.step();
    Forecast forecast = governor.forecast(10).orElseThrow();
    assertThat(forecast.expected()).isEqualTo(1);
    assertThat(forecast.why()).startsWith("no task waits");
    governor.override(7);
    assertThat(governor.forecast(10)).as("the policy still knows").isPresent();
    governor.policy(new FixedSize(3));
    assertThat(governor.forecast(10)).as("this one knows nothing").isEmpty();
  }

  @Test
  void whatIsWrongIsNamed() {
    Governor governor = governor(new Climb());
    assertThatThrownBy(() -> governor.forecast(0))
        .hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(() -> governor.pin(0)).hasMessage("workers must be at least 1 but was 0");
    assertThatThrownBy(() -> Journal.ofLast(0)).hasMessage("capacity must be at least 1 but was 0");
    assertThatThrownBy(() -> Governor.of("x", plant, new Climb()).period(Duration.ZERO))
        .hasMessage("period must be at least PT0.001S but was PT0S");
    assertThatThrownBy(() -> Governor.of("", plant, new Climb()))
        .hasMessage("name must not be blank but was ''");
  }
}
