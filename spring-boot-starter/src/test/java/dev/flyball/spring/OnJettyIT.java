package dev.flyball.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.spring.app.Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * An application that has Jetty in the place of Tomcat, and no library that propagates contexts or
 * has telemetry; on a class path of its own.
 */
@Timeout(300)
class OnJettyIT {

  @Test
  void itsThreadsAreAdoptedAndAPoolNeedsNoOtherLibrary() throws Exception {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .properties(
                "server.port=0",
                "spring.main.banner-mode=off",
                "logging.level.root=warn",
                "flyball.adopt.jetty.mode=advise",
                "flyball.pools.orders.size=2",
                "shop.traced=true",
                "spring.datasource.url=jdbc:h2:mem:jetty")
            .run()) {
      FlyballTargets targets = context.getBean(FlyballTargets.class);
      Await.until(targets::isComplete);
      assertThat(targets.adopted()).hasSize(3);
      assertThat(Flyball.targets())
          .extracting(ManagedTarget::name)
          .containsExactlyInAnyOrder("async", "jetty", "hikari", "orders");
      assertThat(ClassUtils.isPresent("io.micrometer.context.ContextSnapshot", null)).isFalse();
      assertThat(ClassUtils.isPresent("io.opentelemetry.api.OpenTelemetry", null)).isFalse();
      Application.TRACE.set("cart 7");
      assertThat(context.getBean("orders", AdaptivePool.class).submit(Application.TRACE::get).get())
          .isEqualTo("cart 7");
      Application.TRACE.remove();
    }
    assertThat(Flyball.targets()).isEmpty();
  }
}
