package dev.flyball.tools.cli;

import dev.flyball.lab.papers.Findings;
import dev.flyball.lab.papers.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** Runs an experiment with its progress shown, and writes down what it found. */
final class Experiments {

  private static final int INTERRUPTED = 130;

  private Experiments() {}

  /** An experiment that can be watched. */
  @FunctionalInterface
  interface Experiment {
    Findings run(Progress progress) throws IOException;
  }

  /** An experiment that shows its progress by itself. */
  @FunctionalInterface
  interface Undertaking {
    Findings run() throws IOException;
  }

  static int run(CommandSpec spec, Outputs.Places places, Experiment experiment)
      throws IOException {
    return run(spec, places, experiment, Outputs::show);
  }

  static int run(
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

  static int undertake(
      CommandSpec spec, Outputs.Places places, Undertaking undertaking, Outputs.Shown shown)
      throws IOException {
    try (Interruption ctrlC = Interruption.ofThisThread()) {
      Findings findings = undertaking.run();
      Thread.interrupted(); // it has done its work, and would keep files from being written
      Outputs.write(findings, places, spec.commandLine(), shown);
      return ctrlC.happened() ? INTERRUPTED : 0;
    }
  }

  /**
   * Ctrl-C while an experiment runs: its thread is interrupted, which ends the load, and the
   * process waits until what there is has been written down.
   */
  private static final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch written = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean happened;

    private Interruption(Thread running) {
      hook =
          new Thread(
              () -> {
                happened = true;
                running.interrupt();
                await();
              },
              "flyball-ctrl-c");
    }

    static Interruption ofThisThread() {
      Interruption interruption = new Interruption(Thread.currentThread());
      Runtime.getRuntime().addShutdownHook(interruption.hook);
      return interruption;
    }

    private void await() {
      try {
        if (!written.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          System.err.println("flyball: what was measured could not be written in time");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    boolean happened() {
      return happened;
    }

    @Override
    public void close() {
      written.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException stopping) {
        return; // it runs, and ends now
      }
    }
  }
}
