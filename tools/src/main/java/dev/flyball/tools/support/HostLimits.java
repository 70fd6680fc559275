package dev.flyball.tools.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The bounds that the system sets to a process, from Linux's {@code /proc} and control groups:
 * numbers only. On another system there is nothing to read.
 */
final class HostLimits {

  /** The lines of {@code status} that bear on threads and processors. */
  private static final List<String> STATUS =
      List.of(
          "Threads:",
          "VmRSS:",
          "VmSwap:",
          "Cpus_allowed_list:",
          "voluntary_ctxt_switches:",
          "nonvoluntary_ctxt_switches:");

  /** The files of a control group, of version 2 and then of version 1. */
  private static final List<String> GROUP =
      List.of(
          "cpu.max",
          "cpu.stat",
          "cpu.pressure",
          "cpuset.cpus.effective",
          "memory.max",
          "memory.current",
          "pids.max",
          "pids.current",
          "cpu.cfs_quota_us",
          "cpu.cfs_period_us",
          "cpu.shares",
          "memory.limit_in_bytes",
          "memory.usage_in_bytes");

  private final Path proc;
  private final Path groups;

  /**
   * The limits of a process.
   *
   * @param proc the folder of the process, such as {@code /proc/4711}
   * @param groups where control groups are, {@code /sys/fs/cgroup}
   */
  HostLimits(Path proc, Path groups) {
    this.proc = proc;
    this.groups = groups;
  }

  /** The limits of the process: {@code ulimit} as it is in force there. */
  List<String> ofProcess() throws IOException {
    List<String> lines = new ArrayList<>(read(proc.resolve("limits")));
    for (String line : read(proc.resolve("status"))) {
      if (STATUS.stream().anyMatch(line::startsWith)) {
        lines.add(line.replace('\t', ' '));
      }
    }
    return lines;
  }

  /** The limits of its control groups, from its own outwards. */
  List<String> ofGroups() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path group : groupsOf(read(proc.resolve("cgroup")))) {
      for (String file : GROUP) {
        Path there = group.resolve(file);
        if (Files.isReadable(there)) {
          String shown = groups.relativize(there).toString();
          for (String line : read(there)) {
            lines.add(shown + ": " + line);
          }
        }
      }
    }
    return lines.isEmpty() ? List.of("none is visible from here") : lines;
  }

  /** The folders of lines such as {@code 4:cpu,cpuacct:/pod7} and {@code 0::/pod7}. */
  private Set<Path> groupsOf(List<String> lines) {
    Set<Path> found = new LinkedHashSet<>();
    for (String line : lines) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[2].startsWith("/")) {
        Stream<String> roots = parts[1].isEmpty() ? Stream.of("") : Stream.of(parts[1]);
        roots.map(groups::resolve).forEach(root -> addOutwards(found, root, parts[2]));
      }
    }
    return found;
  }

  private static void addOutwards(Set<Path> found, Path root, String group) {
    Path at = root.resolve(group.substring(1)).normalize();
    while (at.startsWith(root)) { // one with .. in it is not ours to look at
      if (Files.isDirectory(at)) {
        found.add(at);
      }
      at = at.resolve("..").normalize();
    }
  }

  private static List<String> read(Path file) throws IOException {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IOException(file + " (" + e.getClass().getSimpleName() + ")", e);
    }
  }
}
