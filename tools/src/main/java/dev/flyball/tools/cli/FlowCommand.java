package dev.flyball.tools.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball flow}: what there is for data-flow programs. */
@Command(
    name = "flow",
    mixinStandardHelpOptions = true,
    subcommands = {FlowDemoCommand.class},
    description = "Data-flow programs: several stages, each with threads of its own.")
final class FlowCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command, demo");
  }
}
