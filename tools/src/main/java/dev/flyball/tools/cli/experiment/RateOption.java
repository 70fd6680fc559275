package dev.flyball.tools.cli.experiment;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many requests a second: the option of every command with an open loop. */
final class RateOption {

  private static final int RATE_MAX = 1000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "100",
      description = "Requests per second (default: ${DEFAULT-VALUE}, as published).")
  private double rate;

  /**
   * Requests per second.
   *
   * @throws ParameterException when it is no rate
   */
  double perSecond() {
    if (!(rate > 0 && rate <= RATE_MAX)) {
      throw new ParameterException(
          spec.commandLine(),
          "--rate must be above 0 and at most " + RATE_MAX + " but was " + rate);
    }
    return rate;
  }
}
