package dev.flyball.dashboard;

import dev.flyball.base.Json;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.PoolView.Steering;
import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.WindowFigures;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The dashboard's memory of one pool: the last view, the last minutes, the last decisions.
 *
 * <p>Bounded: a {@link History}, and {@value #ENTRIES_MAX} decisions of 0.3 kB or so.
 *
 * <p><b>Threads.</b> The sampler writes, requests read; every method holds the monitor for a time
 * that the bounds bound.
 */
final class PoolTrack {

  private static final int ENTRIES_MAX = 300;

  /** Counts over all tracks: the next pool of a name may have a track of its own. */
  private static final AtomicLong LIVES = new AtomicLong();

  private final WatchedPool pool;
  private final String id;
  private final String source;

  // Guarded by this.
  private History history = new History();
  private final Deque<JournalEntry> entries = new ArrayDeque<>();
  private Optional<PoolView> last = Optional.empty();
  private List<PoolView.Learned> learned = List.of();
  private String problem = "";
  private Optional<Judgement> judgement = Optional.empty();
  private long life = LIVES.incrementAndGet();
  private long curve;

  /**
   * What is remembered of a pool, nothing yet.
   *
   * @param id tells all pools of the dashboard apart
   * @param source where it is
   */
  PoolTrack(WatchedPool pool, String id, String source) {
    this.pool = pool;
    this.id = id;
    this.source = source;
  }

  /**
   * A decision as the page shows it.
   *
   * @param timeMillis when, since 1970, on this machine's clock
   */
  record JournalEntry(
      long number, long timeMillis, String cause, int from, int to, int advised, String why) {}

  /**
   * A pool in a frame.
   *
   * @param source where it is
   * @param life another one where another pool has taken the name: all that was remembered is
   *     forgotten
   * @param window tells a new window from the one before; 0 where that is not known
   * @param newest the number of the last entry of the journal; 0 while there is none
   * @param curve changes with what the policy has learned
   * @param problem why it cannot be seen now; empty where it can
   * @param verdict what matters most about it
   * @param verdictSinceMillis since when, on this machine's clock, since 1970
   */
  record PoolState(
      String id,
      String name,
      String source,
      long life,
      long window,
      long newest,
      long curve,
      String problem,
      Verdict verdict,
      long verdictSinceMillis,
      WindowFigures figures,
      Steering steering,
      List<PoolView.ShedRow> shed) {}

  /**
   * The history that a page asks for once, and for the rest of it again when there is more.
   *
   * @param journal the entries that were asked for, oldest first
   * @param learned what the policy has learned; empty where the page has it
   */
  record Detail(
      String id,
      long life,
      long newest,
      long curve,
      List<JournalEntry> journal,
      List<PoolView.Learned> learned,
      Json.Writable history) {}

  WatchedPool pool() {
    return pool;
  }

  @SuppressWarnings("ReferenceEquality") // this very pool, not one of the same name
  boolean isOf(WatchedPool other) {
    return pool == other;
  }

  /**
   * Polls the pool.
   *
   * @throws Unreachable when the place where it is cannot be reached
   */
  void look(long nowMillis) {
    Optional<PoolView> seen;
    try {
      seen = pool.view();
    } catch (Unreachable e) {
      lost(String.valueOf(e.getMessage()), nowMillis);
      throw e;
    } catch (RuntimeException e) {
      lost(String.valueOf(e.getMessage()), nowMillis);
      return;
    }
    seen.ifPresent(view -> take(view, nowMillis));
  }

  /** Notes that the pool cannot be seen; the last view stays. */
  synchronized void lost(String why, long nowMillis) {
    problem = why;
    judge(Verdict.unseen(why), nowMillis);
  }

  private synchronized void take(PoolView view, long nowMillis) {
    problem = "";
    if (!last.map(PoolView::identity).orElse(view.identity()).equals(view.identity())) {
      forget();
    }
    boolean seenBefore = last.isPresent() && isWindowOf(last.get(), view);
    last = Optional.of(view);
    judge(Verdict.of(view), nowMillis);
    if (!seenBefore) {
      history.add(nowMillis, view.figures());
    }
    for (PoolView.Entry entry : view.entries()) {
      add(entry, nowMillis);
    }
    if (!view.learned().equals(learned)) {
      learned = view.learned();
      curve++;
    }
  }

  private void judge(Verdict now, long nowMillis) {
    judgement =
        Optional.of(
            judgement
                .map(before -> before.next(now, nowMillis))
                .orElse(Judgement.first(now, nowMillis)));
  }

  /** Another pool of the same name has no past; its decisions are counted from 1 again. */
  private void forget() {
    history = new History();
    entries.clear();
    last = Optional.empty();
    judgement = Optional.empty();
    life = LIVES.incrementAndGet();
  }

  /** Whether it is the window of the view before; programs of before windows had numbers say 0. */
  private static boolean isWindowOf(PoolView before, PoolView view) {
    return view.window() != 0 && view.window() == before.window();
  }

  private void add(PoolView.Entry entry, long nowMillis) {
    // A viewer that had to begin anew, as after a lost connection, hears of old ones again.
    if (!entries.isEmpty() && entry.number() <= entries.getLast().number()) {
      return;
    }
    if (entries.size() == ENTRIES_MAX) {
      entries.removeFirst();
    }
    long timeMillis = nowMillis - Math.round(entry.agoSeconds() * 1000);
    entries.addLast(
        new JournalEntry(
            entry.number(),
            timeMillis,
            entry.cause(),
            entry.from(),
            entry.to(),
            entry.advised(),
            entry.why()));
  }

  /** The pool as it is in a frame; empty while nothing was seen of it. */
  synchronized Optional<PoolState> state() {
    return last.map(view ->
        new PoolState(
            id,
            pool.name(),
            source,
            life,
            view.window(),
            newest(),
            curve,
            problem,
            judgement.orElseThrow().verdict(),
            judgement.orElseThrow().sinceMillis(),
            view.figures(),
            view.steering(),
            view.shed()));
  }

  private long newest() {
    return entries.isEmpty() ? 0 : entries.getLast().number();
  }

  /**
   * What is remembered, as JSON.
   *
   * @param since the number of the last entry of the journal that is known already; 0 for none
   * @param known the {@link PoolState#curve} that is known already; -1 for none
   * @param withHistory whether the last minutes are wanted, too
   */
  synchronized byte[] detail(long since, long known, boolean withHistory) {
    Json.Writable past = withHistory ? history : json -> json.value(List.of());
    List<JournalEntry> journal = entries.stream().filter(entry -> entry.number() > since).toList();
    List<PoolView.Learned> wanted = known == curve ? List.of() : learned;
    return Json.rounded(new Detail(id, life, newest(), curve, journal, wanted, past))
        .getBytes(StandardCharsets.UTF_8);
  }
}
