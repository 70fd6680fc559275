package dev.flyball.tools.support;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.management.VMOption;
import dev.flyball.expose.PoolMonitor;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** The versions, the virtual machine, and the memory and threads of a program, over JMX. */
final class ProgramFacts {

  /** What is asked of the machine's options: numbers and switches that bear on threads. */
  private static final List<String> OPTIONS =
      List.of(
          "ActiveProcessorCount",
          "UseContainerSupport",
          "MaxHeapSize",
          "ThreadStackSize",
          "ParallelGCThreads",
          "ConcGCThreads",
          "CICompilerCount",
          "UseSerialGC",
          "UseParallelGC",
          "UseG1GC",
          "UseZGC",
          "UseShenandoahGC");

  private final MBeanServerConnection there;

  ProgramFacts(MBeanServerConnection there) {
    this.there = there;
  }

  /** The versions of Flyball in the program; more than one where class loaders have their own. */
  List<String> versions() throws JMException, IOException {
    Set<String> versions = new TreeSet<>();
    Set<ObjectName> pools =
        there.queryNames(
            new ObjectName(PoolMonitor.objectName("x").getDomain() + ":type=Pool,*"), null);
    for (ObjectName pool : pools) {
      versions.add(String.valueOf(there.getAttribute(pool, "FlyballVersion")));
    }
    return versions.isEmpty()
        ? List.of("no pool of Flyball is visible, so its version is not known")
        : versions.stream().map(version -> "Flyball " + version).toList();
  }

  List<String> machine() throws IOException {
    RuntimeMXBean runtime = bean(ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class);
    List<String> lines = new ArrayList<>();
    lines.add("Java " + runtime.getSpecVersion() + ", " + runtime.getVmName());
    lines.add(runtime.getVmVendor() + ", " + runtime.getVmVersion());
    lines.add("up for " + Duration.ofMillis(runtime.getUptime()).toSeconds() + " s");
    HotSpotDiagnosticMXBean hotSpot =
        bean("com.sun.management:type=HotSpotDiagnostic", HotSpotDiagnosticMXBean.class);
    for (String name : OPTIONS) {
      try {
        VMOption option = hotSpot.getVMOption(name);
        lines.add(name + " = " + option.getValue() + " (" + option.getOrigin() + ")");
      } catch (IllegalArgumentException e) {
        lines.add(name + " is no option of this machine");
      }
    }
    return lines;
  }

  List<String> system() throws IOException, JMException {
    OperatingSystemMXBean system =
        bean(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
    List<String> lines = new ArrayList<>();
    lines.add(system.getName() + " " + system.getVersion() + ", " + system.getArch());
    lines.add("processors for the program: " + system.getAvailableProcessors());
    lines.add(text("load average: %.2f", system.getSystemLoadAverage()));
    lines.add(text("processor time of the program: %.1f s", system.getProcessCpuTime() / 1e9));
    lines.add("memory: " + megabytes(system.getTotalMemorySize()));
    lines.add("free memory: " + megabytes(system.getFreeMemorySize()));
    ObjectName name = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
    if (there.isInstanceOf(name, UnixOperatingSystemMXBean.class.getName())) {
      UnixOperatingSystemMXBean unix =
          bean(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, UnixOperatingSystemMXBean.class);
      lines.add(
          "file descriptors: "
              + unix.getOpenFileDescriptorCount()
              + " of "
              + unix.getMaxFileDescriptorCount());
    }
    return lines;
  }

  List<String> memory() throws IOException, JMException {
    MemoryMXBean memory = bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    List<String> lines = new ArrayList<>();
    lines.add("heap: " + text(memory.getHeapMemoryUsage()));
    lines.add("beside it: " + text(memory.getNonHeapMemoryUsage()));
    ObjectName collectors =
        new ObjectName(ManagementFactory.GARBAGE_COLLECTOR_MXBEAN_DOMAIN_TYPE + ",*");
    for (ObjectName collector : new TreeSet<>(there.queryNames(collectors, null))) {
      GarbageCollectorMXBean bean =
          bean(collector.getCanonicalName(), GarbageCollectorMXBean.class);
      lines.add(
          bean.getName()
              + ": "
              + bean.getCollectionCount()
              + " collections, "
              + bean.getCollectionTime()
              + " ms");
    }
    return lines;
  }

  ThreadMXBean threads() throws IOException {
    return bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  private <T> T bean(String name, Class<T> type) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(there, name, type);
  }

  private static String text(MemoryUsage usage) {
    return megabytes(usage.getUsed())
        + " used, "
        + megabytes(usage.getCommitted())
        + " committed, at most "
        + (usage.getMax() < 0 ? "what there is" : megabytes(usage.getMax()));
  }

  private static String megabytes(long bytes) {
    return Math.round(bytes / 1e6) + " MB";
  }

  private static String text(String format, double figure) {
    return String.format(Locale.ROOT, format, figure);
  }
}
