package dev.flyball.tools.cli.experiment;

import dev.flyball.lab.papers.DataFlowSoftware;
import dev.flyball.lab.papers.ExecutorService21;
import dev.flyball.lab.papers.LittlesLawExperiments;
import dev.flyball.lab.papers.PerfectKnob;
import dev.flyball.tools.cli.mariadb.MySqlPaperCommand;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.LoadOptions;
import dev.flyball.tools.cli.shared.Outputs;
import java.util.List;
import java.util.Optional;
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
    subcommands = {
      PaperCommand.Knob.class,
      PaperCommand.Little.class,
      PaperCommand.Executors.class,
      PaperCommand.DataFlow.class,
      MySqlPaperCommand.class
    })
public final class PaperCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing the paper's name: perfect-knob, littles-law, executorservice21, dataflow or mysql");
  }

  /** {@code flyball paper perfect-knob}. */
  @Command(
      name = "perfect-knob",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Bahadur et al. 2022, \"A Perfect Knob to Scale Thread Pool on Runtime\", section 4.",
        "",
        "Eight pools, one after the other, under the same minute of load: the paper's two, its own"
            + " corrected, Little's law, our standard policy, and the JDK's pool in its three usual"
            + " configurations. Takes about ten minutes."
      })
  static final class Knob implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Outputs outputs;

    @Mixin private final LoadOptions load = new LoadOptions(60);
    @Mixin private RateOption rate;

    @Override
    public Integer call() throws Exception {
      PerfectKnob experiment =
          new PerfectKnob(
              load.length(), rate.perSecond(), load.seed(), 0, PerfectKnob.ALL_POLICIES, true);
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

    @Mixin private final LoadOptions load = new LoadOptions(30);

    @Override
    public Integer call() throws Exception {
      LittlesLawExperiments experiments = new LittlesLawExperiments(load.length(), load.seed());
      return Experiments.run(spec, outputs.check("littles-law"), experiments::run);
    }
  }

  /** {@code flyball paper dataflow}. */
  @Command(
      name = "dataflow",
      mixinStandardHelpOptions = true,
      description = {
        "Hlavacs and Nussbaumer, \"Optimization for Multi-thread Data-Flow Software\", Tables 2 to 12.",
        "",
        "Calculated, not measured: takes a moment."
      })
  static final class DataFlow implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Outputs outputs;

    @Override
    public Integer call() throws Exception {
      return Experiments.run(spec, outputs.check("dataflow"), progress -> DataFlowSoftware.run());
    }
  }

  /** {@code flyball paper executorservice21}. */
  @Command(
      name = "executorservice21",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Zhang, Su and Wang, \"Self-adapting ExecutorService implementation\", Figures 2 to 6.",
        "",
        "Threads before their tasks (prediction), the frames of a window beside a pool (frames), and"
            + " tasks that sleep a good part (under-use), each on our pools and the JDK's in turns."
            + " Frames needs a display. Takes about half an hour."
      })
  static final class Executors implements Callable<Integer> {
    private static final int RUNS_MAX = 1000;
    private static final int UNSET = Integer.MIN_VALUE;

    @Spec private CommandSpec spec;
    @Mixin private Outputs outputs;

    @Option(
        names = "--only",
        paramLabel = "PART",
        split = ",",
        description = "Only these of prediction, frames, under-use (default: all).")
    private List<String> only = ExecutorService21.PARTS;

    @Option(
        names = "--runs",
        paramLabel = "N",
        description = "How often each pool runs each load (default: each part's own number).")
    private int runs = UNSET;

    @Option(
        names = "--seed",
        paramLabel = "N",
        defaultValue = "1",
        description = "What the loads' chance grows from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
        names = "--scale",
        paramLabel = "X",
        defaultValue = "1",
        description = "How long the loads are, as a multiple (default: ${DEFAULT-VALUE}).")
    private double scale;

    @Override
    public Integer call() throws Exception {
      if (runs != UNSET && (runs < 1 || runs > RUNS_MAX)) {
        throw refused("--runs must be from 1 to " + RUNS_MAX + " but was " + runs);
      }
      if (!(scale > 0 && scale <= 10)) {
        throw refused("--scale must be above 0 and at most 10 but was " + scale);
      }
      ExecutorService21 experiment = experiment();
      Optional<String> missing = experiment.missing();
      if (missing.isPresent()) {
        throw refused(missing.get() + " (the other parts need none: --only prediction,under-use)");
      }
      return Experiments.run(spec, outputs.check("executorservice21"), experiment::run);
    }

    private ExecutorService21 experiment() {
      int times = runs == UNSET ? 0 : runs;
      return Arguments.checked(
          spec, "--only", () -> new ExecutorService21(only, times, seed, scale));
    }

    private ParameterException refused(String message) {
      return new ParameterException(spec.commandLine(), message);
    }
  }
}
