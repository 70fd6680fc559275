package dev.flyball.tools.cli.shared;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How long and from which seed: the options of every command that runs a load. */
public final class LoadOptions {

  private static final int DAY_SECONDS = 86_400;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long each load lasts (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What the load's chance grows from (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * The options of a command.
   *
   * @param usualSeconds the default length of each load, in seconds
   */
  public LoadOptions(int usualSeconds) {
    this.seconds = usualSeconds;
  }

  /**
   * How long each load lasts.
   *
   * @throws ParameterException when it is no length
   */
  public Duration length() {
    Arguments.between(spec, "--seconds", 1, DAY_SECONDS, seconds);
    return Duration.ofSeconds(seconds);
  }

  public long seed() {
    return seed;
  }
}
