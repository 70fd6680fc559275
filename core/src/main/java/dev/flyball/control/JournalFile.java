package dev.flyball.control;

import dev.flyball.base.Json;
import dev.flyball.base.OneLine;
import dev.flyball.base.Require;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.PolicyText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
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
 * <p>A file that has grown beyond its bound is renamed to the same name with {@code .1} at its end,
 * replacing an older one. A new file then begins with the policy at that moment. So the two
 * together never hold more than twice the bound, and each can be replayed.
 *
 * <p>A line that cannot be written, as on a full disk, is lost and counted. The first of a series
 * is logged, and the governor goes on. When the disk has room again, the file goes on with a new
 * first line that says how many lines were lost.
 *
 * <p>A file that another program has cut, as some do that rotate logs, goes on with a new first
 * line, too; the decision at which that is seen is counted as lost.
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

  /** Far more than a line has: a policy's state is some thousand bytes. */
  private static final long LINE_BYTES_MAX = 1L << 20;

  private static final List<String> LINE_BEGINNINGS = List.of("{\"number\":", "{\"journal\":");

  private final Governor governor;
  private final Path path;
  private final long bytesMax;
  private final DecisionListener recorder = this::decided;

  // Guarded by this.
  private LockedFile lock;
  private RandomAccessFile file; // that of the lock
  private boolean open = true;
  private boolean closed;
  private long bytes;
  private long turnsOverAt;
  private boolean failing;
  private long lost;

  /** The state that the file tells last. Guarded by this. */
  private List<Object> told = List.of();

  // The wall time and the governor's time at the last first line; guarded by this.
  private Instant beganAt = Instant.now();
  private long beganNanos;

  private JournalFile(Governor governor, Path path, long bytesMax) throws IOException {
    this.governor = governor;
    this.path = path;
    this.bytesMax = bytesMax;
    this.lock = opened(path);
    this.file = lock.file();
    this.bytes = file.length();
    this.turnsOverAt = bytesMax;
  }

  /**
   * Writes the decisions of a governor to a file from now on, until either is closed. The file's
   * bound is 512 MiB.
   *
   * @throws IOException when the file cannot be opened, or another journal writes it
   */
  public static JournalFile of(Governor governor, Path path) throws IOException {
    return of(governor, path, BYTES_MAX);
  }

  /**
   * Writes the decisions of a governor to a file from now on, until either is closed.
   *
   * @param bytesMax the bound of the file in bytes, at least 65536
   * @throws IOException when the file cannot be opened, or another journal writes it
   */
  public static JournalFile of(Governor governor, Path path, long bytesMax) throws IOException {
    Require.countAtLeast("bytesMax", BYTES_MAX_FLOOR, bytesMax);
    JournalFile file = new JournalFile(governor, path, bytesMax);
    boolean begun = false;
    try {
      governor.between(() -> {
        file.begins();
        governor.addRecorder(file.recorder);
      });
      governor.onClose(file::close);
      begun = true;
      return file;
    } finally {
      if (!begun) {
        file.close();
      }
    }
  }

  /** The number of lines that could not be written. */
  public synchronized long lost() {
    return lost;
  }

  /** Stops writing and closes the file. */
  @Override
  public void close() {
    governor.removeRecorder(recorder);
    synchronized (this) {
      closed = true;
      try {
        lock.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, "journal " + path + " cannot be closed", e);
      }
    }
  }

  /**
   * Opens a file to append to it. A last line of a journal that was never completed is removed; a
   * file that ends in anything else is refused as it is.
   */
  private static LockedFile opened(Path path) throws IOException {
    LockedFile lock = LockedFile.open(path).orElseThrow(() -> taken(path));
    RandomAccessFile file = lock.file();
    boolean isJournal = false;
    try {
      long whole = wholeLines(file);
      if (whole < file.length()) {
        requireJournal(file, whole, path);
        LOG.log(
            System.Logger.Level.WARNING,
            "journal " + path + ": removed the last line, which was not completed");
        file.setLength(whole);
      }
      isJournal = true;
      return lock;
    } finally {
      if (!isJournal) {
        lock.close();
      }
    }
  }

  /** The length of the file up to the end of its last complete line. */
  private static long wholeLines(RandomAccessFile file) throws IOException {
    long end = file.length();
    long first = Math.max(0, end - LINE_BYTES_MAX);
    while (end > first) {
      file.seek(end - 1);
      if (file.read() == '\n') {
        return end;
      }
      end--;
    }
    return end;
  }

  private static void requireJournal(RandomAccessFile file, long lineAt, Path path)
      throws IOException {
    byte[] begun = new byte[(int) Math.min(file.length() - lineAt, 12)];
    file.seek(lineAt);
    file.readFully(begun);
    String text = new String(begun, StandardCharsets.UTF_8);
    if (LINE_BEGINNINGS.stream().noneMatch(it -> text.startsWith(it) || it.startsWith(text))) {
      throw new IOException("journal must end in a line of a journal but " + path + " does not");
    }
  }

  private static IOException taken(Path path) {
    return new IOException("journal must be written by one governor but another writes " + path);
  }

  private synchronized void begins() {
    failing = !begin();
  }

  /** Writes the first line of a run; returns whether that succeeded. */
  private boolean begin() {
    beganAt = Instant.now();
    beganNanos = governor.nanoTime();
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("journal", VERSION);
    line.put("target", governor.name());
    line.put("at", at(beganNanos));
    line.put("atNanos", beganNanos);
    line.put("periodNanos", governor.period().toNanos());
    line.put("lost", lost);
    line.put("state", state());
    return write(line);
  }

  private synchronized void decided(Decision decision) {
    if (closed) {
      return;
    }
    try {
      if (failing || wasCut()) {
        // A decision is missing, so what follows can be replayed only from a new first line.
        lost++;
        failing = !begin();
      } else if (!write(line(decision))) {
        lost++;
      } else if (bytes >= turnsOverAt) {
        turnOver();
      }
    } catch (RuntimeException | LinkageError e) {
      lost++; // a reason or a policy of others that cannot be written
      failed(e);
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
    if (decision.isByHand() || !told.equals(inForce())) {
      line.put("state", state());
    }
    return line;
  }

  /** What persons decide: the mode, the limits, and the size that is held. */
  private List<Object> inForce() {
    return List.of(governor.mode(), governor.limits(), governor.heldSize());
  }

  /** The policy, mode and limits in force from now on. */
  private Map<String, Object> state() {
    told = inForce();
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("mode", governor.mode().word());
    state.put("size", governor.size());
    state.put("held", governor.heldSize());
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

  /** Renames the full file and begins another; a file that cannot be renamed grows on. */
  private void turnOver() {
    turnsOverAt = bytes + bytesMax;
    try {
      open = false;
      lock.close();
      Path aside = path.resolveSibling(path.getFileName() + ".1");
      Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
      turnsOverAt = bytesMax;
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "journal " + path + " cannot be renamed, grows on", e);
    }
    failing = !begin();
  }

  /** Whether another program has taken lines out, as one that rotates logs may. */
  private boolean wasCut() {
    try {
      long there = open ? file.length() : bytes;
      if (there >= bytes) {
        return false;
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "journal " + path + " was cut by another program, begins anew");
      bytes = there;
      turnsOverAt = bytesMax;
      return true;
    } catch (IOException e) {
      return false; // the next write will say so
    }
  }

  /** Writes a whole line or leaves the file unchanged; returns whether it was written. */
  private boolean write(Map<String, Object> line) {
    byte[] text = (Json.exact(line) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (!open) {
        lock = opened(path);
        file = lock.file();
        bytes = file.length();
        open = true;
      }
      file.seek(bytes);
      file.write(text);
      bytes += text.length;
      return true;
    } catch (IOException e) {
      failed(e);
      return false;
    }
  }

  /** Removes a half-written line, and reports the first failure of a series. */
  private void failed(Throwable e) {
    if (!failing) {
      LOG.log(System.Logger.Level.WARNING, "journal " + path + " cannot be written", e);
    }
    failing = true;
    try {
      if (open && file.length() > bytes) {
        file.setLength(bytes);
      }
    } catch (IOException again) {
      e.addSuppressed(again);
    }
  }
}
