package dev.flyball.tools.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.text.TextWidth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What the live view writes, frame by frame. */
class LiveViewTest {

  @Test
  void noLineIsWiderThanTheTerminalAndEveryFrameHasTheSameLines() {
    for (int columns : new int[] {1, 5, 12, 20, 40, 60, 80, 120, 300}) {
      LiveViewLines lines = new LiveViewLines(new Terminal(true, columns, 100, true, true));
      List<LiveFrame> history = new ArrayList<>();
      List<Integer> heights = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        LiveFrame frame = frame(i, "reason 数据 ".repeat(i));
        history.add(frame);
        List<String> drawn = lines.of(frame, history);
        heights.add(drawn.size());
        assertThat(drawn).as("columns " + columns).allMatch(l -> TextWidth.columns(l) <= columns);
      }
      assertThat(heights).as("columns " + columns).containsOnly(heights.get(0));
    }
  }

  @Test
  void aFrameNeverFillsTheScreen() {
    LiveViewLines lines = new LiveViewLines(new Terminal(true, 40, 6, true, true));
    assertThat(lines.of(frame(1, "why"), List.of())).hasSize(5);
  }

  @Test
  void aNarrowTerminalStillShowsEveryFigure() {
    LiveViewLines lines = new LiveViewLines(new Terminal(true, 40, 24, true, true));
    assertThat(String.join("\n", lines.of(frame(23, "why"), List.of(frame(23, "why")))))
        .contains("00:23 of 01:00", "412.0/s", "408.0/s", "asked   24", "alive   23")
        .contains("busy   21.3", "queued     12", "3.2 ms", "48.1 ms", "24: why", "23…23");
  }

  @Test
  void aFullLineKeepsItsLastCharacter() {
    Recorder out = new Recorder();
    try (LiveView view = LiveView.open(new Terminal(true, 40, 24, false, true), out)) {
      view.show(frame(60, "why"));
    }
    String first = out.writes.get(0).split("\n", -1)[0];
    assertThat(first).endsWith("━");
    assertThat(out.writes.get(0)).contains("completed   408.0/s\033[K\n");
  }

  @Test
  void aFrameIsOneWriteOverTheLastAndTheCursorComesBack() {
    Recorder out = new Recorder();
    LiveView view = LiveView.open(new Terminal(true, 80, 24, true, true), out);
    view.show(frame(1, "why"));
    view.show(frame(2, "why"));
    view.close();
    view.show(frame(3, "too late"));
    view.close();
    assertThat(out.writes).hasSize(3);
    long lines = out.writes.get(0).chars().filter(c -> c == '\n').count();
    assertThat(out.writes.get(0)).startsWith("\033[?25l").doesNotContain("A\r");
    assertThat(out.writes.get(1)).contains("\033[" + lines + "A\r");
    assertThat(out.writes.get(2)).isEqualTo("\033[?25h");
    assertThat(out.closed).isFalse();
  }

  @Test
  void aPoolThatDrainsKeepsItsHistory() {
    Recorder out = new Recorder();
    try (LiveView view = LiveView.open(new Terminal(true, 80, 24, false, true), out)) {
      view.show(frame("a (1 of 2)"));
      view.show(frame("a (1 of 2" + LiveFrame.DRAINING + ")"));
      view.show(frame("b (2 of 2)"));
    }
    assertThat(out.writes.get(1)).contains("workers   ██  23…23");
    assertThat(out.writes.get(2)).contains("workers   █  23…23");
  }

  private static LiveFrame frame(String pool) {
    return new LiveFrame(
        1, 9, pool, 5, 5, 24, 23, 1, 0, OptionalDouble.empty(), OptionalDouble.empty(), 1, "why");
  }

  @Test
  void withoutColourThereIsNone() {
    Recorder out = new Recorder();
    try (LiveView view = LiveView.open(new Terminal(true, 80, 24, false, true), out)) {
      view.show(frame(1, "why"));
    }
    assertThat(out.writes.get(0)).doesNotContain("\033[1m").doesNotContain("\033[0m");
  }

  @Test
  void withoutATerminalAFrameIsOneLine() {
    Recorder out = new Recorder();
    try (LiveView view = LiveView.open(new Terminal(false, 80, 24, false, false), out)) {
      view.show(frame(23, "demand \"18\"\nand more"));
    }
    assertThat(out.writes)
        .containsExactly(
            "t=23s pool=orders offered=412.0/s completed=408.0/s workers=23/24 busy=21.3"
                + " queued=12 wait=3.2ms p95=48.1ms advice=24 why=\"demand '18'\\u000Aand more\"\n");
  }

  @Test
  void figuresThatAreNotKnownAreADash() {
    LiveFrame frame =
        new LiveFrame(
            1,
            9,
            "a",
            Double.NaN,
            0,
            1,
            1,
            0,
            0,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            1,
            "why");
    assertThat(frame.plain()).contains("wait=- p95=-");
    LiveViewLines lines = new LiveViewLines(new Terminal(true, 80, 24, true, true));
    assertThat(String.join("\n", lines.of(frame, List.of(frame)))).contains("wait          -");
  }

  @Test
  void aPlainLocaleGetsPlainCharacters() {
    LiveViewLines lines = new LiveViewLines(new Terminal(true, 80, 24, true, false));
    LiveFrame frame = frame(1, "größe");
    assertThat(String.join("", lines.of(frame, List.of(frame)))).matches("[ -~]*");
  }

  @Test
  void anOutputThatIsGoneEndsTheViewAndNotTheRun() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("gone");
          }
        };
    try (LiveView view = LiveView.open(new Terminal(false, 80, 24, false, true), gone)) {
      view.show(frame(1, "why"));
      view.show(frame(2, "why"));
    }
  }

  private static LiveFrame frame(long seconds, String why) {
    return new LiveFrame(
        seconds,
        60,
        "orders",
        412,
        408,
        24,
        23,
        21.3,
        12,
        OptionalDouble.of(3.2),
        OptionalDouble.of(48.1),
        24,
        why);
  }

  /** An output that remembers each write. */
  private static final class Recorder extends ByteArrayOutputStream {

    private final List<String> writes = new ArrayList<>();
    private boolean closed;

    @Override
    public void write(byte[] bytes) {
      writes.add(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
