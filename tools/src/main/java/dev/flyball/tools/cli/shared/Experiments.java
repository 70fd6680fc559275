package dev.flyball.tools.cli.shared;

import dev.flyball.lab.papers.Progress;
import dev.flyball.lab.report.Findings;
import dev.flyball.tools.cli.terminal.ProgressView;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;

/** Runs an experiment with its progress shown, and writes down what it found. */
public final class Experiments {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String LATE = "what was measured could not be written in time";

  private Experiments() {}

  /** An experiment that can be watched. */
  @FunctionalInterface
  public interface Experiment {
    Findings run(Progress progress) throws IOException;
  }

  /** An experiment that shows its progress by itself. */
  @FunctionalInterface
  public interface Undertaking {
    Findings run() throws IOException;
  }

  public static int run(CommandSpec spec, Outputs.Places places, Experiment experiment)
      throws IOException {
    return run(spec, places, experiment, Outputs::show);
  }

  public static int run(
      CommandSpec spec, Outputs.Places places, Experiment experiment, Outputs.Shown shown)
      throws IOException {
    // What is for machines has standard output to itself.
    PrintStream progress = places.quiet() ? System.err : System.out;
    Undertaking watched =
        () -> {
          try (ProgressView view = ProgressView.open(progress, places.quiet())) {
            return experiment.run(view);
          }
        };
    return undertake(spec, places, watched, shown);
  }

  public static int undertake(
      CommandSpec spec, Outputs.Places places, Undertaking undertaking, Outputs.Shown shown)
      throws IOException {
    try (Interruption ctrlC = Interruption.ofThisThread(PATIENCE, LATE)) {
      Findings findings = undertaking.run();
      ctrlC.interruptNoMore(); // or files could not be written
      Outputs.write(findings, places, spec.commandLine(), shown);
      return ctrlC.happened() ? Interruption.EXIT_CODE : 0;
    }
  }
}
