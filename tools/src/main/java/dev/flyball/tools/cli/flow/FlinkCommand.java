package dev.flyball.tools.cli.flow;

import dev.flyball.flink.FlinkDecision;
import dev.flyball.flink.FlinkException;
import dev.flyball.flink.FlinkGovernor;
import dev.flyball.flink.FlinkJob;
import dev.flyball.flink.FlinkSettings;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Interruption;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball flow flink}: a job of Apache Flink under a budget. */
@Command(
    name = "flink",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = FlinkDemoCommand.class,
    description = {
      "Says how many subtasks each vertex of a running job of Apache Flink should have, and with"
          + " --govern rescales the job.",
      "",
      "The cluster must run with jobmanager.scheduler: adaptive, and the job with checkpoints: each"
          + " rescale restarts the job from its last one. Without --govern nothing is changed. At"
          + " Ctrl-C the job runs on with the subtasks that it has."
    })
final class FlinkCommand implements Callable<Integer> {

  private static final int FAILURES_MAX = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String LATE = "the cluster did not answer in time; its job runs on";

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The cluster's REST interface, as in http://localhost:8081.")
  private @Nullable String url;

  @Option(
      names = "--job",
      paramLabel = "ID",
      description = "The job's id (default: the only one that runs).")
  private @Nullable String job;

  @Option(
      names = "--govern",
      description = "Rescale the job; without it, only say what would be done.")
  private boolean govern;

  @Option(
      names = "--budget",
      paramLabel = "N",
      description =
          "The most subtasks of all vertices together, sources included (default: what the slots"
              + " of the cluster can hold).")
  private int budget = FlinkSettings.BUDGET_MAX;

  @Option(
      names = "--period",
      paramLabel = "TIME",
      defaultValue = "15s",
      description =
          "How often to look, not oftener than the cluster fetches metrics (default:"
              + " ${DEFAULT-VALUE}).")
  private String period = "15s";

  @Option(
      names = "--cool-down",
      paramLabel = "TIME",
      defaultValue = "60s",
      description =
          "The shortest time between two rescales; 20 measured restarts where that is longer"
              + " (default: ${DEFAULT-VALUE}).")
  private String coolDown = "60s";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long to go on, as in 10m (default: until Ctrl-C or the job's end).")
  private @Nullable String length;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write each decision to FILE as a line of JSON; - is standard output.")
  private @Nullable String json;

  @Override
  public Integer call() {
    String address = url;
    if (address == null) {
      throw new ParameterException(
          spec.commandLine(), "Missing --url with the cluster's REST interface, or demo");
    }
    Duration every = Arguments.duration(spec, "--period", period);
    if (every.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new ParameterException(
          spec.commandLine(), "--period must be at least 1s but was " + period);
    }
    Optional<Duration> atMost =
        Optional.ofNullable(length).map(text -> Arguments.duration(spec, "--for", text));
    FlinkSettings settings = Arguments.checked(spec, this::settings);
    URI place = Arguments.checked(spec, () -> URI.create(address));
    try (Interruption ctrlC = Interruption.ofThisThread(PATIENCE, LATE);
        FlinkLines lines = Arguments.checked(spec, () -> FlinkLines.open(json))) {
      String id = job;
      FlinkJob driven =
          Arguments.checked(spec, () -> id == null ? FlinkJob.only(place) : FlinkJob.of(place, id));
      lines.say(
          (govern ? "governing" : "advising, nothing is changed without --govern:")
              + " job "
              + driven.id()
              + (budget == FlinkSettings.BUDGET_MAX
                  ? ""
                  : " with at most " + budget + " subtasks"));
      steps(driven, new FlinkGovernor(driven, settings), every, atMost, lines);
      boolean interrupted = ctrlC.interruptNoMore();
      lines.say(interrupted ? "ended; the job runs on as it is" : "ended");
      return interrupted ? Interruption.EXIT_CODE : 0;
    }
  }

  /** Looks until the time is over, the job ends, or this thread is interrupted. */
  private static void steps(
      FlinkJob job,
      FlinkGovernor governor,
      Duration every,
      Optional<Duration> atMost,
      FlinkLines lines) {
    long began = System.nanoTime();
    int failures = 0;
    while (atMost.isEmpty() || System.nanoTime() - began < atMost.get().toNanos()) {
      try {
        TimeUnit.NANOSECONDS.sleep(every.toNanos());
        FlinkDecision decision = governor.step();
        lines.decided(decision);
        failures = 0;
        if (decision.action() == FlinkDecision.Action.WAITED && job.ended()) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (FlinkException e) {
        failures++;
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        if (failures == FAILURES_MAX) {
          throw e;
        }
        lines.say("no answer, tried again: " + e.getMessage());
      }
    }
  }

  private FlinkSettings settings() {
    FlinkSettings usual = FlinkSettings.of(budget);
    FlinkSettings damped =
        usual.withCoolDown(
            Arguments.duration(spec, "--cool-down", coolDown), usual.coolDown().restarts());
    return govern ? damped : damped.advising();
  }
}
