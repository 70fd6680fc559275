package dev.flyball.tools.cli;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.papers.Progress;
import java.io.IOException;
import java.io.OutputStream;
import picocli.CommandLine.Model.CommandSpec;

/** Runs an experiment with its progress shown, and writes down what it found. */
final class Experiments {

  private Experiments() {}

  /** An experiment that can be watched. */
  @FunctionalInterface
  interface Experiment {
    Findings run(Progress progress) throws IOException;
  }

  static int run(CommandSpec spec, Outputs.Places places, Experiment experiment)
      throws IOException {
    Findings findings;
    // What is for machines has standard output to itself.
    OutputStream shown = places.quiet() ? System.err : System.out;
    try (ProgressView view = ProgressView.open(shown, places.quiet())) {
      findings = experiment.run(view);
    }
    Outputs.write(findings, places, spec.commandLine().getOut());
    return 0;
  }
}
