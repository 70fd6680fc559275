package dev.flyball.tools.cli.shared;

import dev.flyball.base.Require;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.ScenarioFile;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What is made of a command's arguments: what is wrong with them is bad usage. */
public final class Arguments {

  private Arguments() {}

  /**
   * What is made of them.
   *
   * @throws ParameterException with its message when that throws an {@link
   *     IllegalArgumentException}
   */
  public static <T> T checked(CommandSpec spec, Supplier<T> made) {
    return checked(spec, "", made);
  }

  /** The same of one option, whose name begins the message. */
  public static <T> T checked(CommandSpec spec, String option, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      String where = option.isEmpty() ? "" : option + ": ";
      throw new ParameterException(spec.commandLine(), where + e.getMessage(), e);
    }
  }

  /** The number that an option says, if it is in this range. */
  public static int between(CommandSpec spec, String option, int low, int high, int value) {
    return checked(spec, () -> Require.between(option, low, high, value));
  }

  /** The text of a policy, known to be one. */
  public static String policy(CommandSpec spec, String text) {
    checked(spec, "--policy", () -> Policies.parse(text));
    return text;
  }

  /** The place that an option names, known to be writable. */
  public static RunOutput output(CommandSpec spec, String option, String path) {
    return checked(spec, option, () -> RunOutput.check(path));
  }

  /** The time that an option says, as in {@code 1m 30s}. */
  public static Duration duration(CommandSpec spec, String option, String text) {
    return checked(spec, () -> Duration.ofNanos(ScenarioFile.durationNanos(option, text)));
  }
}
