package dev.flyball.adapters.scheduled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.ScheduledPool;
import io.reactivex.rxjava3.core.Observable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor, RxJava and Spring on a scheduled pool, with the JDK's as the measure. */
@Timeout(120)
class SchedulingLibrariesTest {

  /** The executors. */
  enum Kind {
    JDK(() -> new ScheduledThreadPoolExecutor(2)),
    POOL(() -> ScheduledPool.over(AdaptivePool.named("jobs").build())),
    LIMITER(() -> ScheduledPool.over(Limiter.named("jobs").build()));

    @SuppressWarnings("ImmutableEnumChecker") // makes a new one each time
    private final Supplier<ScheduledExecutorService> making;

    Kind(Supplier<ScheduledExecutorService> making) {
      this.making = making;
    }
  }

  private final List<ScheduledExecutorService> made = new ArrayList<>();

  private ScheduledExecutorService executor(Kind kind) {
    ScheduledExecutorService executor = kind.making.get();
    made.add(executor);
    return executor;
  }

  @AfterEach
  void end() throws InterruptedException {
    for (ScheduledExecutorService executor : made) {
      executor.shutdownNow();
      assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void reactorDelaysAndRepeats(Kind kind) {
    ScheduledExecutorService executor = executor(kind);
    Scheduler scheduler = Schedulers.fromExecutorService(executor);
    assertThat(
            Flux.interval(Duration.ofMillis(1), scheduler)
                .onBackpressureBuffer()
                .take(10)
                .collectList()
                .block())
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(Mono.delay(Duration.ofMillis(5), scheduler).block()).isZero();
    assertThat(Flux.range(0, 1000).publishOn(scheduler).collectList().block())
        .hasSize(1000)
        .isSorted();
    assertThat(
            Flux.range(0, 200)
                .flatMap(number -> Mono.fromCallable(() -> number).subscribeOn(scheduler))
                .count()
                .block())
        .isEqualTo(200);
    Mono<Long> late = Mono.delay(Duration.ofDays(1), scheduler);
    assertThat(late.timeout(Duration.ofMillis(5), Mono.just(-1L), scheduler).block()).isEqualTo(-1);
    scheduler.dispose();
    assertThat(executor.isShutdown()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void rxJavaDelaysAndRepeats(Kind kind) {
    io.reactivex.rxjava3.core.Scheduler scheduler =
        io.reactivex.rxjava3.schedulers.Schedulers.from(executor(kind), true);
    assertThat(
            Observable.interval(1, TimeUnit.MILLISECONDS, scheduler)
                .take(10)
                .toList()
                .blockingGet())
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(Observable.timer(5, TimeUnit.MILLISECONDS, scheduler).blockingFirst()).isZero();
    assertThat(Observable.range(0, 1000).observeOn(scheduler).toList().blockingGet())
        .hasSize(1000)
        .isSorted();
    assertThat(
            Observable.timer(1, TimeUnit.DAYS, scheduler)
                .timeout(5, TimeUnit.MILLISECONDS, scheduler, Observable.just(-1L))
                .blockingFirst())
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource
  void springSchedules(Kind kind) throws Exception {
    ConcurrentTaskScheduler scheduler = new ConcurrentTaskScheduler(executor(kind));
    CountDownLatch runs = new CountDownLatch(5);
    ScheduledFuture<?> rate = scheduler.scheduleAtFixedRate(runs::countDown, Duration.ofMillis(1));
    runs.await();
    assertThat(rate.cancel(true)).isTrue();
    CountDownLatch delayed = new CountDownLatch(5);
    ScheduledFuture<?> delay =
        scheduler.scheduleWithFixedDelay(delayed::countDown, Duration.ofMillis(1));
    delayed.await();
    assertThat(delay.cancel(true)).isTrue();
    CompletableFuture<String> once = new CompletableFuture<>();
    ScheduledFuture<?> single =
        scheduler.schedule(() -> once.complete("once"), Instant.now().plusMillis(5));
    assertThat(once.get()).isEqualTo("once");
    assertThat(single.get()).isNull();
    CountDownLatch seconds = new CountDownLatch(1);
    ScheduledFuture<?> cron =
        scheduler.schedule(seconds::countDown, new CronTrigger("* * * * * *"));
    seconds.await();
    assertThat(Objects.requireNonNull(cron, "cron").cancel(true)).isTrue();
  }
}
