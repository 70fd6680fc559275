package dev.flyball.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The number of processors that this process may use.
 *
 * <p>It is the smaller of the virtual machine's count (processors it may run on) and the quota of
 * the process's control groups, as a fraction: a quota of 1.5 cores is 1.5, where the virtual
 * machine rounds up to 2. It reads both hierarchies of Linux, version 2 ({@code cpu.max}) and
 * version 1 ({@code cpu.cfs_quota_us / cpu.cfs_period_us}), from the process's own group up to the
 * root, because any group above may be the tightest. Without control groups there is no quota.
 *
 * <p>Reading these files takes longer than all other readings of the host. They change by hand
 * only, so one reading holds for a second.
 *
 * <p>Safe for any number of threads.
 */
final class Cores {

  private static final Path MEMBERSHIP = Path.of("/proc/self/cgroup");
  private static final Path HIERARCHY = Path.of("/sys/fs/cgroup");
  private static final int DEPTH_MAX = 64;
  private static final long HOLDS_NANOS = 1_000_000_000;

  // Guarded by this.
  private double last = usableNow();
  private long atNanos = System.nanoTime();

  /** The usable processors, at most a second old; a quota may change while the process runs. */
  synchronized double usable() {
    long nowNanos = System.nanoTime();
    if (nowNanos - atNanos > HOLDS_NANOS) {
      last = usableNow();
      atNanos = nowNanos;
    }
    return last;
  }

  private static double usableNow() {
    return usable(Runtime.getRuntime().availableProcessors(), MEMBERSHIP, HIERARCHY);
  }

  static double usable(int available, Path membership, Path hierarchy) {
    OptionalDouble quota = quota(membership, hierarchy);
    return quota.isPresent() ? Math.min(available, quota.getAsDouble()) : available;
  }

  /** The tightest quota in processors; empty if none is set. */
  static OptionalDouble quota(Path membership, Path hierarchy) {
    double tightest = Double.POSITIVE_INFINITY;
    for (Path group : groups(membership, hierarchy, "cpu")) {
      tightest = Math.min(tightest, Math.min(quotaOfVersion2(group), quotaOfVersion1(group)));
    }
    return Double.isInfinite(tightest) ? OptionalDouble.empty() : OptionalDouble.of(tightest);
  }

  /**
   * The control groups that bind this process by that controller, in both hierarchies: its own, and
   * all above. Not all of them need exist.
   */
  static List<Path> groups(Path membership, Path hierarchy, String controller) {
    List<String> lines;
    try {
      lines = Files.readAllLines(membership);
    } catch (IOException | SecurityException e) {
      return List.of();
    }
    List<Path> groups = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      if (parts[1].isEmpty()) {
        addUp(hierarchy, parts[2], groups);
        addUp(hierarchy.resolve("unified"), parts[2], groups);
      } else if (List.of(parts[1].split(",")).contains(controller)) {
        addUp(hierarchy.resolve(controller), parts[2], groups);
        addUp(hierarchy.resolve(parts[1]), parts[2], groups);
      }
    }
    return groups;
  }

  private static void addUp(Path root, String group, List<Path> groups) {
    Path at = root.resolve(group.replaceFirst("^/+", "")).normalize();
    for (int depth = 0; depth < DEPTH_MAX && at != null && at.startsWith(root); depth++) {
      groups.add(at);
      at = at.getParent();
    }
  }

  private static double quotaOfVersion2(Path group) {
    String[] quotaAndPeriod = read(group.resolve("cpu.max")).split(" ", -1);
    return quotaAndPeriod.length == 2
        ? ratio(quotaAndPeriod[0], quotaAndPeriod[1])
        : Double.POSITIVE_INFINITY;
  }

  private static double quotaOfVersion1(Path group) {
    return ratio(read(group.resolve("cpu.cfs_quota_us")), read(group.resolve("cpu.cfs_period_us")));
  }

  /** Quota / period; infinite for "max", for -1 and for what is not there. */
  private static double ratio(String quota, String period) {
    try {
      double micros = Double.parseDouble(quota);
      double periodMicros = Double.parseDouble(period);
      return micros > 0 && periodMicros > 0 ? micros / periodMicros : Double.POSITIVE_INFINITY;
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException | SecurityException e) {
      return "";
    }
  }
}
