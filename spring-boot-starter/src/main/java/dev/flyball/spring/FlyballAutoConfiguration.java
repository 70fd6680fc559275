package dev.flyball.spring;

import dev.flyball.adapters.micrometer.FlyballMetrics;
import dev.flyball.adapters.opentelemetry.FlyballTelemetry;
import dev.flyball.spring.FlyballProperties.Mode;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Pools of the application, Boot's own adopted, meters and the endpoint of all of them. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration",
      "io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration"
    })
@EnableConfigurationProperties(FlyballProperties.class)
@Import(PoolsRegistrar.class)
public class FlyballAutoConfiguration {

  /** Unless {@code flyball.mode} is {@code off}. */
  static final class NotOff extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      Mode mode =
          Binder.get(context.getEnvironment()).bind("flyball.mode", Mode.class).orElse(Mode.ADVISE);
      return new ConditionOutcome(
          mode != Mode.OFF, ConditionMessage.forCondition("flyball.mode").because("it is " + mode));
    }
  }

  /** What adopts. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(NotOff.class)
  static class Adopting {
    @Bean
    @ConditionalOnMissingBean
    FlyballTargets flyballTargets(ApplicationContext context, FlyballProperties properties) {
      return new FlyballTargets(context, properties);
    }
  }

  /** The meters, which Boot binds to its registries. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @Conditional(NotOff.class)
  static class Metering {
    @Bean
    @ConditionalOnMissingBean
    FlyballMetrics flyballMetrics() {
      return new FlyballMetrics();
    }
  }

  /** The metrics of OpenTelemetry, which go where the application's go. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(OpenTelemetry.class)
  @ConditionalOnSingleCandidate(OpenTelemetry.class)
  @Conditional(NotOff.class)
  static class Telemetry {
    @Bean
    @ConditionalOnMissingBean
    FlyballTelemetry flyballTelemetry(OpenTelemetry openTelemetry) {
      return FlyballTelemetry.start(openTelemetry);
    }
  }

  /** The endpoint. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @Conditional(NotOff.class)
  static class Showing {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(FlyballEndpoint.class)
    FlyballEndpoint flyballEndpoint() {
      return new FlyballEndpoint();
    }
  }
}
