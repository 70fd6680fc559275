package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection over a real connector, lost by who asks. */
@Timeout(60)
class JmxConnectionIT {

  /** A question that a lost connection failed may be told so after the next one is made. */
  @Test
  void whoLostAConnectionLetsGoOfNoNewerOne() throws Exception {
    JMXConnectorServer server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi://127.0.0.1"),
            Map.of(),
            ManagementFactory.getPlatformMBeanServer());
    server.start();
    try (JmxConnection connection = new JmxConnection("other", server.getAddress(), Map.of())) {
      assertThatThrownBy(() ->
              connection.ask(there -> {
                assertThatThrownBy(() -> lose(connection)).isInstanceOf(Unreachable.class);
                awaitAnother(connection);
                throw new IOException("late");
              }))
          .hasMessage("no connection to other: late");
      assertThat(connection.ask(MBeanServerConnection::getDefaultDomain)).isNotEmpty();
    } finally {
      server.stop();
    }
  }

  private static void lose(JmxConnection connection) throws JMException {
    connection.ask(there -> {
      throw new IOException("lost");
    });
  }

  private static void awaitAnother(JmxConnection connection) throws JMException {
    while (true) {
      try {
        connection.ask(MBeanServerConnection::getDefaultDomain);
        return;
      } catch (Unreachable e) {
        LockSupport.parkNanos(1_000_000); // a try a second, at the soonest
      }
    }
  }
}
