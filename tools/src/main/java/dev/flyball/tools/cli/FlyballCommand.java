package dev.flyball.tools.cli;

import dev.flyball.lab.harness.AtExit;
import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.tools.cli.experiment.BenchTasksCommand;
import dev.flyball.tools.cli.experiment.DemoCommand;
import dev.flyball.tools.cli.experiment.FramesCommand;
import dev.flyball.tools.cli.experiment.PaperCommand;
import dev.flyball.tools.cli.experiment.TortureCommand;
import dev.flyball.tools.cli.flow.FlowCommand;
import dev.flyball.tools.cli.mariadb.MariaDbCommand;
import dev.flyball.tools.cli.race.AgreeCommand;
import dev.flyball.tools.cli.race.PoliciesCommand;
import dev.flyball.tools.cli.race.RaceCommand;
import dev.flyball.tools.cli.race.ReplayCommand;
import dev.flyball.tools.cli.race.ScenariosCommand;
import dev.flyball.tools.cli.race.SettingsCommand;
import dev.flyball.tools.cli.race.VerdictCommand;
import dev.flyball.tools.cli.shared.Checked;
import dev.flyball.tools.cli.shared.Interruption;
import dev.flyball.tools.cli.shared.Version;
import dev.flyball.tools.cli.terminal.CommandLog;
import dev.flyball.tools.cli.terminal.StandardOutput;
import dev.flyball.tools.cli.terminal.Terminal;
import dev.flyball.tools.cli.watch.SupportCommand;
import dev.flyball.tools.cli.watch.WatchCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line: its root, and what all its commands have in common.
 *
 * <p>Exit codes: 0 done, 1 failed while running, 2 bad usage or input, 130 ended by Ctrl-C.
 */
@Command(
    name = "flyball",
    description = "Self-tuning concurrency for the JVM.",
    subcommands = {
      DemoCommand.class,
      WatchCommand.class,
      SupportCommand.class,
      RaceCommand.class,
      VerdictCommand.class,
      SettingsCommand.class,
      ScenariosCommand.class,
      AgreeCommand.class,
      PaperCommand.class,
      BenchTasksCommand.class,
      FramesCommand.class,
      ReplayCommand.class,
      TortureCommand.class,
      MariaDbCommand.class,
      FlowCommand.class,
      PoliciesCommand.class,
      CommandLine.HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "  test      builds everything and runs every test, as CI does",
      "  pictures  makes the pictures of README.md and docs again, by real runs",
      "",
      "Every command has --help. Exit codes: 0 done, 1 failed, 2 bad usage or input,"
          + " 130 Ctrl-C."
    })
public final class FlyballCommand implements Runnable {

  private static final int FAILED = 1;

  /** Set by the launcher before it fetches what the command needs: arguments are checked only. */
  private static final String CHECK = "flyball.check";

  private static final int HELP_COLUMNS_MIN = 55;
  private static final int HELP_COLUMNS_USUAL = 80;
  private static final int HELP_COLUMNS_MAX = 100;

  @Spec private CommandSpec spec;

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  static int execute(String... args) {
    StandardOutput standardOutput = StandardOutput.install();
    CommandLog.install();
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    CommandLine line =
        NumberOptions.on(new CommandLine(new FlyballCommand()))
            .setOut(out)
            .setErr(err)
            .setColorScheme(CommandLine.Help.defaultColorScheme(colours()))
            .setUsageHelpWidth(helpColumns())
            .setParameterExceptionHandler(FlyballCommand::refused)
            .setExecutionExceptionHandler(FlyballCommand::failed);
    if (Boolean.getBoolean(CHECK)) {
      line.setExecutionStrategy(FlyballCommand::check);
    }
    int code = line.execute(args);
    out.flush();
    if (code == 0 && standardOutput.lost()) {
      err.println("flyball: standard output could not be written: it took no more");
      return FAILED;
    }
    return code;
  }

  private static int check(CommandLine.ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    if (commands.get(commands.size() - 1).getCommand() instanceof Checked command) {
      command.check();
    }
    return 0;
  }

  /** Where they are welcome, and nowhere else, whatever the library finds out by itself. */
  private static CommandLine.Help.Ansi colours() {
    return Terminal.here().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  /** As wide as the terminal, as far as that can be read and the library can do it. */
  private static int helpColumns() {
    Terminal here = Terminal.here();
    return here.live()
        ? Math.max(HELP_COLUMNS_MIN, Math.min(HELP_COLUMNS_MAX, here.columns()))
        : HELP_COLUMNS_USUAL;
  }

  /** What is wrong, what was probably meant, and where to read on. */
  private static int refused(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    String message = "flyball: " + TextWidth.printable(String.valueOf(e.getMessage()));
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      message += "; did you mean '" + unmatched.getSuggestions().get(0) + "'?";
    }
    err.println(message);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** One line for a failure that has a message; the whole trace only for a defect. */
  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (AtExit.isEnding()) {
      return Interruption.EXIT_CODE; // after Ctrl-C: what fails then is no news
    }
    String message = e.getMessage();
    boolean defect = message == null || message.isBlank() || e instanceof NullPointerException;
    if (defect) {
      e.printStackTrace(command.getErr());
    } else {
      String.valueOf(message)
          .lines()
          .map(TextWidth::printable)
          .forEach(line -> command.getErr().println("flyball: " + line));
    }
    return FAILED;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
