package dev.flyball.adapters.mariadb;

import dev.flyball.policy.Signals;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names of the signals in a server's observations, beside {@link Signals#CONNECTIONS}.
 *
 * <p>Rates are those of the window. Those that come from counters of the thread groups are left out
 * of a window in which the number of groups changed, for a group that is closed takes its counters
 * along.
 */
public final class MariaDbSignals {

  /** Statements that clients sent, our own not among them. */
  public static final String QUESTIONS_PER_SECOND = "questionsPerSecond";

  /** Explicit commits. */
  public static final String COMMITS_PER_SECOND = "commitsPerSecond";

  /** Explicit rollbacks. */
  public static final String ROLLBACKS_PER_SECOND = "rollbacksPerSecond";

  /** Statements that run at the end of the window, our own not among them. */
  public static final String RUNNING = "running";

  /** Statements that wait in the groups' queues at the end of the window. */
  public static final String QUEUED = "queued";

  /** Threads of the pool that have nothing to do, at the end of the window. */
  public static final String IDLE_THREADS = "idleThreads";

  /** Groups found stalled. */
  public static final String STALLS_PER_SECOND = "stallsPerSecond";

  /** Threads created. */
  public static final String THREAD_CREATIONS_PER_SECOND = "threadCreationsPerSecond";

  private static final Pattern AFTER_UNDERSCORE = Pattern.compile("_([a-z])");

  private MariaDbSignals() {}

  /** The name of how often a statement had to wait for a reason, as the server spells it. */
  static String waitsPerSecond(String reason) {
    String name =
        AFTER_UNDERSCORE
            .matcher(reason.toLowerCase(Locale.ROOT))
            .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    return name + "WaitsPerSecond";
  }
}
