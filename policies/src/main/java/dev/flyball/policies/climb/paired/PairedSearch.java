package dev.flyball.policies.climb.paired;

import dev.flyball.base.Workers;
import java.util.Optional;

/**
 * The knowledge of the sizes around the best one, and the size to try next.
 *
 * <p>First upward by doubling, as long as that pays; then downward by halving, as long as that
 * costs nothing, always against the size that was best, so that many small losses cannot add up;
 * then between the last two. One size that does not pay is looked past, once in each direction,
 * unless it cost so much that what lies behind is ruled out.
 *
 * @param best the size that others are compared with
 * @param floor the smallest size that is as good, at most {@code best}
 * @param above the smallest size above the best known not to be worth it; 0 while unknown
 * @param below the largest size below the floor known to cost throughput; 0 while unknown
 * @param phase where in the search it is
 * @param looksPast whether the next one is a look past a size that did not pay
 * @param onlyNeighbours whether only the next sizes up and down are tried, to test what is known
 */
record PairedSearch(
    int best,
    int floor,
    int above,
    int below,
    Phase phase,
    boolean looksPast,
    boolean onlyNeighbours) {

  /** The direction of the search. */
  enum Phase {
    UP,
    DOWN,
    BETWEEN,
    DONE
  }

  /** Sizes nearer than that to each other are not told apart. */
  private static final double NEAR = 1.45;

  static PairedSearch from(int size) {
    return new PairedSearch(size, size, 0, 0, Phase.UP, false, false);
  }

  static PairedSearch test(int size) {
    return new PairedSearch(size, size, 0, 0, Phase.UP, false, true);
  }

  /** The size to try next, where there is one. */
  Optional<Integer> next() {
    return switch (phase) {
      case UP -> Optional.of(Workers.rounded(2.0 * upwardFrom()));
      case DOWN -> Optional.of(Workers.roundedDown((looksPast ? below : floor) / 2.0));
      case BETWEEN -> Optional.of(middle());
      case DONE -> Optional.empty();
    };
  }

  /** The size from which it goes on upward. */
  int upwardFrom() {
    return looksPast ? above : best;
  }

  /** Whether no larger size makes sense for so many clients, but for a few workers more. */
  static boolean serves(int size, double clients) {
    return 1.1 * size >= clients;
  }

  /** The geometric mean of the two sizes that the search has come down to. */
  private int middle() {
    return upperOpen() ? between(best, above) : between(below, floor);
  }

  private static int between(int low, int high) {
    int size = Workers.rounded(StrictMath.sqrt((double) low * high));
    return Math.min(Math.max(size, low + 1), high - 1);
  }

  private boolean upperOpen() {
    return !onlyNeighbours && floor == best && above > best + 1 && above > NEAR * best;
  }

  private boolean lowerOpen() {
    return !onlyNeighbours && below > 0 && floor > below + 1 && floor > NEAR * below;
  }

  /** With the outcome of the size that was tried. */
  PairedSearch with(int tried, PairedDuel.Outcome outcome) {
    return switch (outcome) {
      case OPEN -> this;
      case BETTER -> moved(tried);
      case EQUAL -> tried > best ? notAbove(tried, true) : lowered(tried);
      case WORSE -> tried > best ? notAbove(tried, true) : notBelow(tried, true);
      case MUCH_WORSE -> tried > best ? notAbove(tried, false) : notBelow(tried, false);
    };
  }

  /** A better size: what was best bounds it on the side that was left. */
  private PairedSearch moved(int tried) {
    boolean up = tried > best;
    int upper = up ? (above > tried ? above : 0) : best;
    int lower = up ? best : (below < tried ? below : 0);
    boolean further = phase != Phase.BETWEEN;
    PairedSearch moved = new PairedSearch(tried, tried, upper, lower, phase, false, false);
    return further ? moved : moved.refined();
  }

  private PairedSearch notAbove(int tried, boolean mayLookPast) {
    int bound = above == 0 ? tried : Math.min(above, tried);
    PairedSearch bounded =
        new PairedSearch(best, floor, bound, below, phase, false, onlyNeighbours);
    if (phase == Phase.UP) {
      return mayLookPast && !looksPast && !onlyNeighbours
          ? new PairedSearch(best, floor, bound, below, phase, true, onlyNeighbours)
          : bounded.downward();
    }
    return bounded.refined();
  }

  private PairedSearch lowered(int tried) {
    int bound = below < tried ? below : 0;
    PairedSearch lower = new PairedSearch(best, tried, above, bound, phase, false, onlyNeighbours);
    return phase == Phase.DOWN ? lower.downward() : lower.refined();
  }

  private PairedSearch notBelow(int tried, boolean mayLookPast) {
    int bound = Math.max(below, tried);
    if (phase == Phase.DOWN && mayLookPast && !looksPast && !onlyNeighbours && tried > 1) {
      return new PairedSearch(best, floor, above, bound, phase, true, onlyNeighbours);
    }
    return new PairedSearch(best, floor, above, bound, phase, false, onlyNeighbours).refined();
  }

  /** From here on downward, where there is anything below that is not known. */
  private PairedSearch downward() {
    boolean open = floor > 1 && below < floor / 2.0 * 0.9;
    return open
        ? new PairedSearch(best, floor, above, below, Phase.DOWN, false, onlyNeighbours)
        : refined();
  }

  private PairedSearch refined() {
    Phase next = upperOpen() || lowerOpen() ? Phase.BETWEEN : Phase.DONE;
    return new PairedSearch(best, floor, above, below, next, false, onlyNeighbours);
  }

  /** No size above that one is to be had, or makes sense. */
  PairedSearch upTo(int most) {
    int bound = above == 0 ? Workers.sum(most, 1) : above;
    return phase == Phase.UP
        ? new PairedSearch(best, floor, bound, below, phase, false, onlyNeighbours).downward()
        : this;
  }

  /** No size below that one is to be had. */
  PairedSearch downTo(int least) {
    return new PairedSearch(
            best, floor, above, Math.max(below, least - 1), phase, false, onlyNeighbours)
        .refined();
  }
}
