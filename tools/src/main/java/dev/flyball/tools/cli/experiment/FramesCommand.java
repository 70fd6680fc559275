package dev.flyball.tools.cli.experiment;

import dev.flyball.lab.frames.Display;
import dev.flyball.lab.frames.FrameDemo;
import dev.flyball.lab.frames.FrameExperiment;
import dev.flyball.lab.frames.FrameRun.FrameSample;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.tools.cli.shared.Arguments;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code flyball frames}: a window with an animation, and a pool that leaves it its frames. */
@Command(
    name = "frames",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A window with an animation, and background tasks on a pool that leaves it its frames.",
      "",
      "The line below the animation says how many frames are drawn and how many workers there are."
          + " Half of the tasks compute all the time, the other half waits for most of it. It ends"
          + " when the window is closed. How the pools compare: paper executorservice21 --only"
          + " frames."
    })
public final class FramesCommand implements Callable<Integer> {

  private static final String CACHED = "cached";

  @Spec private CommandSpec spec;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "The policy of the pool shown, or cached (default: flyball, guarded).")
  private @Nullable String policy;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description = "How long the window is shown at most (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--target",
      paramLabel = "N",
      defaultValue = "60",
      description = "The frames per second to keep, at most 60 (default: ${DEFAULT-VALUE}).")
  private double target;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many tasks are handed in at once (default: ${DEFAULT-VALUE}).")
  private int tasks;

  @Option(
      names = "--task-millis",
      paramLabel = "MS",
      defaultValue = "200",
      description = "How long a task takes alone (default: ${DEFAULT-VALUE}).")
  private long taskMillis;

  @Option(
      names = "--frame-millis",
      paramLabel = "MS",
      defaultValue = "4",
      description = "The CPU time of a frame (default: ${DEFAULT-VALUE}).")
  private double frameMillis;

  @Override
  public Integer call() throws Exception {
    FrameDemo demo = demo(experiment());
    checkDisplay();
    PrintWriter out = spec.commandLine().getOut();
    demo.show(look -> out.println(said(look)));
    return 0;
  }

  private FrameExperiment experiment() {
    return Arguments.checked(
        spec,
        () ->
            new FrameExperiment(
                tasks,
                Duration.ofMillis(taskMillis),
                Duration.ofNanos(Math.round(frameMillis * 1e6)),
                target,
                1));
  }

  private FrameDemo demo(FrameExperiment experiment) {
    return Arguments.checked(
        spec,
        () -> {
          String shown = policy == null ? FrameDemo.usualPolicy(target) : policy;
          if (!shown.equals(CACHED)) {
            Policies.parse(shown);
          }
          return new FrameDemo(experiment, shown, Duration.ofSeconds(seconds));
        });
  }

  /** A display that is missing is bad input: exit code 2, as for a file that is not there. */
  private void checkDisplay() {
    Display.missing()
        .ifPresent(reason -> {
          throw new ParameterException(spec.commandLine(), reason);
        });
  }

  private static String said(FrameSample look) {
    return String.format(
        Locale.ROOT,
        "%5.1f s  %4.1f frames/s  %3d workers  %3d tasks done  %s",
        look.atSeconds(),
        look.framesPerSecond(),
        look.workers(),
        look.done(),
        look.why());
  }
}
