package dev.flyball.control;

import dev.flyball.base.Json;
import dev.flyball.base.OneLine;
import dev.flyball.base.Require;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.PolicyText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A governor's journal as a file of JSON lines: each decision, its observation and its reason in
 * one line, which {@code grep} finds and {@code flyball replay} replays.
 *
 * <p>The first line of each run describes the target and its policy: {@code
 * {"journal":"flyball-journal/1", "target":"orders", "policy":"flyball-policy/1 ...", ...}}. A
 * decision is {@code {"number":12, "at":"2026-01-31T10:15:30.250Z", "cause":"policy",
 * "decidedBy":"behind", "from":8, "to":16, "why":"...", "figures":{...}, "seen":{...}}}. A decision
 * by hand also carries the state that follows from it. A new run is appended to the file, so a
 * restart loses nothing.
 *
 * <p>A file that would grow beyond its bound is renamed to the same name with {@code .1} at its
 * end, replacing an older one. A new file then begins with the policy at that moment. So the two
 * together never hold more than twice the bound, and each can be replayed.
 *
 * <p>A line that cannot be written, as on a full disk, is lost and counted. The first of a series
 * is logged, and the governor goes on. When the disk has room again, the file goes on with a new
 * first line that says how many lines were lost.
 *
 * <p><b>Threads.</b> Any thread may call any method. The thread that decides writes the line, and
 * the next decision waits for it: use a local disk, not a network drive that may hang.
 */
public final class JournalFile implements AutoCloseable {

  /** The version of this format; it stands in the first line of each run. */
  public static final String VERSION = "flyball-journal/1";

  private static final System.Logger LOG = System.getLogger(JournalFile.class.getName());

  /** Half a day of ten decisions a second, at 1.5 kB each. */
  private static final long BYTES_MAX = 512L << 20;

  private static final long BYTES_MAX_FLOOR = 64L << 10;

  private final Governor governor;
  private final Path path;
  private final long bytesMax;
  private final DecisionListener listener = this::decided;

  // Guarded by this.
  private FileChannel channel;
  private boolean closed;
  private long bytes;
  private boolean failing;
  private long lost;

  // The wall time and the governor's time of one moment; guarded by this.
  private final Instant beganAt = Instant.now();
  private final long beganNanos;

  private JournalFile(Governor governor, Path path, long bytesMax) throws IOException {
    this.governor = governor;
    this.path = path;
    this.bytesMax = bytesMax;
    this.beganNanos = governor.nanoTime();
    this.channel = opened(path);
    this.bytes = channel.size();
  }

  /**
   * Writes the decisions of a governor to a file from now on, until either is closed. The file's
   * bound is 512 MiB.
   *
   * @throws IOException when the file cannot be written, or another journal writes it
   */
  public static JournalFile of(Governor governor, Path path) throws IOException {
    return of(governor, path, BYTES_MAX);
  }

  /**
   * Writes the decisions of a governor to a file from now on, until either is closed.
   *
   * @param bytesMax the bound of the file in bytes, at least 65536
   * @throws IOException when the file cannot be written, or another journal writes it
   */
  public static JournalFile of(Governor governor, Path path, long bytesMax) throws IOException {
    Require.countAtLeast("bytesMax", BYTES_MAX_FLOOR, bytesMax);
    JournalFile file = new JournalFile(governor, path, bytesMax);
    governor.between(() -> {
      file.begin();
      governor.addListener(file.listener);
    });
    governor.onClose(file::close);
    return file;
  }

  /** The number of lines that could not be written. */
  public synchronized long lost() {
    return lost;
  }

  /** Stops writing and closes the file. */
  @Override
  public void close() {
    governor.removeListener(listener);
    synchronized (this) {
      closed = true;
      try {
        channel.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, "journal " + path + " cannot be closed", e);
      }
    }
  }

  private static FileChannel opened(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw taken(path);
      }
      return channel;
    } catch (OverlappingFileLockException | IOException e) {
      channel.close();
      throw e instanceof IOException failure ? failure : taken(path);
    }
  }

  private static IOException taken(Path path) {
    return new IOException("journal must be written by one governor but another writes " + path);
  }

  /** Writes the first line of a run; returns whether that succeeded. */
  private synchronized boolean begin() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("journal", VERSION);
    line.put("target", governor.name());
    line.put("at", at(governor.nanoTime()));
    line.put("atNanos", governor.nanoTime());
    line.put("periodNanos", governor.period().toNanos());
    line.put("lost", lost);
    line.put("state", state());
    return write(line);
  }

  private synchronized void decided(Decision decision) {
    if (closed) {
      return;
    }
    if (failing) {
      // A decision is missing, so what follows can be replayed only from a new first line.
      lost++;
      failing = !begin();
    } else if (!write(line(decision))) {
      lost++;
      failing = true;
    } else if (bytes >= bytesMax) {
      turnOver();
    }
  }

  private Map<String, Object> line(Decision decision) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("number", decision.number());
    line.put("at", at(decision.atNanos()));
    line.put("atNanos", decision.atNanos());
    line.put("cause", decision.cause().word());
    line.put("decidedBy", decision.decidedBy());
    decision.reason().regime().ifPresent(regime -> line.put("regime", regime.word()));
    line.put("from", decision.from());
    line.put("to", decision.to());
    decision.advised().ifPresent(advised -> line.put("advised", advised));
    line.put("why", decision.why());
    line.put("figures", finite(decision.reason().figures()));
    decision.seen().ifPresent(seen -> line.put("seen", finite(seen.figures())));
    if (decision.isByHand()) {
      line.put("state", state());
    }
    return line;
  }

  /** The policy, mode and limits in force from now on. */
  private Map<String, Object> state() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("mode", governor.mode().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    state.put("size", governor.size());
    state.put("min", governor.limits().min());
    state.put("max", governor.limits().max());
    SizingPolicy policy = governor.policy();
    try {
      state.put("policy", PolicyText.write(policy));
    } catch (IllegalArgumentException e) {
      state.put("policyUnwritten", OneLine.of(String.valueOf(e.getMessage())));
    }
    return state;
  }

  /** JSON has no infinity and no NaN; such a figure is written as its name. */
  private static Map<String, Object> finite(Map<String, ? extends Number> figures) {
    Map<String, Object> finite = new TreeMap<>(figures);
    finite.replaceAll((name, value) ->
        value instanceof Double number && !Double.isFinite(number) ? number.toString() : value);
    return finite;
  }

  private String at(long nanos) {
    return beganAt.plusNanos(nanos - beganNanos).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** Renames the full file and begins another. */
  private void turnOver() {
    try {
      channel.close();
      Path aside = path.resolveSibling(path.getFileName() + ".1");
      Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
      channel = opened(path);
      bytes = channel.size();
      failing = !begin();
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Writes a whole line or leaves the file unchanged; returns whether it was written. */
  private boolean write(Map<String, Object> line) {
    ByteBuffer left = ByteBuffer.wrap((Json.exact(line) + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      if (!channel.isOpen()) {
        channel = opened(path);
        bytes = channel.size();
      }
      long at = bytes;
      while (left.hasRemaining()) {
        at += channel.write(left, at);
      }
      bytes = at;
      return true;
    } catch (IOException e) {
      failed(e);
      return false;
    }
  }

  /** Removes a half-written line, and reports the first failure of a series. */
  private void failed(IOException e) {
    if (!failing) {
      LOG.log(System.Logger.Level.WARNING, "journal " + path + " cannot be written", e);
    }
    failing = true;
    try {
      channel.truncate(bytes);
    } catch (IOException again) {
      e.addSuppressed(again);
    }
  }
}
