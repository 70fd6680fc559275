package dev.flyball.dataflow.expose;

import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.live.GovernedStage;
import dev.flyball.expose.FlightRecorder;
import dev.flyball.expose.GovernorLog;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.expose.view.OpenRecord;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.NotCompliantMBeanException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;

/**
 * The JMX bean of a governed pipeline: its view and its switches, registered with the platform's
 * bean server until the governor is closed, by hand or because the pipeline has terminated.
 */
public final class FlowMonitor implements FlowViewMBean {

  private static final System.Logger LOG = System.getLogger(FlowMonitor.class.getName());

  /** The registered governors. */
  private static final List<FlowGovernor> GOVERNORS = new CopyOnWriteArrayList<>();

  private final FlowGovernor governor;
  private final String identity = UUID.randomUUID().toString();

  private FlowMonitor(FlowGovernor governor) {
    this.governor = governor;
  }

  /**
   * Makes a governed pipeline visible over JMX until its governor is closed, and its stages as
   * targets like any pool, with all switches of their governors and in flight recordings.
   *
   * @throws IllegalStateException when another pipeline of the same name is registered, or a pool
   *     has the name of a stage
   */
  public static void register(FlowGovernor governor) {
    ObjectName name = objectName(governor.pipeline().name());
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      server.registerMBean(new StandardMBean(new FlowMonitor(governor), FlowViewMBean.class), name);
    } catch (InstanceAlreadyExistsException e) {
      throw new IllegalStateException(
          "pipeline name must be the only one of its kind but " + name + " is registered already",
          e);
    } catch (NotCompliantMBeanException e) {
      throw new AssertionError(e);
    } catch (JMException e) {
      throw new IllegalStateException("cannot register " + name, e);
    }
    GOVERNORS.add(governor);
    try {
      governor.stages().forEach(FlowMonitor::requireFree);
      governor.stages().forEach(FlowMonitor::show);
    } catch (RuntimeException e) {
      unregister(server, name, governor);
      throw e;
    }
    governor.onClose(() -> unregister(server, name, governor));
  }

  private static void requireFree(GovernedStage stage) {
    if (PoolMonitor.targets().stream().anyMatch(other -> other.name().equals(stage.name()))) {
      throw new IllegalStateException(
          "names of targets must differ but there is another '" + stage.name() + "'");
    }
  }

  /** Shows a stage as a pool: over JMX, on dashboards, and in recordings, in the log. */
  private static void show(GovernedStage stage) {
    PoolMonitor.register(stage);
    stage.governor().ifPresent(FlightRecorder::record);
    stage.governor().ifPresent(GovernorLog::write);
  }

  private static void unregister(MBeanServer server, ObjectName name, FlowGovernor governor) {
    GOVERNORS.remove(governor);
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOG.log(System.Logger.Level.DEBUG, () -> name + " was unregistered by others");
    } catch (JMException e) {
      LOG.log(System.Logger.Level.WARNING, "cannot unregister " + name, e);
    }
  }

  /**
   * The governors of the pipelines that are visible over JMX, in the order of their registration.
   */
  public static List<FlowGovernor> governors() {
    return List.copyOf(GOVERNORS);
  }

  /** The name under which a pipeline is registered. */
  public static ObjectName objectName(String pipeline) {
    try {
      return new ObjectName("dev.flyball:type=Flow,name=" + ObjectName.quote(pipeline));
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(
          "name must be usable over JMX but was '" + pipeline + "'", e);
    }
  }

  @Override
  public CompositeData getView() {
    return OpenRecord.write(FlowView.of(governor, identity));
  }

  @Override
  public void adviseOnly() {
    governor.adviseOnly();
  }

  @Override
  public void govern() {
    governor.govern();
  }

  @Override
  public void override() {
    governor.override();
  }
}
