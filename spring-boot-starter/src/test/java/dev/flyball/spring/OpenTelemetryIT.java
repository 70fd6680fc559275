package dev.flyball.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.adapters.opentelemetry.FlyballTelemetry;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.spring.app.Application;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The starter where Boot makes an OpenTelemetry of the providers that the application has. */
@Timeout(300)
class OpenTelemetryIT {

  private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

  /** Providers whose data can be looked at. */
  @Configuration(proxyBeanMethods = false)
  static class Providers {
    @Bean
    InMemoryMetricReader metricReader() {
      return InMemoryMetricReader.create();
    }

    @Bean
    SdkMeterProvider meterProvider(InMemoryMetricReader reader) {
      return SdkMeterProvider.builder().registerMetricReader(reader).build();
    }

    @Bean
    InMemorySpanExporter spans() {
      return InMemorySpanExporter.create();
    }

    @Bean
    SdkTracerProvider tracerProvider(InMemorySpanExporter spans) {
      return SdkTracerProvider.builder()
          .addSpanProcessor(SimpleSpanProcessor.create(spans))
          .build();
    }
  }

  @AfterEach
  void close() {
    contexts.forEach(ConfigurableApplicationContext::close);
    assertThat(Flyball.targets()).isEmpty();
  }

  private ConfigurableApplicationContext run(String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.addAll(
        List.of(
            "server.port=0",
            "spring.main.banner-mode=off",
            "logging.level.root=warn",
            "spring.datasource.url=jdbc:h2:mem:telemetry",
            "flyball.pools.orders.size=1",
            "spring.jmx.enabled=false"));
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class, Providers.class)
            .properties(all.toArray(new String[0]))
            .run();
    contexts.add(context);
    return context;
  }

  private static List<String> pools(InMemoryMetricReader reader) {
    AttributeKey<String> name = AttributeKey.stringKey("jvm.executor.name");
    return reader.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals("flyball.size"))
        .flatMap(metric -> metric.getData().getPoints().stream())
        .map(point -> String.valueOf(point.getAttributes().get(name)))
        .toList();
  }

  @Test
  void allPoolsAreInTheMetricsUntilTheApplicationEnds() {
    ConfigurableApplicationContext context = run();
    InMemoryMetricReader reader = context.getBean(InMemoryMetricReader.class);
    Await.until(() -> context.getBean(FlyballTargets.class).isComplete());
    assertThat(pools(reader)).containsExactlyInAnyOrder("orders", "async", "tomcat", "hikari");
    context.getBean(FlyballTelemetry.class).close();
    assertThat(pools(reader)).isEmpty();
  }

  @Test
  void aTaskTellsTheSpanOfItsSubmitterHowLongItWaited() throws Exception {
    ConfigurableApplicationContext context = run();
    Span cart =
        context.getBean(OpenTelemetry.class).getTracer("test").spanBuilder("cart").startSpan();
    AdaptivePool orders = context.getBean("orders", AdaptivePool.class);
    try (Scope current = cart.makeCurrent()) {
      assertThat(current).isNotNull();
      assertThat(orders.submit(() -> 42).get()).isEqualTo(42);
    }
    cart.end();
    assertThat(
            context.getBean(InMemorySpanExporter.class).getFinishedSpanItems().get(0).getEvents())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.getName()).isEqualTo("flyball.queue.wait");
          assertThat(event.getAttributes().get(AttributeKey.stringKey("jvm.executor.name")))
              .isEqualTo("orders");
        });
  }

  @Test
  void offHasNoTelemetry() throws Exception {
    ConfigurableApplicationContext context = run("flyball.mode=off");
    assertThat(context.getBeansOfType(FlyballTelemetry.class)).isEmpty();
    assertThat(pools(context.getBean(InMemoryMetricReader.class))).isEmpty();
    Span cart =
        context.getBean(OpenTelemetry.class).getTracer("test").spanBuilder("cart").startSpan();
    try (Scope current = cart.makeCurrent()) {
      assertThat(current).isNotNull();
      context.getBean("orders", AdaptivePool.class).submit(() -> 42).get();
    }
    cart.end();
    assertThat(
            context.getBean(InMemorySpanExporter.class).getFinishedSpanItems().get(0).getEvents())
        .isEmpty();
  }
}
