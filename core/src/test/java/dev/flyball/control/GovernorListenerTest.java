package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.LoggedLines;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener hears, in which order, and what it may do. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GovernorListenerTest {

  private final Governor one = governor("one");
  private final Governor other = governor("other");
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private static Governor governor(String name) {
    return Governor.of(name, new ScriptedTarget(), new FixedSize(4)).build();
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Each waits in its listener until the other one is in its listener, too. */
  @Test
  void twoListenersMaySwitchEachOthersGovernorsAtOneTime() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    switches(one, other, both);
    switches(other, one, both);
    Future<?> first = threads.submit(() -> one.pin(8));
    Future<?> second = threads.submit(() -> other.pin(9));
    first.get();
    second.get();
    assertThat(one.limits()).isEqualTo(Limits.of(2, 30));
    assertThat(other.limits()).isEqualTo(Limits.of(2, 30));
    assertThat(one.mode()).isEqualTo(Mode.OVERRIDDEN);
    assertThat(other.mode()).isEqualTo(Mode.OVERRIDDEN);
  }

  private static void switches(Governor heard, Governor switched, CountDownLatch both) {
    heard.addListener(decision -> {
      if (decision.number() == 1) {
        both.countDown();
        awaitQuietly(both);
        switched.limits(Limits.of(2, 30));
        switched.adviseOnly();
        switched.override(5);
      }
    });
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatAListenerDecidesIsToldToAllAfterWhatItHeard() {
    List<Long> before = new ArrayList<>();
    List<Long> after = new ArrayList<>();
    one.addListener(decision -> before.add(decision.number()));
    one.addListener(decision -> {
      if (decision.number() < 4) {
        one.pin((int) decision.number());
      }
    });
    one.addListener(decision -> after.add(decision.number()));
    one.step();
    assertThat(before).containsExactly(1L, 2L, 3L, 4L);
    assertThat(after).containsExactly(1L, 2L, 3L, 4L);
  }

  /** The list is not safe for threads: one of them calls at a time. */
  @Test
  void ofManyThreadsItHearsAllInTheirOrder() throws Exception {
    List<Long> heard = new ArrayList<>();
    one.addListener(decision -> heard.add(decision.number()));
    List<Future<?>> pinning = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      pinning.add(
          threads.submit(() -> {
            for (int size = 1; size <= 100; size++) {
              one.pin(size);
            }
          }));
    }
    for (Future<?> thread : pinning) {
      thread.get();
    }
    one.pin(1); // all earlier decisions are told before this one
    assertThat(heard).isEqualTo(LongStream.rangeClosed(1, 801).boxed().toList());
  }

  @Test
  void oneThatDoesNotReturnHoldsUpNoSwitchAndLosesTheOldest() throws Exception {
    List<Long> heard = new ArrayList<>();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    try (LoggedLines log = LoggedLines.of(Governor.class)) {
      one.addListener(decision -> {
        heard.add(decision.number());
        inside.countDown();
        awaitQuietly(go);
      });
      Future<?> stuck = threads.submit(() -> one.pin(8));
      inside.await();
      for (int i = 1; i <= 1_002; i++) {
        one.pin(i);
      }
      assertThat(one.size()).isEqualTo(1_002);
      go.countDown();
      stuck.get();
      List<Long> told = new ArrayList<>(List.of(1L));
      LongStream.rangeClosed(4, 1_003).forEach(told::add);
      assertThat(heard).isEqualTo(told);
      assertThat(log.lines())
          .containsExactly(
              "WARNING governor 'one': a listener does not return, decisions from #2 on are lost");
    }
  }
}
