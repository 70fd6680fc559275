package dev.flyball.policy.guard;

import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A policy that recognises a workload, and goes on where the search for its size was when the
 * workload was there the last time.
 *
 * <p>How it decides:
 *
 * <ul>
 *   <li><b>What is remembered</b> of a workload: its looks, and the wrapped policy, which is a
 *       value, with all that it had learned for this workload. So a recalled search is not begun
 *       anew: one that had ended holds its size, one that had not goes on.
 *   <li><b>Looks</b>: {@linkplain LoadProfile figures that do not depend on the size} are compared
 *       always, {@linkplain Sighting those that do} only between like sizes. Two windows look alike
 *       up to a factor of two in the figure that differs most; in times and rates up to four where
 *       the target tells what kind of work it is, and that is the same.
 *   <li><b>Another workload</b> is there when windows of half a second, two at least, do not look
 *       like the present one; or when a window or more is missing, as after a restart.
 *   <li><b>Known</b>: one that looks like a remembered workload; the nearest of those that were
 *       seen at a like size or tell their demands. Where none can be judged so, the last one that
 *       could be meant is tried. Its size is set and its policy goes on. A workload that is not
 *       known is left to the policy as it is; if that holds its size for ten windows more, as if it
 *       had not noticed, it begins anew, once.
 *   <li><b>Trial</b>: the first windows at the recalled size must look as remembered. Else the size
 *       and the search that were interrupted come back, and the wrong one is asked last from then
 *       on. At most three are tried in one visit.
 *   <li><b>Found</b>: a size that the policy has held, within 10 %, for ten windows. What it does
 *       afterwards is remembered when it holds another size, or has searched for fifty windows. A
 *       workload that nothing tells from an older one takes its place.
 *   <li>At most 32 workloads are remembered; the one that was absent for the longest is forgotten.
 * </ul>
 *
 * <p>Worked: with 200 clients the search has found 24 workers, with 600 clients 96. Clients go from
 * 200 to 600: the distance is ln(601 / 201) = 1.10. After two windows the size is 96.
 *
 * <p><b>Why it cannot throw a search back for ever.</b> To do so it would have to recall again and
 * again while the workload is the same. That goes through the size: a size is recalled, figures
 * change because of it, and so another workload is seen. So a strange window counts as coming from
 * outside only if the size cannot be the reason: a figure differs that does not depend on the size,
 * or the size is one at which the workload had its usual looks earlier in this visit. After a
 * recall for any other reason the next such recall must wait for twice as many windows (10, 20, 40,
 * ...), until something does come from outside. While the workload stays the same, nothing does,
 * and in n windows there are at most log2(n / 10) + 1 recalls of at most three trials. A search
 * that needs n windows without an interruption gets them. And an interruption costs the windows of
 * the trial only, for the interrupted search is kept.
 *
 * <p>Why: a search takes minutes, recognition takes two windows; and the same few workloads come
 * again every day.
 *
 * <p>Assumes that workloads with like figures are alike. Fails where the difference is in no figure
 * that an observation has. Where a target tells no demands, a change is noticed only when the
 * figures of a size differ by a factor of two: two workloads that do the same at the best size of
 * one are told apart only when its search tries another.
 *
 * <p>Source: Trub 2021, "Generalization and future work": a record of (workload profile, best
 * found) for each search, and a model that finds the profile again; here the model is the nearest
 * neighbour.
 *
 * @param fresh the wrapped policy before its first observation
 * @param policy the wrapped policy
 * @param known the workloads that are not there, the one to be asked first is first
 * @param visit the workload that is there; empty before the first
 * @param quiet windows since a size was recalled though nothing came from outside
 * @param pause how many there must be before the next time
 * @param endNanos the end of the last window
 * @param origin where it was learned, in words by name, for a file that is read again
 */
