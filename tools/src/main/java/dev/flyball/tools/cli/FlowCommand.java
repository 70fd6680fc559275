package dev.flyball.tools.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball flow}: what there is for data-flow programs. */
@Command(
    name = "flow",
    mixinStandardHelpOptions = true,
    subcommands = {FlowMeasureCommand.class},
    description = "Data-flow programs: how many threads each of their nodes should have.")
final class FlowCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command, measure");
  }
}
