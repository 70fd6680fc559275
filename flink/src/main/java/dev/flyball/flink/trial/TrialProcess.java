package dev.flyball.flink.trial;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A process of a session cluster on one machine. It ends when its standard input ends, so that it
 * does not outlive the process that started it.
 */
public final class TrialProcess {

  private static final int ORPHANED = 3;

  private TrialProcess() {}

  /**
   * Runs until it is killed.
   *
   * @param args {@code jobmanager} or {@code taskmanager}, and the arguments for it
   */
  public static void main(String[] args) throws Exception {
    Thread watch = new Thread(TrialProcess::awaitEnd, "end of standard input");
    watch.setDaemon(true);
    watch.start();
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    switch (args[0]) {
      case "jobmanager" -> StandaloneSessionClusterEntrypoint.main(rest);
      case "taskmanager" -> TaskManagerRunner.main(rest);
      default ->
          throw new IllegalArgumentException(
              "process must be jobmanager or taskmanager but was " + args[0]);
    }
  }

  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {
        // nothing is said to it
      }
    } catch (IOException e) {
      // as good as an end
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