public record Recall(
    SizingPolicy fresh,
    SizingPolicy policy,
    List<Workload> known,
    Optional<Visit> visit,
    int quiet,
    int pause,
    long endNanos,
    SortedMap<String, String> origin)
    implements SizingPolicy {

  public static final Parameter<Boolean> PARAMETER =
      Parameter.flag(
          "recall", "false", "whether it goes on from what was found for a workload like this one");

  private static final int PAUSE_MIN = 10;
  private static final int PAUSE_MAX = 1 << 29;
  private static final int TRIALS_MAX = 3;
  private static final int KNOWN_MAX = 32;

  public Recall {
    known = List.copyOf(known);
    countAtLeast("quiet", 0, quiet);
    countAtLeast("pause", PAUSE_MIN, pause);
    origin = Collections.unmodifiableSortedMap(new TreeMap<>(origin));
  }

  /** The policy with nothing remembered. */
  public static Recall of(SizingPolicy policy) {
    return new Recall(
        policy, policy, List.of(), Optional.empty(), PAUSE_MIN, PAUSE_MIN, 0, new TreeMap<>());
  }

  /** This with more remembered, and where all of it comes from. */
  public Recall with(List<Workload> more, SortedMap<String, String> where) {
    List<Workload> all = new ArrayList<>(known);
    for (Workload workload : more) {
      if (all.stream().noneMatch(workload::isSameAs)) {
        all.add(workload);
      }
    }
    return new Recall(fresh, policy, fewEnough(all), visit, quiet, pause, endNanos, where);
  }

  /** All that is remembered, the present workload among them, the latest first. */
  public List<Workload> remembered() {
    return fewEnough(visit.map(this::withPresent).orElse(known));
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Advice advise(Observation seen) {
    Optional<Look> look = Look.of(seen);
    if (look.isEmpty()) {
      return passed(seen, visit);
    }
    Look now = look.get();
    if (visit.isEmpty() || hasGap(seen)) {
      return arrived(now, seen);
    }
    Visit present = visit.get();
    if (present.workload().distance(now) <= Apart.NEAR) {
      return looksLikeItself(present, now, seen);
    }
    Visit strange = present.estranged(seen.window().lengthNanos());
    if (!strange.isOver()) {
      return passed(seen, Optional.of(strange));
    }
    return present.isOnTrial() ? disappointed(present, now, seen) : left(present, now, seen);
  }

  /** The window is left to the policy, and says nothing of the workload. */
  private Advice passed(Observation seen, Optional<Visit> after) {
    Advice advice = policy.advise(seen);
    return advice.then(next(advice.next(), known, after, pause, seen));
  }

  private Recall next(
      SizingPolicy policyNow,
      List<Workload> knownNow,
      Optional<Visit> visitNow,
      int pauseNow,
      Observation seen) {
    int waited = pauseNow > pause ? 0 : Math.min(PAUSE_MAX, quiet + 1);
    return new Recall(
        fresh,
        policyNow,
        fewEnough(knownNow),
        visitNow,
        waited,
        pauseNow,
        seen.window().endNanos(),
        origin);
  }

  private static List<Workload> fewEnough(List<Workload> all) {
    return all.subList(0, Math.min(KNOWN_MAX, all.size()));
  }

  /** Whether a whole window is missing before this one, or the clock began anew. */
  private boolean hasGap(Observation seen) {
    double apart = (double) seen.window().startNanos() - endNanos;
    return Math.abs(apart) > seen.window().lengthNanos();
  }

  /** The remembered workloads and a visit's, where that is worth it. */
  private List<Workload> withPresent(Visit present) {
    if (!present.isWorthRemembering()) {
      return known;
    }
    Workload latest = present.asRemembered();
    List<Workload> all = new ArrayList<>(List.of(latest));
    known.stream().filter(older -> !older.isSameAs(latest)).forEach(all::add);
    return all;
  }

  // ---- Which one is it

  /** The remembered workload that is meant, if there is one. */
  private static Optional<Workload> nearest(List<Workload> all, Look now, boolean judgedOnly) {
    Optional<Workload> found = Optional.empty();
    double least = Double.MAX_VALUE;
    for (Workload workload : all) {
      double distance = workload.distance(now);
      if (distance <= Apart.NEAR && workload.canJudge(now) && distance < least) {
        least = distance;
        found = Optional.of(workload);
      }
    }
    return found.isPresent() || judgedOnly
        ? found
        : all.stream().filter(workload -> workload.couldBe(now)).findFirst();
  }

  // ---- Another workload

  /** The first window, or the first after some that are missing: it may be any workload. */
  private Advice arrived(Look now, Observation seen) {
    List<Workload> all = remembered();
    Optional<Workload> again = nearest(all, now, false);
    return again.isPresent()
        ? recalled(again.get(), all, now, true, 1, PAUSE_MIN, seen)
        : unknown(all, now, true, PAUSE_MIN, seen);
  }

  private Advice left(Visit present, Look now, Observation seen) {
    boolean outside = present.isChangedFromOutside(now);
    List<Workload> others = new ArrayList<>(known);
    List<Workload> all = withPresent(present);
    others.retainAll(all);
    Optional<Workload> again =
        outside || quiet >= pause ? nearest(others, now, false) : Optional.empty();
    int pauseNow = outside ? PAUSE_MIN : pause;
    return again.isPresent()
        ? recalled(again.get(), all, now, outside, 1, outside ? pauseNow : doubled(), seen)
        : unknown(all, now, outside, pauseNow, seen);
  }

  private int doubled() {
    return Math.min(PAUSE_MAX, 2 * pause);
  }

  private Advice unknown(
      List<Workload> all, Look now, boolean outside, int pauseNow, Observation seen) {
    Advice advice = policy.advise(seen);
    Workload begun = Workload.of(now, advice.next(), advice.workers());
    boolean noticed = visit.isEmpty() || !outside;
    Visit first = Visit.unknown(begun, now, outside, noticed, 0);
    return advice.then(next(advice.next(), all, Optional.of(first), pauseNow, seen));
  }

  private Advice recalled(
      Workload again,
      List<Workload> all,
      Look now,
      boolean outside,
      int trials,
      int pauseNow,
      Observation seen) {
    Visit.Search interrupted =
        visit.flatMap(Visit::trial).orElse(new Visit.Search(policy, now.size()));
    List<Workload> others = new ArrayList<>(all);
    others.remove(again);
    Reason why =
        Reason.by(
            "recall",
            again.found()
                ? "workload known (distance %.2f, alike up to %.2f): %d workers were best for it"
                : "workload known (distance %.2f, alike up to %.2f): its search goes on at %d",
            again.distance(now),
            Apart.NEAR,
            again.size());
    Visit visiting = Visit.recalled(again, outside, interrupted, trials);
    return new Advice(
        again.size(), why, next(again.policy(), others, Optional.of(visiting), pauseNow, seen));
  }

  /** The recalled size does not do what it is remembered for: it was another workload. */
  private Advice disappointed(Visit present, Look now, Observation seen) {
    Visit.Search interrupted = present.trial().orElseThrow();
    List<Workload> all = new ArrayList<>(known.subList(0, Math.min(KNOWN_MAX - 1, known.size())));
    all.add(present.asRemembered());
    Optional<Workload> other =
        present.trials() < TRIALS_MAX ? nearest(known, now, true) : Optional.empty();
    if (other.isPresent()) {
      return recalled(
          other.get(), all, now, present.fromOutside(), present.trials() + 1, pause, seen);
    }
    Workload begun = Workload.of(now, interrupted.policy(), interrupted.size());
    Visit back =
        Visit.unknown(begun, now, present.fromOutside(), !present.fromOutside(), present.trials());
    Reason why =
        Reason.by(
            "recall",
            "another workload after all (distance %.2f): back to %d",
            present.workload().distance(now),
            interrupted.size());
    return new Advice(
        interrupted.size(), why, next(interrupted.policy(), all, Optional.of(back), pause, seen));
  }

  // ---- The same workload

  private Advice looksLikeItself(Visit present, Look now, Observation seen) {
    boolean allowed = present.fromOutside() || quiet >= pause;
    if (present.isYoung() && allowed) {
      Optional<Workload> late =
          nearest(known, now, true)
              .filter(workload -> !workload.isToldApartFrom(present.workload()));
      if (late.isPresent()) {
        int pauseNow = present.fromOutside() ? pause : doubled();
        return recalled(late.get(), known, now, present.fromOutside(), 1, pauseNow, seen);
      }
    }
    Advice advice = policy.advise(seen);
    Visit after = present.stayed(now, advice.next(), advice.workers());
    if (after.isUnnoticed()) {
      int size = advice.workers();
      Reason why =
          Reason.by(
              "recall",
              "another workload, for which no size was searched (%d was held before): begins anew",
              size);
      return new Advice(
          size, why, next(fresh, known, Optional.of(after.begun(fresh, size)), pause, seen));
    }
    return advice.then(next(advice.next(), known, Optional.of(after), pause, seen));
  }
}
