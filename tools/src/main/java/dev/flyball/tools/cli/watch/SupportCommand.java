package dev.flyball.tools.cli.watch;

import dev.flyball.dashboard.RemotePools;
import dev.flyball.lab.harness.TemporaryFolder;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Interruption;
import dev.flyball.tools.cli.shared.Version;
import dev.flyball.tools.support.ProgramReport;
import dev.flyball.tools.support.SupportReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball support}: what a report of a bug needs of a running program, in one file. */
@Command(
    name = "support",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "What a report of a bug needs of a running program with Flyball, in one file to read and"
          + " send.",
      "",
      "PID is a process of yours on this machine. The file has the versions, the virtual machine and"
          + " the system, limits such as those of ulimit and control groups, all pools and pipelines"
          + " with their last decisions, Flyball's events of the last ten minutes if the program is"
          + " recording, and the stacks of Flyball's threads. It has no system properties, no"
          + " environment, no command line, and no token. It has the names of pools, kinds of tasks"
          + " and classes: read it before you send it.",
      "",
      "Nothing is changed there, but that the program listens for JMX of this user on this machine"
          + " from then on, as with watch. Exit code 1 when something could not be read; the file"
          + " then says what and why, and has the rest."
    })
public final class SupportCommand implements Callable<Integer> {

  private static final int FAILED = 1;

  /** A program that is hung must not keep the rest of the report. */
  private static final long ATTACHED_SECONDS_MAX = 15;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PID", arity = "0..1", description = "A process's number.")
  private @Nullable String pid;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "Write to FILE; - is standard output (default: flyball-support-PID-TIME.txt here).")
  private @Nullable String file;

  @Override
  public Integer call() throws IOException {
    JavaProcess process = process(pid == null ? "" : pid);
    process.requireJava();
    String path =
        file == null
            ? "flyball-support-"
                + process.handle().pid()
                + "-"
                + STAMP.format(Instant.now())
                + ".txt"
            : file;
    RunOutput output = Arguments.output(spec, "--file", path);
    AnswerFilter.install();
    AnswerSockets.install();
    try (Interruption ctrlC =
        Interruption.ofThisThread(PATIENCE, "what was read could not be cleared away in time")) {
      SupportReport report = read(process);
      if (ctrlC.interruptNoMore()) {
        return Interruption.EXIT_CODE;
      }
      output.writeText(report.text());
      ctrlC.written();
      say(report, path);
      return report.missing().isEmpty() ? 0 : FAILED;
    }
  }

  private static SupportReport read(JavaProcess process) {
    SupportReport report = new SupportReport();
    report.section("this report", () -> ofThis(process));
    ProgramReport.addLimits(report, process.handle().pid());
    try (TemporaryFolder folder = TemporaryFolder.create("flyball-support-")) {
      JMXServiceURL there =
          TimeLimit.ask(process.name(), ATTACHED_SECONDS_MAX, process::beanServer);
      try (RemotePools pools = RemotePools.at(process.name(), there)) {
        ProgramReport.addProgram(report, there, pools, folder.path());
      }
    } catch (IOException e) {
      report.section(
          "the program",
          () -> {
            throw e;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return report;
  }

  private static List<String> ofThis(JavaProcess process) {
    return List.of(
        "flyball-support/1, of " + process.name() + ", at " + Instant.now(),
        "made by " + String.join(", ", new Version().getVersion()),
        "Read it before you send it: it has the names of pools, kinds of tasks and classes.");
  }

  private void say(SupportReport report, String path) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    report.missing().forEach(what -> err.println("flyball: cannot be read: " + what));
    if (!RunOutput.isStandardOutput(path)) {
      out.println("written to " + path + "; read it before you send it");
    }
  }

  private JavaProcess process(String number) {
    if (number.isEmpty()) {
      throw refused("Missing which process: " + JavaProcess.running());
    }
    if (!JavaProcess.isNumber(number)) {
      throw refused("PID must be a process's number but was '" + number + "'");
    }
    return Arguments.checked(spec, () -> JavaProcess.of(number));
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
