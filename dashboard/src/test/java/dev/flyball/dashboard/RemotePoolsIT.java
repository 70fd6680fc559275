package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.TaskOptions;
import dev.flyball.control.Mode;
import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.expose.view.PoolView;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdaptivePool;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.MBeanServerForwarder;
import javax.security.auth.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pools through a real connector, as if they were another program's. */
@Timeout(60)
class RemotePoolsIT {

  private static final String ODD = "<script>\n\"quoted\", *?=\u0007";

  private static JMXConnectorServer connector() throws Exception {
    return connector(Map.of());
  }

  private static JMXConnectorServer connector(Map<String, ?> environment) throws Exception {
    JMXConnectorServer connector =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("service:jmx:rmi://127.0.0.1"),
            environment,
            ManagementFactory.getPlatformMBeanServer());
    connector.start();
    return connector;
  }

  private static AdaptivePool pool() {
    return Flyball.start(
        AdaptivePool.named(ODD)
            .governedBy(new FixedSize(3))
            .limits(1, 50)
            .period(Duration.ofMillis(2)));
  }

  private static PoolView view(WatchedPool pool) {
    while (true) {
      Optional<PoolView> view = pool.view();
      if (view.isPresent()) {
        return view.get();
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void aPoolThatIsOpenedAgainIsAnother() throws Exception {
    JMXConnectorServer connector = connector();
    try (RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      String before;
      try (AdaptivePool pool = pool()) {
        assertThat(pool.name()).isEqualTo(ODD);
        before = view(remote.pools().get(0)).identity();
      }
      try (AdaptivePool pool = pool()) {
        assertThat(pool.name()).isEqualTo(ODD);
        assertThat(view(remote.pools().get(0)).identity()).isNotEqualTo(before);
      }
    } finally {
      connector.stop();
    }
  }

  @Test
  void aNameThatIsLongerThanItMayBeIsLeftOut() throws Exception {
    JMXConnectorServer connector = connector();
    String longest = "*".repeat(1000);
    try (AdaptivePool pool = Flyball.start(AdaptivePool.named(longest).ungoverned().workers(1));
        AdaptivePool longer =
            Flyball.start(AdaptivePool.named(longest + "x").ungoverned().workers(1));
        RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      List<WatchedPool> seen = remote.pools();
      assertThat(longer.name()).hasSize(1001);
      assertThat(seen).extracting(WatchedPool::name).containsExactly(pool.name());
      assertThat(view(seen.get(0)).name()).isEqualTo(longest);
    } finally {
      connector.stop();
    }
  }

  @Test
  void aBeanThatIsNoPoolIsLeftOut() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName pool = new ObjectName("dev.flyball:type=Pool,foo=bar");
    ObjectName flow = new ObjectName("dev.flyball:type=Flow,foo=bar");
    JMXConnectorServer connector = connector();
    try (RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      server.registerMBean(new StandardMBean(() -> {}, Runnable.class), pool);
      server.registerMBean(new StandardMBean(() -> {}, Runnable.class), flow);
      assertThat(remote.pools()).isEmpty();
      assertThat(remote.flows()).isEmpty();
    } finally {
      server.unregisterMBean(pool);
      server.unregisterMBean(flow);
      connector.stop();
    }
  }

  @Test
  void aPoolIsSeenAndSwitchedFromOutside() throws Exception {
    JMXConnectorServer connector = connector();
    try (AdaptivePool pool = pool();
        RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      List<WatchedPool> seen = remote.pools();
      assertThat(seen).hasSize(1);
      WatchedPool watched = seen.get(0);
      assertThat(watched.name()).isEqualTo(ODD);
      var unused = watched.view(); // from here on there is a window
      for (int i = 0; i < 30; i++) {
        pool.submit(() -> LockSupport.parkNanos(1_000_000)).get();
      }
      pool.execute(
          TaskOptions.kind(ODD).by(Deadline.atNanos(System.nanoTime())), () -> {}); // too late
      while (pool.shedTotals().tasks() == 0) {
        LockSupport.parkNanos(100_000);
      }
      PoolView view = view(watched);
      assertThat(view.name()).isEqualTo(ODD);
      assertThat(view.figures().shedPerSecond()).isPositive();
      PoolView.ShedRow shed = view.shed().get(0);
      assertThat(shed)
          .isEqualTo(new PoolView.ShedRow(ODD, "normal", "expired", 1, shed.perSecond()));
      assertThat(view.figures().completedPerSecond()).isPositive();
      assertThat(view.steering().policy()).isEqualTo("fixed");
      assertThat(remote.pools().get(0)).isSameAs(watched);
      watched.switches().pin(9);
      assertThat(pool.governor().orElseThrow().mode()).isEqualTo(Mode.PINNED);
      watched.switches().policy("littles-law");
      watched.switches().limits(2, 20);
      assertThat(pool.governor().orElseThrow().limits().max()).isEqualTo(20);
      assertThatThrownBy(() -> watched.switches().pin(0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("workers must be at least 1");
      assertThatThrownBy(() -> watched.switches().policy("nonsense"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("unknown policy 'nonsense'");
    } finally {
      connector.stop();
    }
  }

  @Test
  void aPipelineIsSeenAndSwitchedFromOutside() throws Exception {
    JMXConnectorServer connector = connector();
    PipelineBuilder plan = Pipeline.named(ODD);
    var first = plan.map("first", (String record) -> record);
    first.to(plan.sink("second", (String record) -> {}));
    try (Pipeline<String> pipeline = plan.build(first);
        RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      FlowMonitor.register(governor);
      assertThat(FlowMonitor.governors()).containsExactly(governor);
      assertThatThrownBy(() -> FlowMonitor.register(governor))
          .hasMessageContaining("must be the only one of its kind");
      WatchedFlow watched = remote.flows().get(0);
      assertThat(watched.name()).isEqualTo(ODD);
      FlowTrack track = new FlowTrack(watched, watched.name());
      track.look(1000);
      pipeline.put("record");
      track.look(2000);
      FlowTrack.FlowState seen = track.state().orElseThrow();
      assertThat(seen.mode()).isEqualTo("GOVERN");
      assertThat(seen.stages())
          .extracting(stage -> stage.name())
          .containsExactly("first", "second");
      assertThat(seen.stages().get(0).arrivedPerSecond()).isPositive();
      assertThat(seen.stages().get(0).out()).containsKey("second");
      watched.adviseOnly();
      assertThat(governor.mode()).hasValue(Mode.ADVISE_ONLY);
      watched.govern();
      assertThat(governor.mode()).hasValue(Mode.GOVERN);
      governor.close();
      assertThat(FlowMonitor.governors()).isEmpty();
      assertThat(remote.flows()).isEmpty();
    } finally {
      connector.stop();
    }
  }

  @Test
  void whoHasNoPasswordIsToldSo() throws Exception {
    JMXAuthenticator guard =
        credentials -> {
          if (credentials instanceof String[] given
              && given[0].equals("reader")
              && given[1].equals("secret")) {
            return new Subject();
          }
          throw new SecurityException("who are you?");
        };
    JMXConnectorServer connector = connector(Map.of(JMXConnectorServer.AUTHENTICATOR, guard));
    try (RemotePools nobody = RemotePools.at("the other", connector.getAddress());
        RemotePools reader =
            RemotePools.at("the other", connector.getAddress(), "reader", "secret")) {
      assertThatThrownBy(nobody::pools)
          .hasMessage("no connection to the other: it lets in whom it knows only (who are you?)");
      assertThat(reader.pools()).isEmpty();
    } finally {
      connector.stop();
    }
  }

  @Test
  void aPoolThatMayNotBeSeenHarmsNoOther() throws Exception {
    JMXConnectorServer connector = connector();
    connector.setMBeanServerForwarder(hiding(PoolMonitor.viewName("hidden")));
    try (AdaptivePool hidden = Flyball.start(AdaptivePool.named("hidden").ungoverned().workers(1));
        AdaptivePool shown = Flyball.start(AdaptivePool.named("shown").ungoverned().workers(1));
        RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      List<WatchedPool> seen = remote.pools();
      assertThat(seen).extracting(WatchedPool::name).containsExactly(hidden.name(), shown.name());
      assertThatThrownBy(seen.get(0)::view)
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("pool 'hidden' may not be seen by this user: not for you");
      assertThat(view(seen.get(1)).name()).isEqualTo("shown");
    } finally {
      connector.stop();
    }
  }

  /** Lets nobody invoke anything on a bean. */
  private static MBeanServerForwarder hiding(ObjectName bean) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("invoke") && bean.equals(arguments[0])) {
            throw new SecurityException("not for you");
          }
          return method.getName().equals("setMBeanServer")
              ? null
              : method.invoke(server, arguments);
        };
    return (MBeanServerForwarder)
        Proxy.newProxyInstance(
            RemotePoolsIT.class.getClassLoader(),
            new Class<?>[] {MBeanServerForwarder.class},
            handler);
  }

  /** One line, whatever layers are between. */
  @Test
  void whyThereIsNoConnectionIsSaidPlainly() throws Exception {
    String nobody = "x".repeat(64) + ".invalid:1"; // too long for a name server to be asked
    assertThatThrownBy(remote(nobody)::pools)
        .hasMessage("no connection to " + nobody + ": no machine of that name is known");
    assertThatThrownBy(remote("127.0.0.1:1")::pools)
        .hasMessageStartingWith("no connection to 127.0.0.1:1: nobody answers there")
        .hasMessageNotContaining("xception");
  }

  private static RemotePools remote(String place) throws Exception {
    return RemotePools.at(
        place, new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + place + "/jmxrmi"));
  }

  @Test
  void aProgramThatIsGoneIsSaidToBe() throws Exception {
    JMXConnectorServer connector = connector();
    try (AdaptivePool pool = pool();
        RemotePools remote = RemotePools.at("the other", connector.getAddress())) {
      assertThat(remote.pools()).hasSize(1);
      connector.stop();
      assertThatThrownBy(remote::pools).hasMessageContaining("no connection to the other");
      assertThatThrownBy(remote::pools).hasMessageContaining("no connection to the other");
      assertThat(pool.isShutdown()).isFalse();
    }
  }
}
