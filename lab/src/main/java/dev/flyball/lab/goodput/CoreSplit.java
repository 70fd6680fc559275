package dev.flyball.lab.goodput;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's processors shared out: the first that this process may use is the server's, the
 * others are the client's, by the system's {@code taskset}. Closed, this process has all again.
 *
 * <p>Without {@code taskset}, or with one processor, nothing is shared out and server and client
 * are in each other's way.
 */
final class CoreSplit implements AutoCloseable {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final String TASKSET = "taskset";

  private final Optional<String> mine;
  private final List<String> forServer;

  private CoreSplit(Optional<String> mine, List<String> forServer) {
    this.mine = mine;
    this.forServer = List.copyOf(forServer);
  }

  /** Shares them out, as far as that can be done. */
  static CoreSplit here() throws InterruptedException {
    Optional<String> allowed = allowed();
    List<Integer> cores = allowed.map(CoreSplit::cores).orElse(List.of());
    if (cores.size() < 2) {
      return new CoreSplit(Optional.empty(), List.of());
    }
    String others = String.join(",", cores.stream().skip(1).map(String::valueOf).toList());
    return pin(others)
        ? new CoreSplit(allowed, List.of(TASKSET, "-c", String.valueOf(cores.get(0))))
        : new CoreSplit(Optional.empty(), List.of());
  }

  /** Whether the server has a processor to itself. */
  boolean isSplit() {
    return mine.isPresent();
  }

  /** What a server's command begins with. */
  List<String> forServer() {
    return forServer;
  }

  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    mine.ifPresent(cores -> {
      try {
        pin(cores);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean pin(String cores) throws InterruptedException {
    String pid = String.valueOf(ProcessHandle.current().pid());
    try {
      return new ProcessBuilder(TASKSET, "-a", "-c", "-p", cores, pid)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException notThere) {
      return false;
    }
  }

  private static Optional<String> allowed() {
    try (Stream<String> lines = Files.lines(STATUS, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> line.substring(ALLOWED.length()).strip())
          .findFirst();
    } catch (IOException notLinux) {
      return Optional.empty();
    }
  }

  /** The numbers of a list as the kernel writes it, as in {@code 0-3,6}. */
  static List<Integer> cores(String list) {
    List<Integer> cores = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      int dash = part.indexOf('-');
      int from = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int to = Integer.parseInt(part.substring(dash + 1));
      for (int core = from; core <= to; core++) {
        cores.add(core);
      }
    }
    return cores;
  }
}
