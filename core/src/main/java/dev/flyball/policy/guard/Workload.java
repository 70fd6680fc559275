package dev.flyball.policy.guard;

import static dev.flyball.base.Require.atLeast;

import java.util.ArrayList;
import java.util.List;

/**
 * A workload as it was seen: its profiles at different sizes, and the best size, if it was found.
 *
 * @param sightings what it looked like, at most {@value #SIGHTINGS_MAX}, the oldest first
 * @param best the size that was found for it, in workers; 0 while none was
 */
public record Workload(List<Sighting> sightings, int best) {

  private static final int SIGHTINGS_MAX = 8;

  /** Sizes within this factor are alike. */
  private static final double LIKE_SIZES = 1.25;

  public Workload {
    sightings = List.copyOf(sightings);
    atLeast("best", 0, best);
  }

  /**
   * The features of a workload at a size.
   *
   * @param size in workers
   * @param profile its profile then
   */
  public record Sighting(int size, LoadProfile profile) {

    boolean like(Sighting other) {
      return Math.max(size, other.size) <= LIKE_SIZES * Math.min(size, other.size);
    }
  }

  public static Workload of(Sighting first) {
    return new Workload(List.of(first), 0);
  }

  public Workload with(Sighting newer) {
    List<Sighting> all = new ArrayList<>();
    Sighting added = newer;
    for (Sighting known : sightings) {
      if (added.equals(newer) && known.like(newer)) {
        added = new Sighting(known.size(), known.profile().followedBy(newer.profile()));
      } else {
        all.add(known);
      }
    }
    all.add(added);
    return new Workload(all.subList(Math.max(0, all.size() - SIGHTINGS_MAX), all.size()), best);
  }

  Workload withBest(int size) {
    return new Workload(sightings, size);
  }

  /**
   * How far a sighting is from the nearest one of this workload, at a like size if there is one.
   */
  double distance(Sighting now) {
    boolean like = sightings.stream().anyMatch(known -> known.like(now));
    return sightings.stream()
        .filter(known -> !like || known.like(now))
        .mapToDouble(known -> known.profile().distance(now.profile(), like))
        .min()
        .orElse(Double.MAX_VALUE);
  }
}
