package dev.flyball.tools.cli.shared;

import dev.flyball.dashboard.Dashboard;
import java.io.PrintStream;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The page on which a demonstration is watched: the option of every demonstration. */
public final class DashboardOption {

  private static final String NONE = "none";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dashboard",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "The port of the page on which to watch it; 0 takes any that is free, none leaves the page"
              + " out (default: ${DEFAULT-VALUE}).")
  private String port = "0";

  @Mixin private final TokenOptions token = new TokenOptions();

  /**
   * Starts the page, and says where it is.
   *
   * @param quiet whether standard output is for machines, so that people are told elsewhere
   * @return the page, to be closed; empty where none is wanted
   * @throws ParameterException when it is no port
   */
  public Optional<Dashboard> start(boolean quiet) {
    if (port.equals(NONE)) {
      return Optional.empty();
    }
    PrintStream says = quiet ? System.err : System.out;
    Dashboard dashboard =
        token.on(number()).announcing(line -> says.println("Watch it: " + line)).start();
    says.println(token.line(dashboard));
    return Optional.of(dashboard);
  }

  private int number() {
    try {
      int number = Integer.parseInt(port);
      if (number >= 0 && number <= 65_535) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw refused();
    }
    throw refused();
  }

  private ParameterException refused() {
    return new ParameterException(
        spec.commandLine(),
        "--dashboard must be none or a port from 0 to 65535 but was '" + port + "'");
  }
}
