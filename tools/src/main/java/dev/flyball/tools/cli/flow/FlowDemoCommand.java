package dev.flyball.tools.cli.flow;

import dev.flyball.dashboard.Dashboard;
import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.lab.calldata.CallDataDemo;
import dev.flyball.lab.calldata.CallDataSettings;
import dev.flyball.lab.report.Findings;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Checked;
import dev.flyball.tools.cli.shared.DashboardOption;
import dev.flyball.tools.cli.shared.Experiments;
import dev.flyball.tools.cli.shared.LoadOptions;
import dev.flyball.tools.cli.shared.Outputs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball flow demo}: a data-flow program whose threads follow what comes. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A real data-flow program, its threads governed while you watch.",
      "",
      "The program of Hlavacs and Nussbaumer, \"Optimization for Multi-thread Data-Flow Software\":"
          + " tickets with call data come over a socket, are decoded, converted, and stored"
          + " in files and in a MariaDB, which is started for it (nothing to install; 149 MB are"
          + " fetched on first use). It begins with one thread for each stage. Then twice as many"
          + " tickets come, then the database becomes slow, then all is as it was; the governor"
          + " follows. At the end each ticket is looked for, and the exit code is 1 if one is lost or"
          + " doubled. With --sweep a flood follows, onto the slow database and onto the fast one,"
          + " and fixed configurations are measured beside the governor's. The first line that is"
          + " printed has the address at which the stages are watched in a browser."
    })
final class FlowDemoCommand implements Callable<Integer>, Checked {

  private static final int SECONDS = 25;

  /** Exit code: a ticket is not where it belongs. */
  private static final int LOST = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "400",
      description = "Tickets per second at first (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--delay-millis",
      paramLabel = "N",
      defaultValue = "15",
      description = "By how much the slow database delays each insert (default: ${DEFAULT-VALUE}).")
  private int delayMillis;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "How often the decoder hashes each telephone number (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--sweep",
      description = "Measure fixed configurations under a flood beside the governor's.")
  private boolean sweep;

  @Mixin private Outputs outputs;

  @Mixin private final LoadOptions load = new LoadOptions(SECONDS);

  @Mixin private DashboardOption dashboard;

  private boolean lost;

  @Override
  public void check() {
    demo();
    outputs.check("flow-demo");
  }

  @Override
  public Integer call() throws Exception {
    CallDataDemo demo = demo();
    Outputs.Places places = outputs.check("flow-demo");
    Optional<Dashboard> page = dashboard.start(places.quiet());
    try {
      int ended =
          Experiments.run(
              spec, places, progress -> noted(demo.run(progress::prepares, FlowMonitor::register)));
      return ended == 0 && lost ? LOST : ended;
    } finally {
      page.ifPresent(Dashboard::close);
    }
  }

  private Findings noted(CallDataDemo.Ended ended) {
    lost = ended.lost();
    return ended.findings();
  }

  private CallDataDemo demo() {
    int seconds = Math.toIntExact(load.length().toSeconds());
    return Arguments.checked(
        spec,
        () ->
            new CallDataDemo(
                rate,
                seconds,
                Duration.ofMillis(delayMillis),
                sweep,
                CallDataSettings.usual(load.seed()).withPseudonymRounds(rounds),
                typed(seconds)));
  }

  private String typed(int seconds) {
    return "./flyball flow demo --rate "
        + rate
        + " --delay-millis "
        + delayMillis
        + " --rounds "
        + rounds
        + (sweep ? " --sweep" : "")
        + " --seconds "
        + seconds
        + " --seed "
        + load.seed();
  }
}
