package dev.flyball.lab.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A load generator that is a program of its own, and its last words. */
final class LoadProgram implements AutoCloseable {

  private static final int LINES_KEPT = 12;

  private final String name;
  private final Process process;
  private final Deque<String> lastLines = new ArrayDeque<>();

  private LoadProgram(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /** Whether a program is there to be run. */
  static boolean installed(String name) {
    return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /**
   * Starts a program.
   *
   * @param command its name and its arguments
   * @param understands takes a line of its output, and says whether it was one of its figures; the
   *     others are kept as its last words
   * @throws ServerFailedException when it cannot be started
   */
  static LoadProgram start(List<String> command, Predicate<String> understands) {
    String name = command.get(0);
    try {
      Process started = new ProcessBuilder(command).redirectErrorStream(true).start();
      LoadProgram program = new LoadProgram(name, started);
      Thread listener = new Thread(() -> program.listen(understands), "flyball-" + name);
      listener.setDaemon(true);
      listener.start();
      return program;
    } catch (IOException e) {
      throw new ServerFailedException(name + " cannot be started", e);
    }
  }

  private void listen(Predicate<String> understands) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      output.lines().filter(line -> !understands.test(line) && !line.isBlank()).forEach(this::keep);
    } catch (IOException | UncheckedIOException e) {
      // The next call that asks for a reading sees the program's end.
    }
  }

  private synchronized void keep(String line) {
    lastLines.add(line);
    if (lastLines.size() > LINES_KEPT) {
      lastLines.remove();
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** That it has died, with its last words. */
  synchronized ServerFailedException died() {
    return new ServerFailedException(
        name + " has died; its last lines:\n  " + String.join("\n  ", lastLines));
  }

  /**
   * Waits until it has ended by itself.
   *
   * @throws ServerFailedException if it ends with another exit code than 0
   */
  void finish() throws InterruptedException {
    if (process.waitFor() != 0) {
      throw died();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
