package dev.flyball.lab.flow;

import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.text.NumberFormat;
import dev.flyball.lab.tuning.Repeated;
import dev.flyball.measure.HostMeter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.NetworkIF;

/**
 * The facts of a machine that a plan needs, as far as they can be found out.
 *
 * @param cores the processors that this process may use, a container's quota counted
 * @param cpu the processor's name, or "unknown"
 * @param memoryBytes the memory, or the container's limit where that is less
 * @param diskFreeBytes what is free on the disk that nodes write to
 * @param diskBytesPerSecond how fast that disk was written to, with a flush at the end
 * @param links the network's interfaces but the one of the machine with itself
 */
public record HostFacts(
    double cores,
    String cpu,
    OptionalLong memoryBytes,
    OptionalLong diskFreeBytes,
    OptionalDouble diskBytesPerSecond,
    List<Link> links) {

  private static final String UNKNOWN = "unknown";
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int CHUNKS = 32;
  private static final double MEGA = 1e6;
  private static final double GIBIBYTE = 1L << 30;

  /**
   * An interface to a network.
   *
   * @param name its name
   * @param bitsPerSecond its speed; empty where the system does not know it, as in many containers
   */
  public record Link(String name, OptionalLong bitsPerSecond) {

    private String line() {
      OptionalDouble megabits = bitsPerSecond.stream().mapToDouble(bits -> bits / MEGA).findFirst();
      return "network " + name + ": " + text(megabits, "Mbit/s");
    }
  }

  public HostFacts {
    links = List.copyOf(links);
  }

  /**
   * The machine this process runs on; takes as long as it takes to write three times 32 MiB.
   *
   * @param folder a folder on the disk that nodes write to
   */
  public static HostFacts here(Path folder) {
    List<Link> links = new ArrayList<>();
    String cpu = UNKNOWN;
    OptionalLong memory = memoryOfProcess();
    try {
      SystemInfo system = new SystemInfo();
      cpu = system.getHardware().getProcessor().getProcessorIdentifier().getName().strip();
      OptionalLong all = known(system.getHardware().getMemory().getTotal());
      memory = LongStream.concat(memory.stream(), all.stream()).min();
      for (NetworkIF network : system.getHardware().getNetworkIFs(false)) {
        links.add(new Link(network.getName(), known(network.getSpeed())));
      }
    } catch (LinkageError | RuntimeException notHere) {
      // A system that the library does not know: what it would have said stays unknown.
      links.clear();
    }
    return new HostFacts(
        HostMeter.read().cores(),
        cpu.isEmpty() ? UNKNOWN : cpu,
        memory,
        diskFree(folder),
        diskSpeed(folder),
        links);
  }

  private static OptionalLong known(long value) {
    return value > 0 ? OptionalLong.of(value) : OptionalLong.empty();
  }

  /** As the virtual machine sees it, which heeds a container's limit. */
  private static OptionalLong memoryOfProcess() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? known(bean.getTotalMemorySize())
        : OptionalLong.empty();
  }

  private static OptionalLong diskFree(Path folder) {
    try {
      return OptionalLong.of(Files.getFileStore(folder).getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** The median of three passes. */
  private static OptionalDouble diskSpeed(Path folder) {
    try {
      Path file = Files.createTempFile(folder, "flyball-disk-", "");
      try {
        List<Double> seconds = List.of(writeSeconds(file), writeSeconds(file), writeSeconds(file));
        return OptionalDouble.of(CHUNKS * (double) CHUNK_BYTES / new Repeated(seconds).median());
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException full) {
      return OptionalDouble.empty();
    }
  }

  private static double writeSeconds(Path file) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    long beganNanos = System.nanoTime();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      for (int i = 0; i < CHUNKS; i++) {
        chunk.clear().putInt(0, i); // no two alike, for disks that keep equal ones once
        while (chunk.hasRemaining()) {
          channel.write(chunk);
        }
      }
      channel.force(false);
    }
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  /** The disk's speed in millions of bytes per second. */
  public OptionalDouble diskMegabytesPerSecond() {
    return diskBytesPerSecond.stream().map(bytes -> bytes / MEGA).findFirst();
  }

  /** The machine, in lines. */
  public List<String> lines() {
    String disk =
        gibibytes(diskFreeBytes) + " free, written to at " + text(diskMegabytesPerSecond(), "MB/s");
    return Stream.concat(
            Stream.of(
                "processors: " + NumberFormat.text(cores) + " (" + cpu + ")",
                "memory: " + gibibytes(memoryBytes),
                "disk: " + disk),
            links.stream().map(Link::line))
        .toList();
  }

  private static String gibibytes(OptionalLong bytes) {
    return bytes.isPresent()
        ? String.format(Locale.ROOT, "%.1f GiB", bytes.getAsLong() / GIBIBYTE)
        : UNKNOWN;
  }

  private static String text(OptionalDouble value, String unit) {
    return value.isPresent() ? NumberFormat.text(value) + " " + unit : UNKNOWN;
  }

  /** The machine as figures. */
  public JsonFields figures() {
    return JsonFields.of("cores", cores)
        .and("cpu", cpu)
        .and("memoryBytes", memoryBytes)
        .and("diskFreeBytes", diskFreeBytes)
        .and("diskBytesPerSecond", diskBytesPerSecond)
        .and(
            "links",
            links.stream()
                .map(link ->
                    JsonFields.of("name", link.name()).and("bitsPerSecond", link.bitsPerSecond()))
                .toList());
  }
}
