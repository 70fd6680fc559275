package dev.flyball.tools.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.Flyball;
import dev.flyball.dashboard.RemotePools;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.pool.AdaptivePool;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pools of a program through a real connector. */
@Timeout(120)
class PoolLinesIT {

  private static final String ENDING = "ending";

  /** As one that ends while the report is made. */
  @Test
  void aPoolThatCannotBeSeenHidesNoOther() throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    beans.registerMBean(
        new StandardMBean(() -> {}, Runnable.class), PoolMonitor.objectName(ENDING));
    JMXConnectorServer connector =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi://127.0.0.1"), Map.of(), beans);
    connector.start();
    try (AdaptivePool healthy = Flyball.pool("healthy");
        RemotePools pools = RemotePools.at("the program", connector.getAddress())) {
      assertThat(new PoolLines(pools).ofPools())
          .contains("pool '" + ENDING + "'", "pool '" + healthy.name() + "'")
          .anyMatch(line -> line.startsWith("  cannot be seen: pool '" + ENDING + "'"))
          .anyMatch(line -> line.startsWith("  WindowFigures[seconds="));
    } finally {
      connector.stop();
      beans.unregisterMBean(PoolMonitor.objectName(ENDING));
    }
  }
}
