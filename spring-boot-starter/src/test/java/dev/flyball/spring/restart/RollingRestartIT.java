package dev.flyball.spring.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Await;
import dev.flyball.spring.app.Instance;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two instances of an application, restarted one after the other while customers come. Each is
 * taken out first, as balancers do, and is told to end while it still works on requests.
 *
 * <p>Without that, connections that the system has taken and the server not yet are reset when the
 * server closes its socket, with Flyball and without.
 */
@Timeout(900)
@Tag("slow")
class RollingRestartIT {

  private static final int ROUNDS = 3;
  private static final int ANSWERS = 50;

  /** What a JVM ends with after SIGTERM. */
  private static final int TERMINATED = 128 + 15;

  @Test
  void noRequestIsLost() throws Exception {
    Instance[] instances = {start(), start()};
    try (Customers customers = new Customers(instances[0].port(), instances[1].port())) {
      for (int restarts = 0; restarts < 2 * ROUNDS; restarts++) {
        int which = restarts % 2;
        int old = instances[which].port();
        Await.until(() -> customers.answered(old) >= ANSWERS);
        customers.moved(which, instances[1 - which].port()); // as a balancer takes it out
        assertThat(instances[which].end()).isEqualTo(TERMINATED);
        instances[which] = start();
        customers.moved(which, instances[which].port());
      }
      for (Instance instance : instances) {
        Await.until(() -> customers.answered(instance.port()) >= ANSWERS);
      }
      customers.leave();
      assertThat(customers.lost()).isEmpty();
    } finally {
      instances[0].close();
      instances[1].close();
    }
  }

  private static Instance start() throws IOException {
    return Instance.start(
        "server.port=0",
        "spring.main.banner-mode=off",
        "logging.level.root=warn",
        "spring.datasource.url=jdbc:h2:mem:restart",
        "flyball.mode=govern",
        "flyball.pools.orders.mode=govern",
        "flyball.pools.orders.size=2",
        "flyball.adopt.tomcat.max=50");
  }
}
