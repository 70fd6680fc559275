package dev.flyball.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The room for more threads that the machine leaves to this process, as far as Linux tells.
 *
 * <p>It is the smallest of: what the user may have ({@code Max processes}, which does not bind
 * root), what the kernel may have ({@code threads-max}, {@code pid_max}) beside all threads of the
 * machine, what the control groups allow ({@code pids.max}), the memory mappings ({@code
 * max_map_count}, of which a thread takes three at the most), and the memory that the control
 * groups leave, at a quarter of a megabyte for each thread. File caches that the kernel would give
 * up count as free memory. What is hidden or not there does not bind.
 *
 * <p>It bounds from above: other processes of the user and the machine may take what is left. A
 * reading takes some ten small files, and holds for a second.
 *
 * <p>Safe for any number of threads.
 */
public final class MachineRoom {

  private static final long HOLDS_NANOS = 1_000_000_000;
  private static final long MAPS_OF_A_THREAD = 3;
  private static final long BYTES_OF_A_THREAD = 256 * 1024;

  /** That of this process. */
  public static final MachineRoom SHARED =
      new MachineRoom(Path.of("/proc"), Path.of("/sys/fs/cgroup"));

  private final Path proc;
  private final Path hierarchy;

  // Guarded by this.
  private Optional<Room> last = Optional.empty();
  private OptionalLong atNanos = OptionalLong.empty();

  /**
   * So many threads more.
   *
   * @param threads at least 0
   * @param bound what allows no more than that
   */
  public record Room(long threads, String bound) {}

  /** That which files below these folders tell. */
  MachineRoom(Path proc, Path hierarchy) {
    this.proc = proc;
    this.hierarchy = hierarchy;
  }

  /** The room at most a second ago; empty where nothing binds, or nothing is known. */
  public synchronized Optional<Room> now() {
    long nowNanos = System.nanoTime();
    if (atNanos.isEmpty() || nowNanos - atNanos.getAsLong() > HOLDS_NANOS) {
      last = read();
      atNanos = OptionalLong.of(nowNanos);
    }
    return last;
  }

  /** The room now. */
  Optional<Room> read() {
    OptionalLong own = number(after(lines(proc.resolve("self/status")), "Threads:"));
    OptionalLong all = number(part(text(proc.resolve("loadavg")), 3).replaceFirst(".*/", ""));
    return Stream.of(
            ofUser(own),
            less("kernel.threads-max", sys("kernel/threads-max"), all),
            less("kernel.pid_max", sys("kernel/pid_max"), all),
            ofMaps(own),
            ofGroups("pids", this::pids),
            ofGroups("memory", this::memory))
        .flatMap(Optional::stream)
        .min((one, other) -> Long.compare(one.threads(), other.threads()));
  }

  private OptionalLong sys(String file) {
    return number(text(proc.resolve("sys").resolve(file)));
  }

  private Optional<Room> ofUser(OptionalLong own) {
    String user = part(after(lines(proc.resolve("self/status")), "Uid:"), 1);
    String limit = part(after(lines(proc.resolve("self/limits")), "Max processes"), 0);
    return user.equals("0") ? Optional.empty() : less("Max processes", number(limit), own);
  }

  private Optional<Room> ofMaps(OptionalLong own) {
    OptionalLong maps = sys("vm/max_map_count");
    return maps.isEmpty() || own.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Room(
                Math.max(0, maps.getAsLong() / MAPS_OF_A_THREAD - own.getAsLong()),
                "vm.max_map_count is " + maps.getAsLong()));
  }

  /** What one control group leaves. */
  private interface GroupRoom {
    Optional<Room> of(Path group);
  }

  private Optional<Room> ofGroups(String controller, GroupRoom room) {
    return Cores.groups(proc.resolve("self/cgroup"), hierarchy, controller).stream()
        .map(room::of)
        .flatMap(Optional::stream)
        .min((one, other) -> Long.compare(one.threads(), other.threads()));
  }

  private Optional<Room> pids(Path group) {
    return less(
        "pids.max",
        number(text(group.resolve("pids.max"))),
        number(text(group.resolve("pids.current"))));
  }

  private Optional<Room> memory(Path group) {
    Optional<Room> bytes =
        less(
            "memory.max",
            number(text(group.resolve("memory.max"))),
            less(text(group.resolve("memory.current")), group, "inactive_file"));
    return bytes
        .or(() ->
            less(
                "memory.limit_in_bytes",
                number(text(group.resolve("memory.limit_in_bytes"))),
                less(text(group.resolve("memory.usage_in_bytes")), group, "total_inactive_file")))
        .map(room -> new Room(room.threads() / BYTES_OF_A_THREAD, room.bound()));
  }

  /** The bytes in use without a cache that the kernel would give up. */
  private static OptionalLong less(String usage, Path group, String cache) {
    OptionalLong used = number(usage);
    long cached = number(after(lines(group.resolve("memory.stat")), cache + " ")).orElse(0);
    return used.isEmpty() ? used : OptionalLong.of(Math.max(0, used.getAsLong() - cached));
  }

  private static Optional<Room> less(String bound, OptionalLong most, OptionalLong used) {
    return most.isEmpty() || used.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Room(
                Math.max(0, most.getAsLong() - used.getAsLong()),
                bound + " is " + most.getAsLong()));
  }

  // ---- Files

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException | SecurityException e) {
      return List.of();
    }
  }

  private static String text(Path file) {
    return String.join(" ", lines(file)).trim();
  }

  /** The rest of the line that begins so; empty if there is none. */
  private static String after(List<String> lines, String beginning) {
    return lines.stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()).trim())
        .findFirst()
        .orElse("");
  }

  private static String part(String text, int index) {
    String[] parts = text.trim().split("\\s+", -1);
    return index < parts.length ? parts[index] : "";
  }

  /** Empty for "max", "unlimited" and what is not there. */
  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
