package dev.flyball.tools.cli;

import dev.flyball.lab.race.Laps;
import java.io.PrintStream;

/**
 * A race's progress: on a terminal one line that is drawn over, elsewhere a line for each tenth.
 *
 * <p>For one call at a time, from any thread.
 */
final class RaceProgress implements Laps.Listener, AutoCloseable {

  private static final String CLEAR_LINE = "\r\033[K";
  private static final int TENTHS = 10;

  private final Terminal terminal;
  private final PrintStream out;
  private int tenths; // guarded by this
  private boolean drawn; // guarded by this

  private RaceProgress(Terminal terminal, PrintStream out) {
    this.terminal = terminal;
    this.out = out;
  }

  /** For standard output belongs to the boards, or to what machines read. */
  static RaceProgress onStandardError() {
    return new RaceProgress(Terminal.here(), System.err);
  }

  @Override
  public synchronized void ended(int done, int of, String what) {
    String line = "race: " + done + " of " + of + " runs, " + what;
    if (terminal.live()) {
      int width = Math.min(line.length(), terminal.columns() - 1);
      out.print(CLEAR_LINE + line.substring(0, width));
      out.flush();
      drawn = true;
    } else if (done * TENTHS / of > tenths) {
      tenths = done * TENTHS / of;
      out.println("race: " + done + " of " + of + " runs");
    }
  }

  /** Takes the line away. */
  @Override
  public synchronized void close() {
    if (drawn) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }
}
