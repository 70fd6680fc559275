package dev.flyball.adapters.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Micrometer's context propagation through pools and limiters, with the library itself. */
@Timeout(60)
class ContextTasksTest {

  private static final ThreadLocal<String> TRACE = new ThreadLocal<>();

  private static final ContextSnapshotFactory CONTEXTS =
      ContextSnapshotFactory.builder()
          .contextRegistry(new ContextRegistry().registerThreadLocalAccessor("trace", TRACE))
          .clearMissing(true)
          .build();

  @AfterEach
  void clear() {
    TRACE.remove();
  }

  static Stream<ExecutorService> executors() {
    return Stream.of(
        AdaptivePool.named("orders")
            .ungoverned()
            .workers(1)
            .decorate(ContextTasks.propagating(CONTEXTS))
            .build(),
        Limiter.named("orders")
            .ungoverned()
            .atMost(1)
            .decorate(ContextTasks.propagating(CONTEXTS))
            .build());
  }

  @ParameterizedTest
  @MethodSource("executors")
  void theTaskSeesWhatItsSubmitterSawAndTheNextTaskDoesNot(ExecutorService executor)
      throws Exception {
    Callable<String> asks = TRACE::get;
    TRACE.set("4bf92f35");
    assertThat(executor.submit(asks).get()).isEqualTo("4bf92f35");
    executor.execute(() -> {
      Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
      throw new IllegalStateException("on purpose");
    });
    TRACE.remove();
    assertThat(executor.submit(asks).get()).isNull();
    executor.shutdown();
  }

  @ParameterizedTest
  @MethodSource("executors")
  void aTaskOfATaskSeesItToo(ExecutorService executor) throws Exception {
    TRACE.set("4bf92f35");
    Callable<String> asks = TRACE::get;
    assertThat(executor.submit(() -> executor.submit(asks).get()).get()).isEqualTo("4bf92f35");
    executor.shutdown();
  }
}
