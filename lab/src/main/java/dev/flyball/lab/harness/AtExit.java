package dev.flyball.lab.harness;

/**
 * Something to be cleared away: when it is closed, or else when the process is told to end. Should
 * both come at once, it may happen twice.
 */
public final class AtExit implements AutoCloseable {

  private final Runnable action;
  private final Thread hook;

  private AtExit(Runnable action) {
    this.action = action;
    this.hook = new Thread(action, "flyball-at-exit");
  }

  /**
   * From now on this will be done.
   *
   * @param action clears away; twice does no harm
   * @throws IllegalStateException when the process is ending already; nothing was registered then
   */
  public static AtExit of(Runnable action) {
    AtExit atExit = new AtExit(action);
    Runtime.getRuntime().addShutdownHook(atExit.hook);
    return atExit;
  }

  /**
   * Whether the process has been told to end, so that nothing new can be cleared away at its end.
   */
  public static boolean processIsEnding() {
    Thread probe = new Thread(() -> {}, "flyball-at-exit-probe");
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process is ending, and the hook runs or has run.
    }
    action.run();
  }
}
