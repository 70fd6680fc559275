package dev.flyball.tools.cli;

import dev.flyball.lab.race.Laps;
import dev.flyball.sim.race.Race;
import java.io.PrintStream;
import java.time.Duration;

/**
 * A race's progress: on a terminal one line that is drawn over, elsewhere a line for the first run
 * and for each tenth.
 *
 * <p>Safe for any number of threads; its monitor guards all of it.
 */
final class RaceProgress implements Laps.Listener, AutoCloseable {

  private static final String CLEAR_LINE = "\r\033[K";
  private static final int TENTHS = 10;

  private final Terminal terminal;
  private final PrintStream out;
  private int tenths = -1; // guarded by this
  private boolean drawn; // guarded by this

  private RaceProgress(Terminal terminal, PrintStream out) {
    this.terminal = terminal;
    this.out = out;
  }

  /** For standard output belongs to the boards, or to what machines read. */
  static RaceProgress onStandardError() {
    return new RaceProgress(Terminal.here(), System.err);
  }

  /** Says, before it begins, how long a race on real threads will take. */
  synchronized void takes(Race race, Duration least) {
    out.println(
        "race: "
            + race.laps()
            + " runs on real threads take about "
            + inWords(least)
            + ", and up to twice as long where tasks are left at the end");
  }

  private static String inWords(Duration time) {
    return time.toMinutes() < 2 ? time.toSeconds() + " s" : time.toMinutes() + " minutes";
  }

  @Override
  public void ended(int done, int of, String what) {
    show("race: ", done, of, what);
  }

  /** The progress of one of several races. */
  Laps.Listener of(String where) {
    return (done, of, what) -> show("race, " + where + ": ", done, of, what);
  }

  private synchronized void show(String head, int done, int of, String what) {
    String line = head + done + " of " + of + " runs, " + what;
    if (terminal.live()) {
      int width = Math.min(line.length(), terminal.columns() - 1);
      out.print(CLEAR_LINE + line.substring(0, width));
      out.flush();
      drawn = true;
    } else if (done * TENTHS / of > tenths) {
      tenths = done == of ? -1 : done * TENTHS / of; // another race may follow
      out.println(head + done + " of " + of + " runs");
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
