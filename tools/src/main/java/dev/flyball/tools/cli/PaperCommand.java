package dev.flyball.tools.cli;

import dev.flyball.lab.papers.LittlesLawExperiments;
import dev.flyball.lab.papers.PerfectKnob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball paper}: published experiments run again. */
@Command(
    name = "paper",
    mixinStandardHelpOptions = true,
    description = "Runs a published experiment again: the printed figures beside ours.",
    subcommands = {PaperCommand.Knob.class, PaperCommand.Little.class, MySqlPaperCommand.class})
final class PaperCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing the paper's name: perfect-knob, littles-law or mysql");
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

    @Mixin private LoadOptions load;
    @Mixin private RateOption rate;

    @Override
    public Integer call() throws Exception {
      PerfectKnob experiment =
          new PerfectKnob(
              load.length(60), rate.perSecond(), load.seed(), 0, PerfectKnob.ALL_POLICIES, true);
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

    @Mixin private LoadOptions load;

    @Override
    public Integer call() throws Exception {
      LittlesLawExperiments experiments = new LittlesLawExperiments(load.length(30), load.seed());
      return Experiments.run(spec, outputs.check("littles-law"), experiments::run);
    }
  }
}
