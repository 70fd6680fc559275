package dev.flyball.tools.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that runs a main class of these tests, in a folder that has its output, too. */
public final class CommandProcess {

  /** None lives long enough for its code to be worth a second compilation. */
  public static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Path folder;
  private final Path out;
  private final Process process;

  /** How a command line ended, and what it said. */
  public record Ended(int exitCode, String out, String err) {

    /**
     * Whether the virtual machine was told to end in its own start, before anything of ours has
     * run. The thread that handles the signal sets the level of the shutdown, then halts; where the
     * main thread comes to the end of a phase of the start in between, it finds that level too high
     * ({@code VM.initLevel}), and the machine ends with the exit code 1. So it is of every program,
     * with JDK 17 as with 25.
     */
    public boolean wasStarting() {
      return exitCode == 1
          && out.startsWith("Error occurred during initialization of VM")
          && out.contains("java.lang.InternalError: Bad level: ")
          && out.contains("at java.lang.System.initPhase");
    }
  }

  private CommandProcess(Path folder, Path out, Process process) {
    this.folder = folder;
    this.out = out;
    this.process = process;
  }

  /** Starts one whose working folder is {@code work} within that folder. */
  public static CommandProcess start(Path folder, Class<?> main, String... arguments)
      throws IOException {
    return start(folder, folder.resolve("stdout"), List.of(), main, arguments);
  }

  /** The same, with these options for its virtual machine. */
  public static CommandProcess start(
      Path folder, List<String> options, Class<?> main, String... arguments) throws IOException {
    return start(folder, folder.resolve("stdout"), options, main, arguments);
  }

  /**
   * The same, with standard output going to another file.
   *
   * @param out where standard output goes
   */
  public static CommandProcess start(Path folder, Path out, Class<?> main, String... arguments)
      throws IOException {
    return start(folder, out, List.of(), main, arguments);
  }

  /**
   * The beginning of a command line for a brief virtual machine of this JDK, which Ctrl-C ends:
   * what runs in the background of a script ignores that signal, and so would all its children.
   */
  public static List<String> virtualMachine() {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(BRIEF);
    return command;
  }

  private static CommandProcess start(
      Path folder, Path out, List<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = virtualMachine();
    command.addAll(options);
    command.add("-Djava.awt.headless=true"); // no window of a test appears on anybody's desktop
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("temporary")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    File work = Files.createDirectories(folder.resolve("work")).toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(work)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("stderr").toFile())
            .start();
    return new CommandProcess(folder, out, process);
  }

  Process process() {
    return process;
  }

  /** What it has said on standard output up to now. */
  String out() throws IOException {
    return said(out);
  }

  /** What it has said on standard error up to now. */
  String err() throws IOException {
    return said(folder.resolve("stderr"));
  }

  /** A character of which only a part is written yet is none that a test looks for. */
  private static String said(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /** Waits for its end. */
  public Ended ended() throws IOException, InterruptedException {
    int exitCode = process.waitFor();
    return new Ended(exitCode, out(), err());
  }
}
