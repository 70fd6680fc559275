package dev.flyball.tools.cli.race;

import dev.flyball.lab.race.Laps;
import dev.flyball.sim.race.Race;
import dev.flyball.tools.cli.terminal.ProgressLine;
import dev.flyball.tools.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;

/** A race's progress, as one line; safe for any number of threads. */
final class RaceProgress implements Laps.Listener, AutoCloseable {

  private final PrintStream out;
  private final ProgressLine line;

  RaceProgress(Terminal terminal, PrintStream out) {
    this.out = out;
    this.line = new ProgressLine(terminal, out);
  }

  /** For standard output belongs to the boards, or to what machines read. */
  static RaceProgress onStandardError() {
    return new RaceProgress(Terminal.here(), System.err);
  }

  /** Says, before it begins, how long a race on real threads will take. */
  void takes(Race race, Duration least) {
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

  /** Says, before it begins, how long so many runs of web servers will take. */
  void takes(int runs, Duration about) {
    out.println("race: " + runs + " runs take about " + inWords(about));
  }

  @Override
  public void ended(int done, int of, String what) {
    show("race: ", done, of, " runs", what);
  }

  /** The progress of one of several races. */
  Laps.Listener of(String where) {
    return (done, of, what) -> show("race, " + where + ": ", done, of, " runs", what);
  }

  /** The progress of a search for settings. */
  Laps.Listener ofSettings() {
    return (done, of, what) -> show("settings: ", done, of, " peers", what);
  }

  private void show(String head, int done, int of, String unit, String what) {
    String plain = head + done + " of " + of + unit;
    line.show((double) done / of, plain + ", " + what, plain);
  }

  /** Takes the line away. */
  @Override
  public void close() {
    line.close();
  }
}
