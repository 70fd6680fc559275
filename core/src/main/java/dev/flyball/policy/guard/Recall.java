package dev.flyball.policy.guard;

import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A policy that recognises a workload, and begins from the size that was found for it the last time
 * instead of from nothing.
 *
 * <p>How it decides:
 *
 * <ul>
 *   <li><b>Features</b>: a workload is described by its {@link LoadProfile}, at up to eight sizes.
 *   <li><b>Another workload</b> has begun when two windows in a row are farther than ln 2 = 0.69
 *       from the profiles of the present one (a factor of two in one figure, or 1.6 in each of
 *       two); or when a window or more is missing, as after a restart.
 *   <li><b>Known</b>: a workload that is nearer than that to a remembered one. Then the size is the
 *       one found for it, and the wrapped policy begins anew from there. Otherwise the wrapped
 *       policy goes on as it would.
 *   <li><b>Found</b>: a size that the wrapped policy has held, within 10 %, for ten windows. A
 *       later result replaces an earlier one.
 *   <li>At most 32 workloads are remembered; the one that was absent for the longest is forgotten.
 * </ul>
 *
 * <p>Worked: with 200 clients the search has found 24 workers, with 600 clients 96. Clients go from
 * 200 to 600: the distance is ln(601 / 201) = 1.10. After two windows the size is 96.
 *
 * <p>Why: a search takes minutes, recognition takes two windows; and the same few workloads come
 * again every day.
 *
 * <p>Assumes that workloads with like figures are alike. Fails where the difference is in no figure
 * that an observation has; and in an open system whose queue grows, which looks like a new workload
 * window by window until it is served.
 *
 * <p>Source: Trub 2021, "Generalization and future work": a record of (workload profile, best
 * found) for each search, and a model that finds the profile again; here the model is the nearest
 * neighbour.
 *
 * @param fresh the wrapped policy before its first observation
 * @param policy the wrapped policy
 * @param known the workloads whose best size was found, the last visited first
 * @param present the workload of the last window; empty before the first
 * @param recalled whether the present workload is the first of the known
 * @param strange windows in a row that did not look like the present workload
 * @param held the size that the wrapped policy holds, in workers; 0 for none
 * @param heldWindows the number of windows for which it has held it
 * @param endNanos the end of the last window
 */
