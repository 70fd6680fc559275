package dev.flyball.tools.support;

import dev.flyball.dashboard.RemotePools;
import java.io.IOException;
import java.nio.file.Path;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The sections on a program: first what the system knows of it, then what it says itself. */
public final class ProgramReport {

  private static final Path PROC = Path.of("/proc");
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");

  private ProgramReport() {}

  /** Adds what the system bounds; the program need not answer. */
  public static void addLimits(SupportReport report, long pid) {
    HostLimits limits = new HostLimits(PROC.resolve(Long.toString(pid)), GROUPS);
    report.section("limits of the process", limits::ofProcess);
    report.section("limits of its control groups", limits::ofGroups);
  }

  /**
   * Adds what the program says.
   *
   * @param there where its bean server answers
   * @param pools its pools
   * @param folder for what lies on disk while it is read
   * @throws IOException when it does not answer at all
   */
  public static void addProgram(
      SupportReport report, JMXServiceURL there, RemotePools pools, Path folder)
      throws IOException {
    try (JMXConnector connector = connected(there)) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      ProgramFacts facts = new ProgramFacts(beans);
      report.section("versions", facts::versions);
      report.section("virtual machine", facts::machine);
      report.section("system", facts::system);
      report.section("memory", facts::memory);
      PoolLines lines = new PoolLines(pools);
      report.section("pools", lines::ofPools);
      report.section("pipelines", lines::ofPipelines);
      report.section("flight recorder", new RecordedEvents(beans, folder)::lines);
      report.section("threads", () -> new OurThreads(facts.threads()).lines());
    }
  }

  @SuppressWarnings("BanJNDI") // the address is what the process itself has just said
  private static JMXConnector connected(JMXServiceURL there) throws IOException {
    return JMXConnectorFactory.connect(there);
  }
}
