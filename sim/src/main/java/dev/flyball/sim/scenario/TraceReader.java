package dev.flyball.sim.scenario;

import dev.flyball.base.Nearest;
import dev.flyball.files.FileException;
import dev.flyball.files.Shown;
import dev.flyball.files.Units;
import dev.flyball.sim.scenario.Source.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A reader of traces: comment lines that begin with {@code #}, the header {@code seconds,kind}, and
 * one line for each arrival, ascending in time.
 */
final class TraceReader {

  /** The longest trace, in arrivals. */
  static final int ARRIVALS_MAX = 10_000_000;

  private static final int LINE_BYTES_MAX = 1_000;
  private static final String HEADER = "seconds,kind";

  private final String file;
  private final InputStream bytes;
  private final List<String> kinds;
  private final double speed;
  private final byte[] lineBytes = new byte[LINE_BYTES_MAX];
  private int line;

  private TraceReader(String file, InputStream bytes, List<String> kinds, double speed) {
    this.file = file;
    this.bytes = bytes;
    this.kinds = kinds;
    this.speed = speed;
  }

  /**
   * All arrivals of a trace.
   *
   * @param kinds the names of the kinds, in their pool's order
   * @param speed how many times faster than it was recorded it is replayed
   */
  static List<Recorded> read(String file, InputStream bytes, List<String> kinds, double speed)
      throws IOException {
    return new TraceReader(file, bytes, kinds, speed).arrivals();
  }

  private List<Recorded> arrivals() throws IOException {
    header();
    List<Recorded> arrivals = new ArrayList<>();
    long beforeNanos = 0;
    for (Optional<String> text = next(); text.isPresent(); text = next()) {
      if (arrivals.size() == ARRIVALS_MAX) {
        throw mistake(1, "trace must be at most " + ARRIVALS_MAX + " arrivals but was longer");
      }
      String[] parts = parts(text.get());
      long atNanos = atNanos(parts[0], beforeNanos);
      arrivals.add(new Recorded((long) (atNanos / speed), kind(parts)));
      beforeNanos = atNanos;
    }
    if (arrivals.isEmpty()) {
      throw mistake(1, "trace must have at least one arrival but had none");
    }
    return arrivals;
  }

  private void header() throws IOException {
    String header = next().orElse("");
    if (!header.equals(HEADER)) {
      throw mistake(1, "header must be " + HEADER + " but was " + Shown.value(header));
    }
  }

  private String[] parts(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 2) {
      throw mistake(1, "line must be " + HEADER + " but was " + Shown.value(text));
    }
    return parts;
  }

  private long atNanos(String text, long beforeNanos) {
    long atNanos;
    try {
      atNanos = Units.secondsNanos("seconds", text);
    } catch (IllegalArgumentException refused) {
      throw mistake(1, String.valueOf(refused.getMessage()));
    }
    if (atNanos < beforeNanos) {
      throw mistake(
          1,
          "seconds must be at least those of the arrival before ("
              + Units.plain(beforeNanos / 1e9)
              + ") but was "
              + text);
    }
    return atNanos;
  }

  private int kind(String[] parts) {
    int kind = kinds.indexOf(parts[1]);
    if (kind < 0) {
      throw mistake(parts[0].length() + 2, Nearest.unknown("kind", Shown.value(parts[1]), kinds));
    }
    return kind;
  }

  /** The next line that is no comment; empty at the end. */
  private Optional<String> next() throws IOException {
    Optional<String> text = nextLine();
    while (text.isPresent() && text.get().startsWith("#")) {
      text = nextLine();
    }
    return text;
  }

  private Optional<String> nextLine() throws IOException {
    line++;
    int length = 0;
    int next = bytes.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n') {
      if (length == LINE_BYTES_MAX) {
        throw mistake(1, "line must be at most " + LINE_BYTES_MAX + " bytes but was longer");
      }
      lineBytes[length++] = (byte) next;
      next = bytes.read();
    }
    boolean windows = length > 0 && lineBytes[length - 1] == '\r';
    return Optional.of(decoded(windows ? length - 1 : length));
  }

  private String decoded(int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(lineBytes, 0, length))
          .toString();
    } catch (CharacterCodingException broken) {
      throw mistake(1, "line must be UTF-8 but was not");
    }
  }

  private FileException mistake(int column, String what) {
    return new FileException(file, line, column, what);
  }
}
