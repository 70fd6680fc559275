package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.Decision.Cause;
import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * When a governor looks. What must not come about is given an hour to, which no test has; what must
 * come about is waited for.
 */
@Timeout(120)
class GovernorPollTest {

  private static final long MILLI_NANOS = 1_000_000;
  private static final long HOUR_NANOS = 3_600_000 * MILLI_NANOS;
  private static final PollInterval HOURLY = new PollInterval(HOUR_NANOS, HOUR_NANOS);
  private static final PollInterval ALERT = new PollInterval(HOUR_NANOS, MILLI_NANOS);
  private static final PollInterval OFTEN = new PollInterval(MILLI_NANOS, MILLI_NANOS);

  /** Keeps the size, and wishes for one look. */
  private record Wishing(PollInterval wish) implements SizingPolicy {
    @Override
    public Optional<PollInterval> nextPoll() {
      return Optional.of(wish);
    }

    @Override
    public Advice advise(Observation seen) {
      return new Advice(seen.size().workersTarget(), "as it is", this);
    }
  }

  private final ScriptedTarget plant = new ScriptedTarget();
  private final Semaphore decided = new Semaphore(0);
  private Governor governor = governor(new FixedSize(4));

  private Governor governor(SizingPolicy policy) {
    Governor made = Governor.of("plant", plant, policy).period(Duration.ofMillis(2)).build();
    made.addListener(decision -> decided.release());
    return made;
  }

  private void start(SizingPolicy policy) {
    governor = governor(policy).start();
  }

  @AfterEach
  void close() {
    governor.close();
  }

  @Test
  void thePolicySaysWhenOrElseThePeriodDoes() {
    assertThat(governor(new Wishing(ALERT)).nextPoll()).isEqualTo(ALERT);
    assertThat(governor(new FixedSize(4)).nextPoll())
        .isEqualTo(new PollInterval(2 * MILLI_NANOS, 2 * MILLI_NANOS));
  }

  @Test
  void whileTheSizeIsOverriddenNoPolicyIsAsked() {
    Governor overridden =
        governor(
            new SizingPolicy() {
              @Override
              public Optional<PollInterval> nextPoll() {
                throw new AssertionError("asked");
              }

              @Override
              public Advice advise(Observation seen) {
                throw new AssertionError("asked");
              }
            });
    overridden.override(3);
    assertThat(overridden.nextPoll()).isEqualTo(new PollInterval(2 * MILLI_NANOS, 2 * MILLI_NANOS));
    assertThat(overridden.policyFailures()).isZero();
  }

  @Test
  void aPolicyThatCannotSayIsCountedAndAskedOncePerPeriod() throws Exception {
    start(
        new SizingPolicy() {
          @Override
          public Optional<PollInterval> nextPoll() {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public Advice advise(Observation seen) {
            return new Advice(7, "seven", this);
          }
        });
    decided.acquire(6); // three times the failure, three times the advice
    assertThat(governor.policyFailures()).isGreaterThanOrEqualTo(3);
    assertThat(plant.workers).isEqualTo(7);
    Decision first = governor.journal().decisions().get(0);
    assertThat(first.cause()).isEqualTo(Cause.POLICY_FAILED);
    assertThat(first.why()).contains("the policy failed to say when to look next");
  }

  @Test
  void aTaskThatHasToWaitBringsTheFirstLookAndTheNextForward() throws Exception {
    start(new Wishing(ALERT));
    plant.alarm.run();
    decided.acquire();
    plant.alarm.run();
    decided.acquire();
    assertThat(governor.journal().decisions()).hasSize(2);
  }

  @Test
  void aTaskThatWaitsBeforeTheStartIsHeardOf() throws Exception {
    Resizable waiting =
        new Resizable() {
          @Override
          public Observation observe() {
            return plant.observe();
          }

          @Override
          public void resize(int workers) {
            plant.resize(workers);
          }

          @Override
          public boolean onSaturation(Runnable alarm) {
            alarm.run();
            return true;
          }
        };
    CountDownLatch looked = new CountDownLatch(1);
    governor = Governor.of("plant", waiting, new Wishing(ALERT)).build();
    governor.addListener(decision -> looked.countDown());
    governor.start();
    looked.await();
  }

  @Test
  void aTargetThatTellsNothingIsLookedAtOncePerPeriod() throws Exception {
    Resizable silent =
        new Resizable() {
          @Override
          public Observation observe() {
            return plant.observe();
          }

          @Override
          public void resize(int workers) {
            plant.resize(workers);
          }
        };
    governor =
        Governor.of("silent", silent, new Wishing(HOURLY)).period(Duration.ofMillis(2)).build();
    governor.addListener(decision -> decided.release());
    governor.start();
    decided.acquire(3);
    assertThat(governor.nextPoll()).isEqualTo(HOURLY);
  }

  @Test
  void aTaskThatComesDuringALookCountsForTheNext() throws Exception {
    Semaphore asked = new Semaphore(0);
    SizingPolicy policy =
        new SizingPolicy() {
          @Override
          public Optional<PollInterval> nextPoll() {
            return Optional.of(ALERT);
          }

          @Override
          public Advice advise(Observation seen) {
            plant.alarm.run();
            asked.release();
            return new Advice(4, "rings in the middle of a look", this);
          }
        };
    start(policy);
    plant.alarm.run();
    asked.acquire(5);
  }

  @Test
  void anIdleHourCostsNoLook() throws Exception {
    start(new Wishing(ALERT));
    Semaphore others = new Semaphore(0);
    try (Governor restless =
        Governor.of("restless", new ScriptedTarget(), new Wishing(OFTEN)).build()) {
      restless.addListener(decision -> others.release());
      restless.start();
      others.acquire(300);
    }
    assertThat(governor.journal().decisions()).isEmpty();
    plant.alarm.run();
    decided.acquire();
    assertThat(governor.journal().decisions()).hasSize(1);
  }

  @Test
  void whereTasksAlwaysWaitItLooksNoMoreOftenThanWished() throws Exception {
    long spacingNanos = 5 * MILLI_NANOS;
    long beganNanos = System.nanoTime();
    start(new Wishing(new PollInterval(HOUR_NANOS, spacingNanos)));
    while (decided.availablePermits() < 20) {
      plant.alarm.run();
    }
    long looks = governor.journal().decisions().size();
    assertThat(looks).isLessThanOrEqualTo((System.nanoTime() - beganNanos) / spacingNanos);
  }

  @Test
  void anotherPolicyTakesEffectOutOfALongWait() throws Exception {
    start(new Wishing(HOURLY));
    governor.policy(new Wishing(OFTEN));
    decided.acquire(3);
  }

  @Test
  void anOverriddenSizeIsHeldFromNowOnAndGoverningGoesBackToTheWish() throws Exception {
    start(new Wishing(HOURLY));
    governor.override(9);
    decided.acquire(4); // by hand, and once per period from then on
    governor.policy(new Wishing(OFTEN));
    governor.govern();
    while (governor.lastAdvice().isEmpty()) {
      decided.acquire();
    }
  }

  @Test
  void aStepByHandMakesTheNextPolicysWishCount() throws Exception {
    SizingPolicy first =
        new SizingPolicy() {
          @Override
          public Optional<PollInterval> nextPoll() {
            return Optional.of(HOURLY);
          }

          @Override
          public Advice advise(Observation seen) {
            return new Advice(4, "more often from now on", new Wishing(OFTEN));
          }
        };
    start(first);
    governor.step();
    decided.acquire(4);
  }
}
