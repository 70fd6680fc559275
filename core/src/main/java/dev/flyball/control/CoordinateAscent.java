package dev.flyball.control;

import dev.flyball.base.Require;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A search over several numbers of one target, one number at a time.
 *
 * <p>Each number (a "knob") has its own governor, but only one governor steps at a time. It steps
 * until its number has settled. The number is then held there, and the next governor begins, with
 * the policy that it started with: what that policy had learned belongs to another state of the
 * other knobs. When a whole round changes nothing, the search is over, and the first knob is
 * governed from then on.
 *
 * <p>A number has <em>settled</em> when its most frequent value in the last {@code calmLooks} polls
 * equals its most frequent value in as many polls before; so a climber's probes around its optimum
 * do not count. Two values are equal if they differ by at most a tenth, or by one, since a climber
 * never rests exactly. A number that does not settle within twenty times as many polls is held at
 * its most frequent recent value. Polls at which the target failed do not count. A turn ends only
 * when the target has accepted the size. A target that failed may have restarted with other
 * numbers, so after a failed poll the held numbers are set again.
 *
 * <p>Coordinate ascent ends at a point from which no single knob leads upwards. On a surface with a
 * slanting ridge that point may lie below the maximum; to find the maximum, all knobs would have to
 * move at once. With one knob this is that knob's governor and nothing else.
 *
 * <p><b>Threads.</b> As with a {@link Governor}: any thread may call any method; {@link #start()}
 * makes one daemon thread that steps. Only this object may start the governors. A step holds this
 * object's monitor. Closing takes only the governors' monitors, so a target that blocks in {@code
 * observe} does not block {@code close}.
 */
public final class CoordinateAscent implements AutoCloseable {

  private static final int MOST_SPELLS = 20;

  private final List<Governor> knobs;
  private final List<SizingPolicy> policies;
  private final int calmLooks;
  private final Ticker ticker;

  /** Written by the stepping thread, read by any thread. */
  private volatile int turn;

  private volatile int rounds;
  private volatile boolean settled;

  /** Written by the thread that closes. */
  private volatile boolean closed;

  // Guarded by this.
  private final List<Integer> seen = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private List<Integer> placesBefore = List.of();

  /** The size at which the current number is to rest, while the target has not accepted it yet. */
  private OptionalInt resting = OptionalInt.empty();

  /** Whether the held numbers may have changed, because the target failed since they were read. */
  private boolean shaken;

  private CoordinateAscent(List<Governor> knobs, int calmLooks) {
    this.knobs = List.copyOf(knobs);
    this.policies = knobs.stream().map(Governor::policy).toList();
    this.calmLooks = calmLooks;
    Ticker.Work work = Ticker.work(this::nextPoll, this::step);
    this.ticker = new Ticker("flyball-coordinate-ascent", () -> work);
  }

  /**
   * Makes a search that is not started yet.
   *
   * @param knobs the governors of one target's numbers, at least one, none of them started
   * @param calmLooks number of polls during which a number must not move, at least 1
   */
  public static CoordinateAscent of(List<Governor> knobs, int calmLooks) {
    Require.atLeast("number of knobs", 1, knobs.size());
    return new CoordinateAscent(knobs, Require.atLeast("calmLooks", 1, calmLooks));
  }

  /** Starts the daemon thread that steps as often as the current policy wants. */
  public CoordinateAscent start() {
    ticker.start();
    return this;
  }

  /**
   * When the current number is polled next: the wish of its policy, or the period if that is
   * sooner, since a target of several knobs raises no alarm.
   */
  public PollInterval nextPoll() {
    Governor governor = current();
    PollInterval period = PollInterval.every(governor.period());
    PollInterval wish = governor.nextPoll();
    return wish.nanos() <= period.nanos() ? wish : period;
  }

  /** Steps the current governor, and moves on to the next one if its number has settled. */
  public synchronized void step() {
    if (closed) {
      return;
    }
    boolean answered = answers(current());
    shaken = !answered || (shaken && !broughtBack());
    if (closed || knobs.size() == 1 || settled || shaken) {
      return;
    }
    if (resting.isPresent()) {
      rest(resting.getAsInt());
      return;
    }
    seen.add(current().size());
    place().ifPresent(this::rest);
  }

  /** Steps a governor and returns whether its target did not fail. */
  private static boolean answers(Governor governor) {
    long failuresBefore = governor.targetFailures();
    governor.step();
    return governor.targetFailures() == failuresBefore;
  }

  /**
   * Sets the held numbers again, except the current one, and returns whether the target accepted
   * them.
   */
  private boolean broughtBack() {
    return IntStream.range(0, knobs.size())
        .filter(i -> i != turn && knobs.get(i).mode() == Mode.PINNED)
        .allMatch(i -> answers(knobs.get(i)));
  }

  /** The value at which the current number has settled, if it has. */
  private Optional<Integer> place() {
    int looks = seen.size();
    if (looks < 2 * calmLooks) {
      return Optional.empty();
    }
    int now = mostFrequent(seen.subList(looks - calmLooks, looks));
    int before = mostFrequent(seen.subList(looks - 2 * calmLooks, looks - calmLooks));
    return same(now, before) || looks >= MOST_SPELLS * calmLooks
        ? Optional.of(now)
        : Optional.empty();
  }

  private static boolean same(int one, int other) {
    return Math.abs(one - other) <= Math.max(1, Math.min(one, other) / 10);
  }

  /** The most frequent value; of two equally frequent values, the smaller. */
  private static int mostFrequent(List<Integer> values) {
    Map<Integer, Integer> counts = new TreeMap<>();
    values.forEach(value -> counts.merge(value, 1, Integer::sum));
    int most = counts.values().stream().mapToInt(count -> count).max().orElseThrow();
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() == most)
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /** Ends the turn of the current number at the given value, or tries again at the next poll. */
  private void rest(int place) {
    try {
      current().pin(place);
    } catch (IllegalStateException e) {
      return; // closed meanwhile
    }
    resting = current().size() == place ? OptionalInt.empty() : OptionalInt.of(place);
    if (resting.isEmpty()) {
      endTurn(place);
    }
  }

  private void endTurn(int place) {
    places.add(place);
    seen.clear();
    if (places.size() == knobs.size()) {
      endRound();
    }
    int next = settled ? 0 : places.size();
    knobs.get(next).policy(policies.get(next));
    knobs.get(next).govern();
    turn = next;
  }

  private synchronized void endRound() {
    rounds++;
    settled =
        placesBefore.size() == places.size()
            && IntStream.range(0, places.size())
                .allMatch(i -> same(places.get(i), placesBefore.get(i)));
    placesBefore = List.copyOf(places);
    places.clear();
  }

  /** The governor whose number moves at present. */
  public Governor current() {
    return knobs.get(turn);
  }

  /** The index of the current knob, from 0. */
  public int turn() {
    return turn;
  }

  /** The number of complete rounds. */
  public int rounds() {
    return rounds;
  }

  /** Whether a whole round changed nothing, so that the search is over. */
  public boolean settled() {
    return settled;
  }

  /** Stops stepping and closes every governor, so that no number changes any more. */
  @Override
  public void close() {
    closed = true;
    ticker.close();
    knobs.forEach(Governor::close);
  }
}
