package dev.flyball.tools.cli;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.tuning.Watcher;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Model.CommandSpec;

/** Runs an experiment with a governed database server, shows it live, and writes what it found. */
final class StandRuns {

  private StandRuns() {}

  /** An experiment that can be watched. */
  @FunctionalInterface
  interface Watched {
    Findings run(Watcher watcher);
  }

  static int run(CommandSpec spec, Outputs.Places places, Watched experiment) throws IOException {
    // What is for machines has standard output to itself.
    PrintStream progress = places.quiet() ? System.err : System.out;
    return Experiments.undertake(
        spec,
        places,
        () -> {
          try (StandView view = StandView.open(progress, places.quiet())) {
            return experiment.run(view);
          }
        },
        FittedPage::show);
  }
}
