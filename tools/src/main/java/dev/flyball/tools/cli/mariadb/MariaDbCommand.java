package dev.flyball.tools.cli.mariadb;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball mariadb}: what there is for MariaDB servers. */
@Command(
    name = "mariadb",
    mixinStandardHelpOptions = true,
    subcommands = {MariaDbTuneCommand.class, MariaDbDemoCommand.class},
    description = "The thread pool of a MariaDB server, governed while it runs.")
public final class MariaDbCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command, tune or demo");
  }
}
