package dev.flyball.expose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a follower of targets is told, in which order. */
@Timeout(120)
class ShownTargetsTest {

  private final List<TargetListener> following = new ArrayList<>();

  /** Has what a registry of meters has: something of each target that is there. */
  private static class Follower implements TargetListener {

    final Map<String, ManagedTarget> there = new HashMap<>();

    @Override
    public synchronized void shown(ManagedTarget target) {
      there.putIfAbsent(target.name(), target);
    }

    @Override
    public synchronized void gone(String name) {
      there.remove(name);
    }

    synchronized Optional<ManagedTarget> of(String name) {
      return Optional.ofNullable(there.get(name));
    }
  }

  private <L extends TargetListener> L follow(L listener) {
    following.add(listener);
    PoolMonitor.follow(listener);
    return listener;
  }

  @AfterEach
  void unfollow() {
    following.forEach(PoolMonitor::unfollow);
    assertThat(Flyball.targets()).isEmpty();
  }

  @Test
  void aTargetThatHasEndedBeforeItIsShownLeavesNothing() {
    Follower follower = follow(new Follower());
    AdaptivePool pool = AdaptivePool.named("ended").build();
    pool.close();
    Flyball.show(pool);
    assertThat(Flyball.targets()).isEmpty();
    assertThat(follower.of("ended")).isEmpty();
  }

  @Test
  void aTargetThatEndsWhileAFollowerHearsOfAnotherIsNotShownToIt() {
    AdaptivePool first = Flyball.pool("one");
    AdaptivePool second = Flyball.pool("two");
    Follower follower =
        follow(
            new Follower() {
              @Override
              public synchronized void shown(ManagedTarget target) {
                super.shown(target);
                second.close();
              }
            });
    assertThat(follower.of("one")).containsSame(first);
    assertThat(follower.of("two")).isEmpty();
    first.close();
    assertThat(follower.of("one")).isEmpty();
  }

  /**
   * As where a configuration is read again: a pool is closed, and another thread opens the next.
   */
  @Test
  void theNextTargetOfANameIsShownOnlyAfterTheLastHasGone() throws Exception {
    CountDownLatch going = new CountDownLatch(1);
    CountDownLatch tried = new CountDownLatch(1);
    follow(
        new TargetListener() {
          @Override
          public void shown(ManagedTarget target) {}

          @Override
          public void gone(String name) {
            going.countDown();
            try {
              assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        });
    Follower follower = follow(new Follower());
    AdaptivePool before = Flyball.pool("again");
    Thread closing = new Thread(before::close);
    closing.start();
    assertThat(going.await(60, TimeUnit.SECONDS)).isTrue();
    Optional<AdaptivePool> early = opened();
    tried.countDown();
    closing.join();
    AdaptivePool next = early.or(ShownTargetsTest::opened).orElseThrow();
    assertThat(follower.of("again")).containsSame(next);
    next.close();
    Await.until(() -> follower.of("again").isEmpty());
  }

  /** Empty while the name is taken. */
  private static Optional<AdaptivePool> opened() {
    try {
      return Optional.of(Flyball.pool("again"));
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }
}
