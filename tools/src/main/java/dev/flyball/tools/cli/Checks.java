package dev.flyball.tools.cli;

import dev.flyball.policy.Policies;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of options that several commands share; what fails is bad usage, exit code 2. */
final class Checks {

  private static final int DAY_SECONDS = 86_400;

  private Checks() {}

  static Duration seconds(CommandSpec spec, int seconds) {
    if (seconds < 1 || seconds > DAY_SECONDS) {
      throw new ParameterException(
          spec.commandLine(), "--seconds must be from 1 to " + DAY_SECONDS + " but was " + seconds);
    }
    return Duration.ofSeconds(seconds);
  }

  static double rate(CommandSpec spec, double rate) {
    if (!(rate > 0 && rate <= 1000)) {
      throw new ParameterException(
          spec.commandLine(), "--rate must be above 0 and at most 1000 but was " + rate);
    }
    return rate;
  }

  static int port(CommandSpec spec, int port) {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--port must be from 0 to 65535 but was " + port);
    }
    return port;
  }

  static String policy(CommandSpec spec, String text) {
    try {
      Policies.parse(text);
      return text;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--policy: " + e.getMessage(), e);
    }
  }
}
