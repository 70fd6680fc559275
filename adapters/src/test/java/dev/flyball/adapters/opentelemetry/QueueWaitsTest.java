package dev.flyball.adapters.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.adapters.base.HeldTasks;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.TaskDecorator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class QueueWaitsTest {

  private static final AttributeKey<Double> WAIT = AttributeKey.doubleKey("flyball.wait");

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
  private final Tracer tracer = provider.get("test");
  private final TaskDecorator waits = QueueWaits.of("orders");

  @AfterEach
  void close() {
    provider.close();
  }

  private static AdaptivePool pool(TaskDecorator decorator) {
    return AdaptivePool.named("orders").ungoverned().workers(1).decorate(decorator).build();
  }

  private static List<EventData> events(SpanData span) {
    return span.getEvents().stream()
        .filter(event -> event.getName().equals("flyball.queue.wait"))
        .toList();
  }

  @Test
  void eachTaskTellsTheSpanOfItsSubmitterHowLongItWaited() throws Exception {
    Span cart = tracer.spanBuilder("cart").startSpan();
    try (AdaptivePool orders = pool(QueueWaits.of("orders"));
        Scope current = cart.makeCurrent()) {
      assertThat(current).isNotNull();
      HeldTasks.run(orders, 1);
    }
    cart.end();
    List<EventData> events = events(spans.getFinishedSpanItems().get(0));
    assertThat(events).hasSize(2);
    assertThat(events)
        .extracting(event -> event.getAttributes().get(AttributeKey.stringKey("jvm.executor.name")))
        .containsOnly("orders");
    assertThat(events.get(1).getAttributes().get(WAIT)).isGreaterThan(HeldTasks.HELD_SECONDS);
    assertThat((events.get(1).getEpochNanos() - events.get(0).getEpochNanos()) / 1e9)
        .isGreaterThan(HeldTasks.HELD_SECONDS);
  }

  @Test
  void aTaskWithoutASpanOrWithOneThatDoesNotRecordIsLeftAsItIs() {
    Runnable task = () -> {};
    assertThat(waits.decorate(task)).isSameAs(task);
    try (SdkTracerProvider silent =
            SdkTracerProvider.builder().setSampler(Sampler.alwaysOff()).build();
        Scope current = silent.get("test").spanBuilder("cart").startSpan().makeCurrent()) {
      assertThat(current).isNotNull();
      assertThat(Span.current().getSpanContext().isValid()).isTrue();
      assertThat(waits.decorate(task)).isSameAs(task);
    }
    try (Scope current = tracer.spanBuilder("cart").startSpan().makeCurrent()) {
      assertThat(current).isNotNull();
      assertThat(waits.decorate(task)).isNotSameAs(task);
    }
  }

  @Test
  void aTaskWhoseSpanHasEndedIsDoneAllTheSame() throws Exception {
    Span cart = tracer.spanBuilder("cart").startSpan();
    try (AdaptivePool orders = pool(waits)) {
      CountDownLatch go = new CountDownLatch(1);
      Future<Integer> answer;
      try (Scope current = cart.makeCurrent()) {
        assertThat(current).isNotNull();
        orders.execute(() -> Await.on(go));
        answer = orders.submit(() -> 42);
      }
      cart.end();
      go.countDown();
      assertThat(answer.get()).isEqualTo(42);
    }
    assertThat(events(spans.getFinishedSpanItems().get(0)).size()).isLessThan(2);
  }

  @Test
  void theTraceIsCarriedByOpenTelemetrysOwnContextAroundIt() throws Exception {
    TaskDecorator waits = QueueWaits.of("orders");
    try (AdaptivePool orders =
        AdaptivePool.named("orders")
            .ungoverned()
            .decorate(task -> Context.current().wrap(waits.decorate(task)))
            .build()) {
      Span cart = tracer.spanBuilder("cart").startSpan();
      try (Scope current = cart.makeCurrent()) {
        assertThat(current).isNotNull();
        assertThat(orders.submit(Span::current).get()).isEqualTo(cart);
      }
      cart.end();
    }
    assertThat(events(spans.getFinishedSpanItems().get(0))).hasSize(1);
  }
}
