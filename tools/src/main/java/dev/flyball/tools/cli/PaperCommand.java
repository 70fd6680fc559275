package dev.flyball.tools.cli;

import dev.flyball.lab.papers.LittlesLawExperiments;
import dev.flyball.lab.papers.PerfectKnob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball paper}: published experiments run again. */
@Command(
    name = "paper",
    mixinStandardHelpOptions = true,
    description = "Runs a published experiment again: the printed figures beside ours.",
    subcommands = {PaperCommand.Knob.class, PaperCommand.Little.class})
final class PaperCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing the paper's name: perfect-knob or littles-law");
  }

  /** {@code flyball paper perfect-knob}. */
  @Command(
      name = "perfect-knob",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Bahadur et al. 2022, \"A Perfect Knob to Scale Thread Pool on Runtime\", section 4.",
        "",
        "Seven pools, one after the other, under the same minute of load: the paper's two, its own"
            + " corrected, Little's law, and the JDK's pool in its three usual configurations."
            + " Takes about nine minutes."
      })
  static final class Knob implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Outputs outputs;

    @Option(
        names = "--seconds",
        paramLabel = "N",
        defaultValue = "60",
        description = "How long each pool is under load (default: ${DEFAULT-VALUE}, the paper's).")
    private int seconds;

    @Option(
        names = "--rate",
        paramLabel = "N",
        defaultValue = "100",
        description = "Requests per second (default: ${DEFAULT-VALUE}, the paper's).")
    private double rate;

    @Option(
        names = "--seed",
        paramLabel = "N",
        defaultValue = "1",
        description = "What the arrivals grow from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws Exception {
      PerfectKnob experiment =
          new PerfectKnob(
              Checks.seconds(spec, seconds),
              Checks.rate(spec, rate),
              seed,
              0,
              PerfectKnob.ALL_POLICIES,
              true);
      return Experiments.run(spec, outputs.check("perfect-knob"), experiment::run);
    }
  }

  /** {@code flyball paper littles-law}. */
  @Command(
      name = "littles-law",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Pepperdine 2013, \"Tuning the Size of Your Thread Pool\", experiments 1 to 4.",
        "",
        "One or ten clients on one, four and eight workers, then the run beyond capacity that the"
            + " article proposes; all figures read from the pool's bean over JMX. Takes about four"
            + " minutes."
      })
  static final class Little implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Outputs outputs;

    @Option(
        names = "--seconds",
        paramLabel = "N",
        defaultValue = "30",
        description = "How long each experiment lasts (default: ${DEFAULT-VALUE}, the article's).")
    private int seconds;

    @Option(
        names = "--seed",
        paramLabel = "N",
        defaultValue = "1",
        description = "What the clients' chance grows from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws Exception {
      LittlesLawExperiments experiments =
          new LittlesLawExperiments(Checks.seconds(spec, seconds), seed);
      return Experiments.run(spec, outputs.check("littles-law"), experiments::run);
    }
  }
}
