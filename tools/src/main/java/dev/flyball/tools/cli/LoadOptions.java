package dev.flyball.tools.cli;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How long and from which seed: the options of every command that runs a load. */
final class LoadOptions {

  private static final int DAY_SECONDS = 86_400;
  private static final int UNSET = Integer.MIN_VALUE;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long each load lasts (default: the length that was published).")
  private int seconds = UNSET;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What the load's chance grows from (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * How long each load lasts.
   *
   * @param usual unless said, in seconds
   * @throws ParameterException when it is no length
   */
  Duration length(int usual) {
    int length = seconds == UNSET ? usual : seconds;
    if (length < 1 || length > DAY_SECONDS) {
      throw new ParameterException(
          spec.commandLine(), "--seconds must be from 1 to " + DAY_SECONDS + " but was " + length);
    }
    return Duration.ofSeconds(length);
  }

  long seed() {
    return seed;
  }
}
