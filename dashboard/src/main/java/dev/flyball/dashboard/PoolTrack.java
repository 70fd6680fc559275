package dev.flyball.dashboard;

import dev.flyball.base.Json;
import dev.flyball.control.Decision.Cause;
import dev.flyball.expose.view.PoolView;
import dev.flyball.expose.view.PoolView.Steering;
import dev.flyball.expose.view.Verdict;
import dev.flyball.expose.view.WindowFigures;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The dashboard's memory of one pool: the last view, two hours of figures, the last decisions.
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
   * A decision as the page shows it, or several in a row that changed nothing but the advice of a
   * policy that is not followed: a pool that is held for a night would else push out of the journal
   * who holds it.
   *
   * @param number the number of the last of them
   * @param first the number of the first of them; the same where it is one
   * @param timeMillis when the last was made, since 1970, on this machine's clock
   * @param sinceMillis when the first was made
   * @param advised the last advice; 0 where the policy was not asked or failed
   * @param advisedMin the smallest advice among them
   * @param advisedMax the largest
   * @param times how many there are
   */
  record JournalEntry(
      long number,
      long first,
      long timeMillis,
      long sinceMillis,
      String cause,
      int from,
      int to,
      int advised,
      int advisedMin,
      int advisedMax,
      long times,
      String why) {

    private static final Set<String> UNHEEDED =
        Set.of(Cause.PINNED.name(), Cause.ADVISE_ONLY.name());

    static JournalEntry of(PoolView.Entry entry, long timeMillis) {
      return new JournalEntry(
          entry.number(),
          entry.number(),
          timeMillis,
          timeMillis,
          entry.cause(),
          entry.from(),
          entry.to(),
          entry.advised(),
          entry.advised(),
          entry.advised(),
          1,
          entry.why());
    }

    /** Whether it says no more than what a policy that is not followed advises. */
    private boolean isUnheeded() {
      return UNHEEDED.contains(cause) && from == to && advised > 0;
    }

    /** Both in one, where the later one tells of nothing but another advice. */
    Optional<JournalEntry> with(JournalEntry later) {
      if (!isUnheeded() || !later.isUnheeded() || !cause.equals(later.cause) || to != later.to) {
        return Optional.empty();
      }
      return Optional.of(
          new JournalEntry(
              later.number,
              first,
              later.timeMillis,
              sinceMillis,
              cause,
              from,
              to,
              later.advised,
              Math.min(advisedMin, later.advised),
              Math.max(advisedMax, later.advised),
              times + 1,
              later.why));
    }
  }

  /**
   * The time of which a page wants the history, both ends included.
   *
   * @param fromMillis since 1970, on this machine's clock
   * @param untilMillis the same
   */
  record Stretch(long fromMillis, long untilMillis) {}

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
   * What a list of pools shows of one, in a frame.
   *
   * @param source where it is; empty where all are in one place
   * @param verdict what matters most about it; without its sentence where all is well
   */
  record BriefState(
      String id,
      String name,
      String source,
      long life,
      String problem,
      Verdict verdict,
      long verdictSinceMillis,
      BriefFigures figures) {

    static BriefState of(PoolState pool, boolean withSource) {
      Verdict verdict = pool.verdict();
      boolean isFine = verdict.level() == Verdict.Level.FINE;
      return new BriefState(
          pool.id(),
          pool.name(),
          withSource ? pool.source() : "",
          pool.life(),
          pool.problem(),
          isFine ? new Verdict(verdict.level(), verdict.word(), "") : verdict,
          pool.verdictSinceMillis(),
          BriefFigures.of(pool.figures()));
    }
  }

  /** The figures of a window that a list of pools shows, as in {@link WindowFigures}. */
  record BriefFigures(
      int workersTarget,
      double busy,
      long queued,
      double arrivedPerSecond,
      double rejectedPerSecond,
      double shedPerSecond,
      double failedPerSecond) {

    static BriefFigures of(WindowFigures all) {
      return new BriefFigures(
          all.workersTarget(),
          all.busy(),
          all.queued(),
          all.arrivedPerSecond(),
          all.rejectedPerSecond(),
          all.shedPerSecond(),
          all.failedPerSecond());
    }
  }

  /**
   * The history that a page asks for once, and for the rest of it again when there is more.
   *
   * @param state the pool as it is now; empty where nothing was seen of it
   * @param journal the entries that were asked for, oldest first
   * @param learned what the policy has learned; empty where the page has it
   */
  record Detail(
      String id,
      long life,
      long newest,
      long curve,
      List<PoolState> state,
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
    } catch (RuntimeException | Error e) { // as of a policy that calls itself without end
      lost(e.getMessage() == null ? e.toString() : e.getMessage(), nowMillis);
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
      history.add(nowMillis, view);
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
    long timeMillis = nowMillis - Math.round(entry.agoSeconds() * 1000);
    JournalEntry added = JournalEntry.of(entry, timeMillis);
    Optional<JournalEntry> folded =
        Optional.ofNullable(entries.peekLast()).flatMap(last -> last.with(added));
    if (folded.isPresent()) {
      entries.removeLast();
    } else if (entries.size() == ENTRIES_MAX) {
      removeOldest();
    }
    entries.addLast(folded.orElse(added));
  }

  /** What a hand did is rare and explains much, so decisions of the policy go first. */
  private void removeOldest() {
    Optional<JournalEntry> ofPolicy =
        entries.stream().filter(entry -> entry.cause().equals(Cause.POLICY.name())).findFirst();
    entries.remove(ofPolicy.orElseGet(entries::getFirst));
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
   * @param wanted the time of which the history is wanted, too; empty for none
   */
  synchronized byte[] detail(long since, long known, Optional<Stretch> wanted) {
    Json.Writable past =
        wanted
            .map(it -> history.between(it.fromMillis(), it.untilMillis()))
            .orElse(json -> json.value(List.of()));
    List<JournalEntry> journal = entries.stream().filter(entry -> entry.number() > since).toList();
    List<PoolView.Learned> curveNow = known == curve ? List.of() : learned;
    List<PoolState> now = state().stream().toList();
    return Json.rounded(new Detail(id, life, newest(), curve, now, journal, curveNow, past))
        .getBytes(StandardCharsets.UTF_8);
  }
}
