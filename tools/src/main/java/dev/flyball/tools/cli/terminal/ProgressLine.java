package dev.flyball.tools.cli.terminal;

import dev.flyball.lab.report.text.TextWidth;
import java.io.PrintStream;

/**
 * A line that says how far something has got: on a terminal drawn over itself, elsewhere a line for
 * the beginning and for each tenth.
 *
 * <p>Safe for any number of threads; its monitor guards all of it.
 */
public final class ProgressLine implements AutoCloseable {

  private static final String CLEAR_TO_LINE_END = "\033[K";
  private static final int TENTHS = 10;

  private final Terminal terminal;
  private final PrintStream out;
  private int tenths = -1; // guarded by this
  private boolean drawn; // guarded by this

  public ProgressLine(Terminal terminal, PrintStream out) {
    this.terminal = terminal;
    this.out = out;
  }

  /**
   * Says how far it has got.
   *
   * @param part the part that is done, from 0 to 1; after 1 something else may begin
   * @param drawnText what a terminal shows
   * @param plainText what is written where there is none, at each tenth
   */
  public synchronized void show(double part, String drawnText, String plainText) {
    int tenthsNow = (int) (part * TENTHS);
    if (terminal.live()) {
      // Over the line before, and then away with what it had more: it never is empty in between.
      String fitted = TextWidth.cut(TextWidth.printable(drawnText), terminal.columns() - 1);
      out.print("\r" + fitted + CLEAR_TO_LINE_END);
      out.flush();
      drawn = true;
    } else if (tenthsNow > tenths) {
      tenths = part >= 1 ? -1 : tenthsNow;
      out.println(plainText);
    }
  }

  /** Takes the line away. */
  @Override
  public synchronized void close() {
    if (drawn) {
      out.print("\r" + CLEAR_TO_LINE_END);
      out.flush();
    }
  }
}
