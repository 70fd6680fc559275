package dev.flyball.tools.cli.mariadb;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.tuning.TestServer.Watcher;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.Outputs;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Runs an experiment with a governed database server, shows it live, and writes what it found. */
final class ServerRuns {

  private static final int FAILED = 1;

  private ServerRuns() {}

  /** An experiment that can be watched. */
  @FunctionalInterface
  interface Watched {
    Findings run(Watcher watcher);
  }

  static int run(CommandSpec spec, Outputs.Places places, Watched experiment) throws IOException {
    // What is for machines has standard output to itself.
    PrintStream progress = places.quiet() ? System.err : System.out;
    List<String> failures = new ArrayList<>();
    int code =
        Experiments.undertake(
            spec,
            places,
            () -> {
              try (ServerView view = ServerView.open(progress, places.quiet())) {
                Findings findings = experiment.run(view);
                failures.addAll(view.failures());
                return findings;
              }
            },
            FittedPage::show);
    failures.forEach(why -> spec.commandLine().getErr().println("flyball: " + why));
    return code == 0 && !failures.isEmpty() ? FAILED : code;
  }
}
