package dev.flyball.policy.guard;

import static dev.flyball.base.Require.atLeast;
import static dev.flyball.base.Require.countAtLeast;

import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stay of a workload, from the window in which it came until another one comes.
 *
 * @param workload what is known of it
 * @param recalled whether it was remembered from an earlier visit
 * @param fromOutside whether it came by itself, and not by a change of size; see {@link Recall}
 * @param searched whether a size was searched for it; not while the policy only holds the one that
 *     it held for the workload before
 * @param latest the policy and its size at the end of the last window in which it looked like
 *     itself
 * @param trial what to go back to if the recalled size does not do what it is remembered for; empty
 *     once it did, and in a visit in which none was recalled
 * @param trials how many workloads were taken for this one so far
 * @param sizes the sizes at which it was seen in this visit
 * @param windows the windows in which it looked like itself
 * @param strange windows in a row in which it did not
 * @param strangeNanos their length together
 * @param held the size that the policy holds, in workers; 0 for none
 * @param heldWindows the number of windows for which it has held it
 * @param searchedWindows the number of windows since it last held one
 */
public record Visit(
    Workload workload,
    boolean recalled,
    boolean fromOutside,
    boolean searched,
    Search latest,
    Optional<Search> trial,
    int trials,
    List<Integer> sizes,
    int windows,
    int strange,
    long strangeNanos,
    int held,
    int heldWindows,
    int searchedWindows) {

  private static final int STRANGE_WINDOWS = 2;
  private static final long STRANGE_NANOS = 500_000_000;

  /** For how many windows a size is held that counts as found. */
  static final int FOUND_WINDOWS = 10;

  /**
   * After so many windows of searching, what was found before is no longer what is gone back to.
   */
  private static final int SEARCHED_WINDOWS_MAX = 50;

  private static final int SIZES_MAX = 64;
  private static final double SAME_SIZE = 0.1;

  /**
   * A search as it was at some time.
   *
   * @param policy the policy that searches
   * @param size the size that it asked for, in workers
   */
  public record Search(SizingPolicy policy, int size) {}

  public Visit {
    sizes = List.copyOf(sizes);
    atLeast("trials", 0, trials);
    countAtLeast("windows", 0, windows);
    countAtLeast("strange", 0, strange);
    countAtLeast("strangeNanos", 0, strangeNanos);
    atLeast("held", 0, held);
    atLeast("heldWindows", 0, heldWindows);
    countAtLeast("searchedWindows", 0, searchedWindows);
  }

  /** A workload that is not known has come. */
  static Visit unknown(
      Workload workload, Look first, boolean fromOutside, boolean searched, int trials) {
    return new Visit(
        workload,
        false,
        fromOutside,
        searched,
        new Search(workload.policy(), workload.size()),
        Optional.empty(),
        trials,
        List.of(first.size()),
        0,
        0,
        0,
        0,
        0,
        0);
  }

  /** A workload has come that looks like a remembered one. */
  static Visit recalled(Workload workload, boolean fromOutside, Search interrupted, int trials) {
    return new Visit(
        workload,
        true,
        fromOutside,
        true,
        new Search(workload.policy(), workload.size()),
        Optional.of(interrupted),
        trials,
        List.of(),
        0,
        0,
        0,
        0,
        0,
        0);
  }

  /** With a window that does not look like it. */
  Visit estranged(long windowNanos) {
    return new Visit(
        workload,
        recalled,
        fromOutside,
        searched,
        latest,
        trial,
        trials,
        sizes,
        windows,
        strange + 1,
        strangeNanos + Math.min(windowNanos, STRANGE_NANOS),
        held,
        heldWindows,
        searchedWindows);
  }

  /** Whether another workload is there. */
  boolean isOver() {
    return strange >= STRANGE_WINDOWS && strangeNanos >= STRANGE_NANOS;
  }

  /**
   * Whether a window that looks strange does so by itself: by something that does not depend on the
   * size, or at a size at which the workload had its usual looks in this same visit.
   */
  boolean isChangedFromOutside(Look now) {
    return workload.distanceAtAnySize(now) > Apart.NEAR || wasAtLike(now.sighting());
  }

  private boolean wasAtLike(Sighting now) {
    return sizes.stream().anyMatch(now::isLike);
  }

  /** Whether it was there for long enough to be worth remembering. */
  boolean isWorthRemembering() {
    return recalled || windows >= FOUND_WINDOWS;
  }

  /** Whether it may still turn out to be a remembered one. */
  boolean isYoung() {
    return !recalled && trials == 0 && windows < FOUND_WINDOWS;
  }

  /** Whether the recalled size has not yet shown what it does. */
  boolean isOnTrial() {
    return trial.isPresent();
  }

  /** With a window that looks like it, at the end of which the policy has asked for a size. */
  Visit stayed(Look now, SizingPolicy next, int asked) {
    boolean holds = held > 0 && isSame(held, asked);
    int holding = holds ? Math.min(FOUND_WINDOWS, heldWindows + 1) : 1;
    List<Integer> seenAt = withSize(now);
    boolean isSearched = searched || seenAt.size() > 1;
    boolean found = holding >= FOUND_WINDOWS && isSearched;
    int searching = found ? 0 : Math.min(SEARCHED_WINDOWS_MAX, searchedWindows + 1);
    boolean isNew = found && !(workload.found() && isSame(workload.size(), asked));
    boolean judged = !isOnTrial() || workload.wasSeenAtLike(now.size());
    Workload seen = workload.with(now);
    return new Visit(
        isNew ? seen.reached(next, asked, true) : seen,
        recalled,
        fromOutside,
        isSearched,
        new Search(next, asked),
        judged ? Optional.empty() : trial,
        trials,
        seenAt,
        Math.min(FOUND_WINDOWS, windows + 1),
        0,
        0,
        holds ? held : asked,
        holding,
        searching);
  }

  /** Whether the policy holds what it held before, as if it had not noticed. */
  boolean isUnnoticed() {
    return !searched && heldWindows >= FOUND_WINDOWS;
  }

  /** The same after the search for it has begun. */
  Visit begun(SizingPolicy fresh, int asked) {
    return new Visit(
        workload,
        recalled,
        fromOutside,
        true,
        new Search(fresh, asked),
        trial,
        trials,
        sizes,
        windows,
        0,
        0,
        0,
        0,
        0);
  }

  /**
   * The workload as it is to be remembered: where its search has ended, or where it was when that
   * has not, or has begun again for long. Not a later moment of a size that is held: a policy that
   * has held one for long looks less and less for another, and would not notice that this workload
   * is another one after all.
   */
  Workload asRemembered() {
    boolean unfinished = !workload.found() || searchedWindows >= SEARCHED_WINDOWS_MAX;
    return unfinished ? workload.reached(latest.policy(), latest.size(), false) : workload;
  }

  private List<Integer> withSize(Look now) {
    if (wasAtLike(now.sighting()) || sizes.size() >= SIZES_MAX) {
      return sizes;
    }
    List<Integer> more = new ArrayList<>(sizes);
    more.add(now.size());
    return more;
  }

  private static boolean isSame(int size, int other) {
    return Math.abs((double) size - other) <= SAME_SIZE * size;
  }
}
