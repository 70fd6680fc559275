package dev.flyball.tools.cli.mariadb;

import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.HeldSizes;
import dev.flyball.policy.Observation;
import dev.flyball.tools.cli.terminal.Frame;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of a tuning run: the sizes it held, how often it moved, and the throughput at its
 * beginning and at its end. Bounded, however long the run.
 *
 * <p>Any thread may call any method.
 */
final class TuningTally {

  private static final long SPELL_NANOS = 10_000_000_000L;
  private static final long PRESENT_NANOS = 900_000_000L;
  private static final int SIZES_SHOWN = 5;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  // All guarded by this.
  private final SortedMap<Integer, Long> heldNanos = new TreeMap<>();
  private final Deque<Observation> first = new ArrayDeque<>();
  private final Deque<Observation> last = new ArrayDeque<>();
  private Optional<Decision> before = Optional.empty();
  private long moves;
  private long failures;

  /**
   * The size that was in force for most of the last minute; empty where none was, as in a run that
   * still tries one size after the other, or that is no half minute old.
   *
   * @param decisions of one governor, in their order
   */
  static Optional<Integer> home(List<Decision> decisions, long nowNanos) {
    return HeldSizes.of(decisions, nowNanos - MINUTE_NANOS, nowNanos).nanos().entrySet().stream()
        .filter(held -> held.getKey() > 0 && 2 * held.getValue() > MINUTE_NANOS)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Takes in a decision about any knob. */
  synchronized void count(Decision decision) {
    if (decision.changed() && decision.from() > 0) {
      moves++;
    }
    if (decision.cause() == Cause.TARGET_FAILED) {
      failures++;
    }
    decision.seen().ifPresent(this::take);
  }

  private void take(Observation seen) {
    if (spell(first) < SPELL_NANOS) {
      first.addLast(seen);
    }
    last.addLast(seen);
    while (spell(last) - last.getFirst().window().lengthNanos() >= SPELL_NANOS) {
      last.removeFirst();
    }
  }

  private static long spell(Deque<Observation> windows) {
    return windows.stream().mapToLong(seen -> seen.window().lengthNanos()).sum();
  }

  /** Takes in a decision about the size: the one before it was in force until now. */
  synchronized void hold(Decision decision) {
    before.ifPresent(
        held -> heldNanos.merge(held.to(), decision.atNanos() - held.atNanos(), Long::sum));
    before = Optional.of(decision);
  }

  synchronized long moves() {
    return moves;
  }

  synchronized long failures() {
    return failures;
  }

  /** Work per second in about the last second; empty before the first window. */
  synchronized OptionalDouble throughputAtPresent() {
    Deque<Observation> present = new ArrayDeque<>();
    Iterator<Observation> newestFirst = last.descendingIterator();
    while (newestFirst.hasNext() && spell(present) < PRESENT_NANOS) {
      present.addFirst(newestFirst.next());
    }
    return throughput(present);
  }

  /** Work per second at the beginning and at the end, for a person. */
  synchronized String throughputs() {
    if (last.isEmpty()) {
      return "unknown, for no window was seen";
    }
    if (spell(first) < SPELL_NANOS) {
      return text(last);
    }
    return text(first) + " in the first 10 s, " + text(last) + " in the last 10 s";
  }

  private static String text(Deque<Observation> windows) {
    return Frame.Field.number(throughput(windows).orElse(Double.NaN));
  }

  private static OptionalDouble throughput(Deque<Observation> windows) {
    long nanos = spell(windows);
    double done = windows.stream().mapToDouble(seen -> seen.flow().completed()).sum();
    return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(done / nanos * 1e9);
  }

  /** The sizes that were held for longest, with their shares of the time. */
  synchronized String sizesHeld() {
    HeldSizes held = new HeldSizes(heldNanos);
    if (heldNanos.isEmpty()) {
      return "none";
    }
    return heldNanos.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(SIZES_SHOWN)
        .map(entry ->
            String.format(
                Locale.ROOT, "%d for %.0f %%", entry.getKey(), 100 * held.share(entry.getKey())))
        .collect(Collectors.joining(", "));
  }
}
