package dev.flyball.tools.cli.experiment;

import dev.flyball.lab.report.Provenance;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.lab.torture.Torture;
import dev.flyball.lab.torture.TortureReport;
import dev.flyball.lab.torture.TortureReport.Counted;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Interruption;
import dev.flyball.tools.cli.terminal.ProgressLine;
import dev.flyball.tools.cli.terminal.Terminal;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball torture}: pools and limiters under hostile use, every task accounted for. */
@Command(
    name = "torture",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Pools and limiters under hostile use, every task accounted for.",
      "",
      "Rounds of a few milliseconds: sizes that change at random, tasks that throw exceptions and"
          + " errors, interrupts, cancelled futures, threads that cannot be started, no memory for"
          + " them, policies that change and fail, bounded and unbounded queues, tasks that are"
          + " scheduled, contexts carried along, every way to refuse a task and every way to end. After each round nothing may be lost, doubled or stuck,"
          + " no thread left, and all figures must be the truth. It ends at the first fault,"
          + " with exit code 1, and says how to repeat that round."
    })
public final class TortureCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long SECONDS_MAX = Duration.ofDays(30).toSeconds();

  @Spec private CommandSpec spec;

  @ArgGroup private @Nullable Length length;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the rounds are drawn from (default: another one each time).")
  private @Nullable Long seed;

  @Option(
      names = "--round",
      paramLabel = "N",
      description = "Only this round, from 1, again and again: to see its fault once more.")
  private @Nullable Long round;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON to FILE; - is standard output.")
  private @Nullable String json;

  /** How long it lasts, said in one of two ways. */
  static final class Length {
    @Option(names = "--minutes", paramLabel = "N", description = "How long it lasts, in minutes.")
    private @Nullable Integer minutes;

    @Option(
        names = "--seconds",
        paramLabel = "N",
        description = "How long it lasts, in seconds (default: 60).")
    private @Nullable Integer seconds;

    long inSeconds() {
      return minutes != null ? minutes * 60L : Optional.ofNullable(seconds).orElse(60);
    }
  }

  @Override
  public Integer call() {
    long seconds = seconds();
    long drawn = seed == null ? System.nanoTime() & 0xFFFF_FFFFL : seed;
    Torture torture =
        Torture.ofAll(
            drawn,
            Duration.ofSeconds(seconds),
            round == null ? OptionalLong.empty() : OptionalLong.of(round));
    Optional<RunOutput> output =
        Optional.ofNullable(json).map(path -> Arguments.output(spec, "--json", path));
    boolean quiet = json != null && RunOutput.isStandardOutput(json);
    TortureReport report;
    boolean interrupted;
    try (Interruption ctrlC = Interruption.ofThisThread(PATIENCE, "the round could not be ended")) {
      report = run(torture, seconds, quiet ? System.err : System.out);
      interrupted = ctrlC.interruptNoMore(); // or the file could not be written
      output.ifPresent(place -> place.writeText(figures(report, seconds)));
      if (!quiet) {
        print(report);
      }
    }
    report.failure().ifPresent(failure -> print(report, failure));
    return report.failure().isPresent() ? FAILED : interrupted ? Interruption.EXIT_CODE : 0;
  }

  private long seconds() {
    long seconds = length == null ? 60 : length.inSeconds();
    if (seconds < 1 || seconds > SECONDS_MAX) {
      throw refused("the time must be from a second to 30 days but was " + seconds + " seconds");
    }
    if (round != null && round < 1) {
      throw refused("--round must be at least 1 but was " + round);
    }
    if (round != null && seed == null) {
      throw refused("--round needs the --seed that the round was drawn from");
    }
    return seconds;
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private static TortureReport run(Torture torture, long seconds, PrintStream out) {
    try (ProgressLine line = new ProgressLine(Terminal.here(), out)) {
      return torture.run(soFar -> {
        String text = text(soFar, seconds);
        line.show(Math.min(0.999, soFar.seconds() / seconds), text, text);
      });
    }
  }

  private static String text(TortureReport soFar, long seconds) {
    return String.format(
        Locale.ROOT,
        "torture: %.0f of %d s, %,d rounds, %,d tasks, %,d threads",
        soFar.seconds(),
        seconds,
        soFar.rounds(),
        soFar.of(Counted.TASKS),
        soFar.of(Counted.THREADS));
  }

  private String figures(TortureReport report, long seconds) {
    return Provenance.addTo(report.figures(), command(report.seed(), seconds)).json();
  }

  private String command(long drawn, long seconds) {
    return "./flyball torture --seconds "
        + seconds
        + " --seed "
        + drawn
        + (round == null ? "" : " --round " + round);
  }

  private void print(TortureReport report) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%,d rounds in %.1f s, seed %d: %,d tasks handed in, %,d ran, %,d refusals, %,d handed back;"
            + " %,d scheduled, in %,d runs; %,d with a context;"
            + " %,d resizes, %,d interrupts, %,d cancellations, %,d threads started, %,d not.%n",
        report.rounds(),
        report.seconds(),
        report.seed(),
        report.of(Counted.TASKS),
        report.of(Counted.RAN),
        report.of(Counted.REFUSED),
        report.of(Counted.HANDED_BACK),
        report.of(Counted.SCHEDULED),
        report.of(Counted.TIMED_RUNS),
        report.of(Counted.DECORATED),
        report.of(Counted.RESIZES),
        report.of(Counted.INTERRUPTS),
        report.of(Counted.CANCELLATIONS),
        report.of(Counted.THREADS),
        report.of(Counted.STARTS_FAILED));
    if (report.failure().isEmpty()) {
      out.println(
          report.rounds() == 0
              ? "No round ended, so nothing is known."
              : "Nothing lost, nothing doubled, nothing stuck, no thread left, every figure true.");
    }
    out.flush();
  }

  /** On standard error, whatever else was asked for: what was wrong, and how to see it again. */
  private void print(TortureReport report, TortureReport.Failure failure) {
    PrintWriter err = spec.commandLine().getErr();
    failure.faults().forEach(fault -> err.println("flyball: " + TextWidth.printable(fault)));
    err.println("flyball: in round " + failure.round() + ": " + failure.plan());
    err.println(
        "flyball: commit "
            + Provenance.commit()
            + "; again: ./flyball torture --seed "
            + report.seed()
            + " --round "
            + failure.round()
            + " --seconds 60");
    err.flush();
  }
}
