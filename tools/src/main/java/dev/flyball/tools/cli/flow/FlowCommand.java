package dev.flyball.tools.cli.flow;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball flow}: data-flow programs. */
@Command(
    name = "flow",
    mixinStandardHelpOptions = true,
    description =
        "Data-flow programs: threads per node, planned, measured, and run; jobs of Flink.",
    subcommands = {
      FlowPlanCommand.class,
      FlowMeasureCommand.class,
      FlowDemoCommand.class,
      FlinkCommand.class
    })
public final class FlowCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing what to do: plan, measure, demo or flink");
  }
}
