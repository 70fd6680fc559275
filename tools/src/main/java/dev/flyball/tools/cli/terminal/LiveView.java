package dev.flyball.tools.cli.terminal;

import dev.flyball.lab.report.text.TextWidth;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A steady view of something that is governed: on a terminal a few lines that are drawn over with
 * every frame, elsewhere one line per frame.
 *
 * <p>A frame is one write, so it does not flicker. While the view is open the cursor is hidden; it
 * comes back when the view is closed and when the process is told to stop. An output that is gone
 * ends the view and not the run.
 *
 * <p>Any thread may show and close; a frame is drawn whole before the next one, and after the view
 * was closed a frame does nothing.
 */
public final class LiveView implements AutoCloseable {

  private static final int HISTORY_FRAMES = 60;

  private static final String HIDE_CURSOR = "\033[?25l";
  private static final String SHOW_CURSOR = "\033[?25h";
  private static final String NO_WRAP = "\033[?7l";
  private static final String WRAP = "\033[?7h";
  private static final String CLEAR_TO_LINE_END = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  private static final String BOLD = "\033[1m";
  private static final String PLAIN = "\033[0m";

  private final Terminal terminal;
  private final OutputStream out;
  private final LiveViewLines lines;
  private final Thread restore = new Thread(this::end, "flyball-live-view-restore");

  /** Guarded by this, as are the fields below. */
  private final Deque<Frame> history = new ArrayDeque<>();

  private int drawnLines;
  private boolean ended;

  private LiveView(Terminal terminal, OutputStream out) {
    this.terminal = terminal;
    this.out = out;
    this.lines = new LiveViewLines(terminal);
  }

  /** A view on this terminal that writes to this stream, which stays open. */
  public static LiveView open(Terminal terminal, OutputStream out) {
    LiveView view = new LiveView(terminal, out);
    if (terminal.live()) {
      Runtime.getRuntime().addShutdownHook(view.restore);
    }
    return view;
  }

  /** Shows a frame in place of the last one. */
  public synchronized void show(Frame frame) {
    if (ended) {
      return;
    }
    if (!terminal.live()) {
      write(frame.plain() + "\n");
      return;
    }
    remember(frame);
    write(drawn(lines.of(frame, List.copyOf(history))));
  }

  /** Leaves the last frame as it is, gives the cursor back, and ends the view. */
  @Override
  public void close() {
    end();
    if (terminal.live()) {
      try {
        Runtime.getRuntime().removeShutdownHook(restore);
      } catch (IllegalStateException e) {
        // The process is stopping: the hook runs, and finds nothing left to do.
        return;
      }
    }
  }

  private synchronized void end() {
    if (!ended && terminal.live() && drawnLines > 0) {
      write(SHOW_CURSOR);
    }
    ended = true;
  }

  private void remember(Frame frame) {
    if (!history.isEmpty() && !history.getLast().history().equals(frame.history())) {
      history.clear();
    }
    history.addLast(frame);
    if (history.size() > HISTORY_FRAMES) {
      history.removeFirst();
    }
  }

  /**
   * The lines over those that were drawn last. Without wrapping, for a terminal that has become
   * narrower since it was measured would break a line in two and spoil the count.
   */
  private String drawn(List<String> frame) {
    StringBuilder text = new StringBuilder(HIDE_CURSOR).append(NO_WRAP);
    if (drawnLines > 0) {
      text.append("\033[").append(drawnLines).append('A');
    }
    text.append('\r');
    for (int i = 0; i < frame.size(); i++) {
      boolean bold = i == 0 && terminal.colour();
      text.append(bold ? BOLD : "").append(frame.get(i)).append(bold ? PLAIN : "");
      text.append(isFull(frame.get(i)) ? "" : CLEAR_TO_LINE_END).append('\n');
    }
    drawnLines = frame.size();
    return text.append(CLEAR_BELOW).append(WRAP).toString();
  }

  /** Behind a full line the cursor rests on its last character, which clearing would take away. */
  private boolean isFull(String line) {
    return TextWidth.columns(line) >= terminal.columns();
  }

  private void write(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      ended = true;
    }
  }
}
