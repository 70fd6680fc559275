package dev.flyball.lab.report;

import dev.flyball.lab.report.Section.CommandSection;
import dev.flyball.lab.report.Section.Facts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/**
 * Where figures come from: the commit, the machine, the time, and the command that repeats them.
 */
public final class Provenance {

  /** What a report says where chance plays no part. */
  public static final String NO_SEED = "none, for nothing is left to chance";

  private static final String ANY_MACHINE =
      "any, for virtual time gives the same figures on every one";
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final long BYTES_PER_MEBIBYTE = 1 << 20;

  private static final String OS =
      property("os.name") + " " + property("os.version") + " " + property("os.arch");
  private static final String JDK = property("java.vm.name") + " " + property("java.vm.version");
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final long HEAP_MEBIBYTES = Runtime.getRuntime().maxMemory() / BYTES_PER_MEBIBYTE;

  private Provenance() {}

  /** The commit this was built from, as the launcher says it. */
  public static String commit() {
    return System.getProperty("flyball.commit", "unknown");
  }

  private static String date() {
    long millis = ManagementFactory.getRuntimeMXBean().getStartTime();
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Adds the parameters, and where, when and how it was measured. */
  public static Report addTo(Report report, Facts parameters, String command) {
    Facts facts =
        parameters
            .and("commit", commit())
            .and("machine", CORES + " cores, " + cpu() + ", " + OS)
            .and("JVM", JDK + ", heap up to " + HEAP_MEBIBYTES + " MiB")
            .and("date", date());
    return report.with(facts).with(new CommandSection("Do it again", command));
  }

  /** The same for virtual time, which is the same on every machine and at every time. */
  static Report addVirtualTo(Report report, Facts parameters, String command) {
    Facts facts = parameters.and("commit", commit()).and("machine", ANY_MACHINE);
    return report.with(facts).with(new CommandSection("Do it again", command));
  }

  /** Adds where, when and how it was measured. */
  public static JsonFields addTo(JsonFields figures, String command) {
    return figures
        .and("commit", commit())
        .and(
            "machine",
            JsonFields.of("os", OS)
                .and("cpu", cpu())
                .and("cores", CORES)
                .and("maxHeapMebibytes", HEAP_MEBIBYTES)
                .and("jdk", JDK))
        .and("date", date())
        .and("command", command);
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String cpu() {
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
