package dev.flyball.tools.cli;

import dev.flyball.lab.papers.PerfectKnob;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball demo}: a governed server under real load, then the same load on other pools. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A real HTTP server on loopback whose pool of workers follows its measured load.",
      "",
      "Poisson arrivals of four kinds of request (40 ms to 2 s), the pool beginning with 10"
          + " workers. You watch the governed pool live; then the same requests go to the two pools"
          + " of the paper that the load comes from, and to a fixed pool. Ends with a table and a"
          + " page with the pictures."
    })
final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Outputs outputs;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long each of the four pools is under load (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "100",
      description = "Requests per second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "littles-law",
      description = "The policy of the governed pool (default: ${DEFAULT-VALUE}).")
  private String policy = "littles-law";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The server's port; 0 takes any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What the arrivals grow from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws Exception {
    PerfectKnob experiment =
        new PerfectKnob(
            Checks.seconds(spec, seconds),
            Checks.rate(spec, rate),
            seed,
            Checks.port(spec, port),
            List.of(
                Checks.policy(spec, policy),
                "request-rate",
                "workload-profile-printed",
                "fixed(workers=64)"),
            false);
    Outputs.Places places = outputs.check("demo");
    return Experiments.run(spec, places, experiment::run);
  }
}
