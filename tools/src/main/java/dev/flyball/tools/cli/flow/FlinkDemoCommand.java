package dev.flyball.tools.cli.flow;

import dev.flyball.lab.flink.FlinkDemo;
import dev.flyball.tools.cli.shared.Arguments;
import dev.flyball.tools.cli.shared.Checked;
import dev.flyball.tools.cli.shared.Interruption;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flyball flow flink demo}: a job on a cluster of several processes, governed. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A job on a cluster of Apache Flink, governed while you watch.",
      "",
      "Starts a session cluster on this machine, a JobManager and three TaskManagers with twelve"
          + " slots (nothing to install; 80 MB are fetched on first use), and a job of a source and"
          + " four stages that wait for 10, 20, 25 and 100 ms with each record. Twice as many records"
          + " come, a stage becomes slow, a TaskManager is killed, and all is as it was; the governor"
          + " follows under a budget of twelve subtasks. Nothing stays behind."
    })
final class FlinkDemoCommand implements Callable<Integer>, Checked {

  private static final int DAY_SECONDS = 86_400;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String LATE = "the cluster's processes did not end in time";

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long each of the five phases takes (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write each decision to FILE as a line of JSON; - is standard output.")
  private @Nullable String json;

  @Override
  public void check() {
    Arguments.between(spec, "--seconds", 1, DAY_SECONDS, seconds);
  }

  @Override
  public Integer call() throws IOException {
    check();
    try (Interruption ctrlC = Interruption.ofThisThread(PATIENCE, LATE);
        FlinkLines lines = opened()) {
      try {
        new FlinkDemo(seconds).run(lines::say, lines::decided);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        if (!ctrlC.happened()) {
          throw e;
        }
      }
      return ctrlC.interruptNoMore() ? Interruption.EXIT_CODE : 0;
    }
  }

  private FlinkLines opened() {
    return Arguments.checked(
        spec,
        () -> {
          FlinkDemo.check();
          return FlinkLines.open(json);
        });
  }
}
