package dev.flyball.spring.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One running application, in a process of its own, on a port that it finds free. */
public final class Instance implements AutoCloseable {

  private static final String PORT = "port ";

  private final Process process;
  private final int port;

  private Instance(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts one; it serves when this returns. */
  public static Instance start(String... properties) throws IOException {
    return start(System.getProperty("java.class.path"), List.of(), properties);
  }

  /** Starts one with a class path and options of the JVM of its own. */
  public static Instance start(String classPath, List<String> options, String... properties)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPath));
    command.addAll(options);
    command.add(Application.class.getName());
    for (String property : properties) {
      command.add("--" + property);
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new Instance(process, port(process));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** The port that it says; what it says later is passed on. */
  private static int port(Process process) throws IOException {
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(PORT)) {
        Thread rest = new Thread(() -> pass(said), "instance-log");
        rest.setDaemon(true);
        rest.start();
        return Integer.parseInt(line.substring(PORT.length()));
      }
      lines.add(line);
    }
    throw new IOException("the application ended before it served: " + lines);
  }

  private static void pass(BufferedReader said) {
    try {
      said.lines().forEach(System.out::println);
    } catch (UncheckedIOException ended) {
      // with the process
    }
  }

  /** Where it serves. */
  public int port() {
    return port;
  }

  /**
   * Ends it as an orchestrator does, by SIGTERM, and waits for its end.
   *
   * @return its exit code
   */
  public int end() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
