package dev.flyball.lab.frames;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A screen that nobody sees, on which other processes show their windows.
 *
 * <p>A JVM looks for its display once and by its environment, so what shows a window is a process
 * of its own: a {@code main} that prints lines of the form {@code name=value}.
 */
final class VirtualScreen implements AutoCloseable {

  private final Process server;
  private final String display;

  private VirtualScreen(Process server, String display) {
    this.server = server;
    this.display = display;
  }

  /** Whether this JDK can show windows at all; those that are made for servers cannot. */
  static boolean jdkShowsWindows() {
    return Files.exists(Path.of(System.getProperty("java.home"), "lib", "libawt_xawt.so"));
  }

  /** Whether there is a program for such screens. */
  static boolean installed() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "Xvfb")));
  }

  /** Starts a screen with a number that the program finds free. */
  static VirtualScreen start() throws IOException {
    Process server =
        new ProcessBuilder(
                "Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
    String number = said.readLine();
    if (number == null) {
      server.destroy();
      throw new IOException("the virtual screen did not start");
    }
    return new VirtualScreen(server, ":" + number.strip());
  }

  /** Runs a main class with this screen, and returns what it said by name. */
  SortedMap<String, String> run(Class<?> main, long secondsMax, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("DISPLAY", display);
    Process process = builder.start();
    Thread watch = watch(process, secondsMax);
    List<String> lines;
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      lines = said.lines().toList();
    }
    int code = process.waitFor();
    watch.interrupt();
    if (code != 0) {
      throw new IllegalStateException(
          String.format(Locale.ROOT, "%s ended with %d: %s", main.getSimpleName(), code, lines));
    }
    return values(lines);
  }

  /** Ends the process when it takes too long. */
  private static Thread watch(Process process, long secondsMax) {
    Thread watch =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(secondsMax, TimeUnit.SECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
              }
            },
            "window-watch");
    watch.setDaemon(true);
    watch.start();
    return watch;
  }

  private static SortedMap<String, String> values(List<String> lines) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return values;
  }

  @Override
  public void close() {
    server.destroy();
  }
}
