package dev.flyball.dashboard;

import dev.flyball.dashboard.JmxConnection.Question;
import dev.flyball.dataflow.expose.FlowView;
import dev.flyball.dataflow.expose.FlowViewMBean;
import dev.flyball.expose.PoolMXBean;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.expose.view.OpenRecord;
import dev.flyball.expose.view.PoolView;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * The pools and governed pipelines of another program, over JMX.
 *
 * <p>A lost connection is tried anew at the next poll, at least a second after the last try. A
 * program that hangs is given up after five seconds; this time-out holds for all of this program's
 * RMI, and is set unless it has a value already.
 *
 * <p>A target with a name of more than {@value Bounded#TEXT_LENGTH_MAX} characters is left out: a
 * name must be kept whole, since requests use it. So are pools and pipelines beyond the first
 * thousand of each.
 *
 * <p>One thread polls; any thread may use the switches and close.
 */
public final class RemotePools implements PoolSource {

  /** As many pools, and as many pipelines, are seen of one program; those named first. */
  private static final int TARGETS_MAX = 1000;

  private static final ObjectName POOLS = name("dev.flyball:type=Pool,name=*");
  private static final ObjectName RUNTIME = name(ManagementFactory.RUNTIME_MXBEAN_NAME);
  private static final ObjectName FLOWS = name("dev.flyball:type=Flow,name=*");

  private final String name;
  private final String command;
  private final JmxConnection connection;

  /** What this viewer calls itself over there. */
  private final String viewer = "dashboard-" + UUID.randomUUID();

  // Belong to the polling thread.
  private Map<ObjectName, WatchedPool> watchedPools = Map.of();
  private Map<ObjectName, WatchedFlow> watchedFlows = Map.of();

  private RemotePools(String name, String command, JmxConnection connection) {
    this.name = name;
    this.command = command;
    this.connection = connection;
  }

  /**
   * The pools of a program whose bean server can be reached there; nothing is connected yet.
   *
   * @param name what people call the program
   */
  public static RemotePools at(String name, JMXServiceURL address) {
    return new RemotePools(name, "", new JmxConnection(name, address, Map.of()));
  }

  /**
   * The pools of a program that requires a user name and a password.
   *
   * @param name the program's display name
   * @param user a user that may read and write there
   * @param password the user's password
   */
  public static RemotePools at(String name, JMXServiceURL address, String user, String password) {
    Map<String, ?> environment = Map.of(JMXConnector.CREDENTIALS, new String[] {user, password});
    return new RemotePools(name, "", new JmxConnection(name, address, environment));
  }

  /**
   * The same, of a program that was started like that.
   *
   * @param command its main class or archive, and what was given to it
   */
  public RemotePools startedAs(String command) {
    return new RemotePools(name, command, connection);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<WatchedProgram> program() {
    Object machine = asked(name, there -> there.getAttribute(RUNTIME, "Name"));
    return Optional.of(
        WatchedProgram.of(Bounded.text(command), Bounded.text(String.valueOf(machine))));
  }

  @Override
  public List<WatchedPool> pools() {
    watchedPools = found(POOLS, watchedPools, RemotePool::new);
    return new ArrayList<>(watchedPools.values());
  }

  @Override
  public List<WatchedFlow> flows() {
    watchedFlows = found(FLOWS, watchedFlows, RemoteFlow::new);
    return new ArrayList<>(watchedFlows.values());
  }

  /** What is there by such names; what was there before is the same. */
  private <T> Map<ObjectName, T> found(
      ObjectName names, Map<ObjectName, T> before, Function<ObjectName, T> made) {
    Set<ObjectName> beans = asked(name, there -> there.queryNames(names, null));
    Map<ObjectName, T> there = new LinkedHashMap<>();
    for (ObjectName bean : new TreeSet<>(beans)) {
      if (there.size() < TARGETS_MAX && hasName(bean) && Bounded.fits(unquoted(bean))) {
        T known = before.get(bean);
        there.put(bean, known == null ? made.apply(bean) : known);
      }
    }
    return there;
  }

  @Override
  public void close() {
    connection.close();
  }

  private static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (MalformedObjectNameException e) {
      throw new AssertionError(e);
    }
  }

  /** What was asked for has one; what a hostile program answers may have none. */
  private static boolean hasName(ObjectName bean) {
    return bean.getKeyProperty("name") != null;
  }

  /** The name that a bean was given, whatever is in it. */
  private static String unquoted(ObjectName bean) {
    String quoted = bean.getKeyProperty("name");
    return quoted.startsWith("\"") ? ObjectName.unquote(quoted) : quoted;
  }

  private Optional<CompositeData> data(String what, Question<@Nullable Object> question) {
    return Optional.ofNullable((CompositeData) asked(what, question));
  }

  private <T extends @Nullable Object> T asked(String what, Question<T> question) {
    try {
      return connection.ask(question);
    } catch (RuntimeMBeanException e) {
      throw e.getTargetException();
    } catch (SecurityException e) {
      throw new IllegalStateException(what + " may not be seen by this user: " + e.getMessage(), e);
    } catch (JMException e) {
      throw new IllegalStateException(what + " cannot be seen: " + e, e);
    }
  }

  /** A pool of the other program. */
  private final class RemotePool implements WatchedPool {

    private final ObjectName bean;
    private final String poolName;

    RemotePool(ObjectName bean) {
      this.bean = bean;
      this.poolName = unquoted(bean);
    }

    @Override
    public String id() {
      return "pool:" + poolName;
    }

    @Override
    public String name() {
      return poolName;
    }

    @Override
    public Optional<PoolView> view() {
      Object[] arguments = {viewer};
      String[] types = {String.class.getName()};
      ObjectName view = PoolMonitor.viewName(poolName);
      return data("pool '" + poolName + "'", there -> there.invoke(view, "view", arguments, types))
          .map(data -> Bounded.view(OpenRecord.read(data, PoolView.class)));
    }

    @Override
    public PoolSwitches switches() {
      return new RemoteSwitches(
          asked(poolName, there -> JMX.newMXBeanProxy(there, bean, PoolMXBean.class)));
    }
  }

  /** The switches of a governor of another program. */
  private record RemoteSwitches(PoolMXBean pool) implements PoolSwitches {

    @Override
    public void pin(int workers) {
      pool.pin(workers);
    }

    @Override
    public void adviseOnly() {
      pool.adviseOnly();
    }

    @Override
    public void govern() {
      pool.govern();
    }

    @Override
    public void limits(int min, int max) {
      pool.setLimits(min, max);
    }

    @Override
    public void policy(String specification) {
      pool.policy(specification);
    }
  }

  /** A pipeline of the other program. */
  private final class RemoteFlow implements WatchedFlow {

    private final ObjectName bean;

    RemoteFlow(ObjectName bean) {
      this.bean = bean;
    }

    @Override
    public String name() {
      return unquoted(bean);
    }

    @Override
    public FlowView view() {
      return data("pipeline '" + name() + "'", there -> there.getAttribute(bean, "View"))
          .map(data -> Bounded.view(OpenRecord.read(data, FlowView.class)))
          .orElseThrow(() -> new IllegalStateException("pipeline '" + name() + "' shows nothing"));
    }

    @Override
    public void adviseOnly() {
      switches().adviseOnly();
    }

    @Override
    public void govern() {
      switches().govern();
    }

    private FlowViewMBean switches() {
      return asked(name(), there -> JMX.newMBeanProxy(there, bean, FlowViewMBean.class));
    }
  }
}
