package dev.flyball.tools.cli.experiment;

import dev.flyball.dashboard.Dashboard;
import dev.flyball.lab.papers.PerfectKnob;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.DashboardOption;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.LoadOptions;
import dev.flyball.tools.cli.shared.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
          + " page with the pictures.",
      "",
      "The first line that is printed has the address at which the pools of ours are watched in a"
          + " browser, and the token that turns their switches there; they can also be seen over JMX."
    })
public final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Outputs outputs;

  @Mixin private final LoadOptions load = new LoadOptions(60);

  @Mixin private RateOption rate;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = Policies.STANDARD,
      description = "The policy of the governed pool (default: ${DEFAULT-VALUE}).")
  private String policy = Policies.STANDARD;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The server's port; 0 takes any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "Append every decision of the governed pool to FILE, a line each; see: flyball replay.")
  private @Nullable String journal;

  @Mixin private DashboardOption dashboard;

  @Override
  public Integer call() throws Exception {
    PerfectKnob experiment =
        new PerfectKnob(
            load.length(),
            rate.perSecond(),
            load.seed(),
            Arguments.between(spec, "--port", 0, 65_535, port),
            List.of(
                Arguments.policy(spec, policy),
                "request-rate",
                "workload-profile-printed",
                "fixed(workers=64)"),
            false,
            checkedJournal());
    Outputs.Places places = outputs.check("demo");
    Optional<Dashboard> page = dashboard.start(places.quiet());
    try {
      return Experiments.run(
          spec, places, progress -> experiment.run(new VisibleProgress(progress)));
    } finally {
      page.ifPresent(Dashboard::close);
    }
  }

  private Optional<Path> checkedJournal() {
    if (journal == null) {
      return Optional.empty();
    }
    Path file = Path.of(journal);
    Path folder = file.toAbsolutePath().getParent();
    boolean usable = !Files.exists(file) || (Files.isRegularFile(file) && Files.isWritable(file));
    if (!usable || journal.equals("-") || folder == null || !Files.isWritable(folder)) {
      throw new ParameterException(
          spec.commandLine(),
          "--journal must be a file that can be written but was '" + journal + "'");
    }
    return Optional.of(file);
  }
}
