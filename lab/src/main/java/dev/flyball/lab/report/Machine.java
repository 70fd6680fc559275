package dev.flyball.lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The host and the JVM a run was made on.
 *
 * @param os the operating system and its version
 * @param cpu the processor's name, or "unknown"
 * @param cores the cores this process may use
 * @param maxHeapMebibytes the largest heap this JVM may have
 * @param jdk the JVM's name and version
 */
public record Machine(String os, String cpu, int cores, long maxHeapMebibytes, String jdk) {

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final long BYTES_PER_MEBIBYTE = 1 << 20;

  public Machine {
    Require.notBlank("os", os);
    Require.notBlank("cpu", cpu);
    Require.atLeast("cores", 1, cores);
    Require.notBlank("jdk", jdk);
  }

  /** The machine this process runs on. */
  public static Machine here() {
    Runtime runtime = Runtime.getRuntime();
    return new Machine(
        property("os.name") + " " + property("os.version") + " " + property("os.arch"),
        cpuName(),
        runtime.availableProcessors(),
        runtime.maxMemory() / BYTES_PER_MEBIBYTE,
        property("java.vm.name") + " " + property("java.vm.version"));
  }

  /** The machine as the {@code machine} field of a {@link RunReport}. */
  public JsonFields extra() {
    return JsonFields.of("os", os)
        .and("cpu", cpu)
        .and("cores", cores)
        .and("maxHeapMebibytes", maxHeapMebibytes)
        .and("jdk", jdk);
  }

  /** The machine as lines of a readable report. */
  public Facts addTo(Facts facts) {
    return facts
        .and("machine", cores + " cores, " + cpu + ", " + os)
        .and("JVM", jdk + ", heap up to " + maxHeapMebibytes + " MiB");
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String cpuName() {
    try (Stream<String> lines = Files.lines(CPU_INFO, StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .filter(name -> !name.isEmpty())
          .findFirst()
          .orElse("unknown");
    } catch (IOException | UncheckedIOException e) {
      return "unknown";
    }
  }
}