public record Recall(
    SizingPolicy fresh,
    SizingPolicy policy,
    List<Workload> known,
    Optional<Workload> present,
    boolean recalled,
    int strange,
    int held,
    int heldWindows,
    long endNanos)
    implements SizingPolicy {

  public static final Parameter<Boolean> PARAMETER =
      Parameter.flag(
          "recall", "false", "whether it begins from the size found for a workload like this one");

  /** The distance at which workloads are different: ln 2. */
  private static final double NEAR = 0.6931471805599453;

  private static final int STRANGE_MAX = 2;
  private static final int FOUND_WINDOWS = 10;
  private static final double SAME_SIZE = 0.1;
  private static final int KNOWN_MAX = 32;

  public Recall {
    known = List.copyOf(known);
    countAtLeast("strange", 0, strange);
    atLeast("held", 0, held);
    atLeast("heldWindows", 0, heldWindows);
    if (recalled && known.isEmpty()) {
      throw new IllegalArgumentException(
          "known must hold the workload that was recalled but was []");
    }
  }

  /** The policy with nothing remembered. */
  public static Recall of(SizingPolicy policy) {
    return new Recall(policy, policy, List.of(), Optional.empty(), false, 0, 0, 0, 0);
  }

  @Override
  public Optional<SizingPolicy> inner() {
    return Optional.of(policy);
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    return policy.nextPoll();
  }

  @Override
  public Advice advise(Observation seen) {
    Optional<LoadProfile> profile = LoadProfile.of(seen);
    if (profile.isEmpty()) {
      Advice advice = policy.advise(seen);
      return advice.then(asking(advice.next(), seen));
    }
    Workload.Sighting now = new Workload.Sighting(seen.size().workersTarget(), profile.get());
    if (present.isEmpty() || gap(seen)) {
      return arrived(now, seen);
    }
    boolean looksTheSame = present.get().distance(now) <= NEAR;
    boolean looksKnown = !recalled && nearest(now).isPresent();
    if (looksTheSame && !looksKnown) {
      return stayed(present.get().with(now), seen);
    }
    if (strange + 1 >= STRANGE_MAX) {
      return arrived(now, seen);
    }
    Advice advice = policy.advise(seen);
    return advice.then(
        new Recall(
            fresh,
            advice.next(),
            known,
            present,
            recalled,
            strange + 1,
            held,
            heldWindows,
            seen.window().endNanos()));
  }

  private Recall asking(SizingPolicy next, Observation seen) {
    return new Recall(
        fresh,
        next,
        known,
        present,
        recalled,
        strange,
        held,
        heldWindows,
        seen.window().endNanos());
  }

  /** Whether a whole window is missing before this one, or the clock began anew. */
  private boolean gap(Observation seen) {
    double apart = (double) seen.window().startNanos() - endNanos;
    return Math.abs(apart) > seen.window().lengthNanos();
  }

  private OptionalInt nearest(Workload.Sighting now) {
    OptionalInt found = OptionalInt.empty();
    double least = NEAR;
    for (int i = 0; i < known.size(); i++) {
      double distance = known.get(i).distance(now);
      if (distance <= least) {
        least = distance;
        found = OptionalInt.of(i);
      }
    }
    return found;
  }

  // ---- Another workload

  private Advice arrived(Workload.Sighting now, Observation seen) {
    OptionalInt found = nearest(now);
    if (found.isEmpty()) {
      Advice advice = policy.advise(seen);
      return advice.then(
          visiting(advice.next(), known, Workload.of(now), false, seen.window().endNanos()));
    }
    Workload again = known.get(found.getAsInt());
    List<Workload> first = new ArrayList<>(known);
    first.remove(found.getAsInt());
    first.add(0, again);
    long endOfWindow = seen.window().endNanos();
    if (same(again.best(), now.size())) {
      Advice advice = policy.advise(seen);
      return advice.then(visiting(advice.next(), first, again.with(now), true, endOfWindow));
    }
    Reason why =
        Reason.by(
            "recall",
            "workload known (distance %.2f, alike up to %.2f): %d workers were best for it",
            again.distance(now),
            NEAR,
            again.best());
    return new Advice(
        again.best(), why, visiting(fresh, first, again.with(now), true, endOfWindow));
  }

  private Recall visiting(
      SizingPolicy next, List<Workload> all, Workload workload, boolean again, long endOfWindow) {
    return new Recall(fresh, next, all, Optional.of(workload), again, 0, 0, 0, endOfWindow);
  }

  // ---- The same workload

  private Advice stayed(Workload workload, Observation seen) {
    Advice advice = policy.advise(seen);
    boolean holds = held > 0 && same(held, advice.workers());
    int size = holds ? held : advice.workers();
    int windows = holds ? Math.min(FOUND_WINDOWS, heldWindows + 1) : 1;
    boolean isFound = windows >= FOUND_WINDOWS;
    Workload now = isFound ? workload.withBest(advice.workers()) : workload;
    return advice.then(
        new Recall(
            fresh,
            advice.next(),
            isFound ? remembered(now) : known,
            Optional.of(now),
            recalled || isFound,
            0,
            size,
            windows,
            seen.window().endNanos()));
  }

  private List<Workload> remembered(Workload found) {
    List<Workload> all = new ArrayList<>(known);
    if (recalled) {
      all.remove(0);
    }
    all.add(0, found);
    return all.subList(0, Math.min(KNOWN_MAX, all.size()));
  }

  private static boolean same(int size, int other) {
    return Math.abs((double) size - other) <= SAME_SIZE * size;
  }
}
