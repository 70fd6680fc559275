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
 * <p>Each number (a "knob") has a governor of its own, but only one of them is stepped: until its
 * number has found its place, then it is held there and the next has its turn, with the policy it
 * began with, for what that had learned belongs to another state of the other knobs. When a whole
 * round has changed nothing, the search is over, and the first knob is governed from there on.
 *
 * <p>A number has <em>found its place</em> when the value it had most often in its last {@code
 * calmLooks} looks is the same as in as many looks before; a climber's probes around its place do
 * not count then. "The same" is up to a tenth, or one, for a climber that comes to rest never comes
 * to rest exactly. A number that finds no place within twenty times as many looks is held where it
 * was most often of late. Polls at which the target failed do not count. A turn ends only when the
 * target has taken the place; and a target that was away may have come back with other numbers, so
 * after a look that failed the held ones are put in their places again.
 *
 * <p>Coordinate ascent ends at a point from which no single knob leads upwards. On a surface with a
 * slanting ridge that may lie below the top; to see that, all knobs would have to be moved at once.
 * With one knob this is that knob's governor and nothing else.
 *
 * <p><b>Threads.</b> As with a {@link Governor}: any thread may call any method; {@link #start()}
 * makes one daemon thread that steps. The governors must not be started by anybody else. This
 * object's monitor is held during a step, and closing takes only the governors' own, so a target
 * that lets itself be waited for while it is observed keeps nobody from closing.
 */
public final class CoordinateAscent implements AutoCloseable {

  private static final int MOST_SPELLS = 20;

  private final List<Governor> knobs;
  private final List<SizingPolicy> policies;
  private final int calmLooks;
  private final Ticker ticker;

  /** Written by the stepping thread, read by anybody. */
  private volatile int turn;

  private volatile int rounds;
  private volatile boolean settled;

  /** Written by who closes. */
  private volatile boolean closed;

  // Guarded by this.
  private final List<Integer> seen = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private List<Integer> placesBefore = List.of();

  /** The place at which the number in turn is to rest, while the target has not taken it yet. */
  private OptionalInt resting = OptionalInt.empty();

  /** Whether the held numbers may be elsewhere, for the target failed since they were seen. */
  private boolean shaken;

  private CoordinateAscent(List<Governor> knobs, int calmLooks) {
    this.knobs = List.copyOf(knobs);
    this.policies = knobs.stream().map(Governor::policy).toList();
    this.calmLooks = calmLooks;
    this.ticker = new Ticker("flyball-coordinate-ascent", this::nextPoll, this::step);
  }

  /**
   * A search that is not started yet.
   *
   * @param knobs the governors of one target's numbers, at least one, none of them started
   * @param calmLooks how many looks make up the while in which a number must not move, at least 1
   */
  public static CoordinateAscent of(List<Governor> knobs, int calmLooks) {
    Require.atLeast("number of knobs", 1, knobs.size());
    return new CoordinateAscent(knobs, Require.atLeast("calmLooks", 1, calmLooks));
  }

  /** Starts the daemon thread that steps as often as the policy in turn wants. */
  public CoordinateAscent start() {
    ticker.start();
    return this;
  }

  /**
   * When the number in turn is looked at next: the wish of its policy, or the period where that is
   * sooner, for a target of several knobs tells of no shortage.
   */
  public PollInterval nextPoll() {
    Governor governor = current();
    PollInterval period = PollInterval.every(governor.period());
    PollInterval wish = governor.nextPoll();
    return wish.nanos() <= period.nanos() ? wish : period;
  }

  /** One step of the governor in turn, and on to the next one when that has found its place. */
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

  /** Steps a governor; whether its target did not fail. */
  private static boolean answers(Governor governor) {
    long failuresBefore = governor.targetFailures();
    governor.step();
    return governor.targetFailures() == failuresBefore;
  }

  /** Puts the held numbers that are not in turn in their places; whether the target took them. */
  private boolean broughtBack() {
    return IntStream.range(0, knobs.size())
        .filter(i -> i != turn && knobs.get(i).mode() == Mode.PINNED)
        .allMatch(i -> answers(knobs.get(i)));
  }

  /** Where the number in turn has found its place, if it has. */
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

  /** The value that is there most often, the smaller of two. */
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

  /** Ends the turn of the number in turn at its place, or tries again at the next look. */
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

  /** The governor whose number is moved at present. */
  public Governor current() {
    return knobs.get(turn);
  }

  /** Which of the knobs that is, from 0. */
  public int turn() {
    return turn;
  }

  /** How many whole rounds there were. */
  public int rounds() {
    return rounds;
  }

  /** Whether a whole round has changed nothing, so that the search is over. */
  public boolean settled() {
    return settled;
  }

  /** Stops stepping, and closes every governor, so that no number is changed any more. */
  @Override
  public void close() {
    closed = true;
    ticker.close();
    knobs.forEach(Governor::close);
  }
}
