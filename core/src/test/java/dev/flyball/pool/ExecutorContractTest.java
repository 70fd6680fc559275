package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.pool.StagedExecutor.State;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every executor service owes its users; the JDK's own pool is held to the same suite. */
@Timeout(120)
class ExecutorContractTest {

  /** The suite; a subclass says which executor. */
  abstract static class Suite
      implements ContractOfTasks, ContractOfInvokes, ContractOfEnds, ContractOfInterrupts {

    private final List<ExecutorService> made = new ArrayList<>();

    abstract ExecutorService make(int workers);

    /** Where another outcome than that of the JDK's pool is meant: the case, and the outcome. */
    Map<String, String> meantOtherwise() {
      return Map.of();
    }

    @Override
    public ExecutorService executor(int workers) {
      ExecutorService executor = make(workers);
      made.add(executor);
      return executor;
    }

    @AfterEach
    void end() throws InterruptedException {
      for (ExecutorService executor : made) {
        executor.shutdownNow();
        assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
      }
    }

    /**
     * Every call in every state, by a caller who is interrupted beforehand and by one who is not.
     */
    @ParameterizedTest
    @EnumSource(State.class)
    void everyCallHasTheOutcomeThatTheJdkGivesIt(State state) throws Exception {
      assertThat(ContractTable.differences(state, () -> executor(1), meantOtherwise())).isEmpty();
    }
  }

  @Nested
  class OfTheAdaptivePool extends Suite {
    @Override
    ExecutorService make(int workers) {
      return AdaptivePool.named("contract").ungoverned().workers(workers).build();
    }
  }

  @Nested
  class OfTheAdaptivePoolUnmeasured extends Suite {
    @Override
    ExecutorService make(int workers) {
      return AdaptivePool.named("contract").workers(workers).unmeasured().build();
    }
  }

  @Nested
  class OfTheAdaptivePoolOnVirtualThreads extends Suite {
    @Override
    ExecutorService make(int workers) {
      return AdaptivePool.named("contract")
          .ungoverned()
          .workers(workers)
          .threadFactory(virtualThreads())
          .build();
    }
  }

  @Nested
  class OfTheLimiter extends Suite {
    @Override
    ExecutorService make(int workers) {
      return Limiter.named("contract").ungoverned().atMost(workers).build();
    }
  }

  @Nested
  class OfTheLimiterOnOrdinaryThreads extends Suite {
    @Override
    ExecutorService make(int workers) {
      return Limiter.named("contract")
          .ungoverned()
          .atMost(workers)
          .threadFactory(Thread::new)
          .build();
    }
  }

  @Nested
  class OfTheScheduledPool extends Suite {
    @Override
    ExecutorService make(int workers) {
      return ScheduledPool.over(
          AdaptivePool.named("contract").ungoverned().workers(workers).build());
    }
  }

  @Nested
  class OfTheScheduledLimiter extends Suite {
    @Override
    ExecutorService make(int workers) {
      return ScheduledPool.over(Limiter.named("contract").ungoverned().atMost(workers).build());
    }
  }

  @Nested
  class OfTheJdk extends Suite {
    @Override
    ExecutorService make(int workers) {
      return Executors.newFixedThreadPool(workers);
    }
  }

  /** The factory of virtual threads, by reflection on a public method that came with Java 21. */
  static ThreadFactory virtualThreads() {
    Assumptions.assumeTrue(Runtime.version().feature() >= 21, "virtual threads came with Java 21");
    try {
      Method ofVirtual = Thread.class.getMethod("ofVirtual");
      Object builder = ofVirtual.invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("virtual threads must be there", e);
    }
  }
}
