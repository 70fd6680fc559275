package dev.flyball.policy.guard;

import static dev.flyball.base.Require.atLeast;

import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * A workload as it is remembered: what it looks like, and how far the search for its best size has
 * come.
 *
 * @param profile what it looks like at any size
 * @param sightings what it looks like at different sizes, at most {@value #SIGHTINGS_MAX}; the one
 *     that is oldest is first
 * @param policy the policy that sizes it, as it was when the workload was last there, so that it
 *     can go on
 * @param size the size that this policy asked for last, in workers
 * @param found whether that is a size that the policy has held
 */
public record Workload(
    LoadProfile profile, List<Sighting> sightings, SizingPolicy policy, int size, boolean found) {

  private static final int SIGHTINGS_MAX = 24;

  public Workload {
    sightings = List.copyOf(sightings);
    atLeast("size", 1, size);
  }

  static Workload of(Look first, SizingPolicy policy, int size) {
    return new Workload(first.profile(), List.of(first.sighting()), policy, size, false);
  }

  /** With what one more window of it looked like. */
  Workload with(Look newer) {
    return new Workload(
        profile.followedBy(newer.profile()), added(newer.sighting()), policy, size, found);
  }

  private List<Sighting> added(Sighting newer) {
    List<Sighting> all = new ArrayList<>(sightings);
    Sighting last = newer;
    for (Sighting known : sightings) {
      if (known.isLike(newer.size())) {
        last = known.followedBy(newer);
        all.remove(known);
        break;
      }
    }
    all.add(last);
    return all.subList(Math.max(0, all.size() - SIGHTINGS_MAX), all.size());
  }

  Workload reached(SizingPolicy now, int asked, boolean held) {
    return new Workload(profile, sightings, now, asked, held);
  }

  /** The same workload, for a policy that has not seen it. */
  public Workload sizedBy(SizingPolicy other) {
    return new Workload(profile, sightings, other, size, found);
  }

  boolean wasSeenAtLike(int otherSize) {
    return sightings.stream().anyMatch(known -> known.isLike(otherSize));
  }

  /** Whether it is known well enough to say if that is the same workload at that size. */
  boolean canJudge(Look now) {
    return wasSeenAtLike(now.size()) || profile.comparesDemands(now.profile());
  }

  /** How far a window is from this, by what does not depend on the size. */
  double distanceAtAnySize(Look now) {
    return profile.distance(now.profile(), now.tasks());
  }

  /** The same, and by what depends on the size where this was seen at a like one. */
  double distance(Look now) {
    boolean alike = profile.comparesKinds(now.profile());
    double atLike =
        sightings.stream()
            .filter(known -> known.isLike(now.size()))
            .mapToDouble(known -> known.distance(now.sighting(), now.tasks(), alike))
            .min()
            .orElse(0);
    return Math.max(distanceAtAnySize(now), atLike);
  }

  /** Whether it may be this one, for all that can be said without having seen it at that size. */
  boolean couldBe(Look now) {
    return distance(now) <= Apart.NEAR
        && sightings.stream().anyMatch(known -> known.hasAsManyTasks(now.sighting()));
  }

  /** Whether nothing that is known of the two tells them apart, and enough is known to say so. */
  boolean isSameAs(Workload other) {
    return !isToldApartFrom(other)
        && other.sightings.stream().anyMatch(its -> wasSeenAtLike(its.size()))
        && (profile.comparesDemands(other.profile) || size == other.size);
  }

  /** Whether the two look different at any size, or at a like one at which both were seen. */
  boolean isToldApartFrom(Workload other) {
    double many = Double.MAX_VALUE;
    boolean alike = profile.comparesKinds(other.profile);
    return profile.distance(other.profile, many) > Apart.NEAR
        || sightings.stream()
            .anyMatch(mine ->
                other.sightings.stream()
                    .filter(its -> mine.isLike(its.size()))
                    .anyMatch(its -> mine.distance(its, many, alike) > Apart.NEAR));
  }
}
