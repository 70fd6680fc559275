package dev.flyball.sim.race;

import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of a run between two moments at which the best size may change.
 *
 * @param fromNanos its beginning
 * @param toNanos its end, above its beginning
 */
record Segment(long fromNanos, long toNanos) {

  Segment {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "toNanos must be above fromNanos (" + fromNanos + ") but was " + toNanos);
    }
  }

  long lengthNanos() {
    return toNanos - fromNanos;
  }

  /** The segments of a run, given its turns, ascending and inside. */
  static List<Segment> between(List<Long> turnsNanos, long lengthNanos) {
    List<Segment> segments = new ArrayList<>();
    long from = 0;
    for (long turn : turnsNanos) {
      segments.add(new Segment(from, turn));
      from = turn;
    }
    segments.add(new Segment(from, lengthNanos));
    return List.copyOf(segments);
  }

  /** At most so many segments: the shortest is joined with its shorter neighbour, repeatedly. */
  static List<Segment> joined(List<Segment> segments, int most) {
    List<Segment> joined = new ArrayList<>(segments);
    while (joined.size() > most) {
      int shortest = shortest(joined);
      int left = leftOfJoint(joined, shortest);
      Segment right = joined.remove(left + 1);
      joined.set(left, new Segment(joined.get(left).fromNanos(), right.toNanos()));
    }
    return List.copyOf(joined);
  }

  private static int shortest(List<Segment> segments) {
    int shortest = 0;
    for (int i = 1; i < segments.size(); i++) {
      if (segments.get(i).lengthNanos() < segments.get(shortest).lengthNanos()) {
        shortest = i;
      }
    }
    return shortest;
  }

  /** The left one of the two that are joined: a segment and the shorter of its neighbours. */
  private static int leftOfJoint(List<Segment> segments, int segment) {
    if (segment == 0) {
      return 0;
    }
    if (segment == segments.size() - 1) {
      return segment - 1;
    }
    long left = segments.get(segment - 1).lengthNanos();
    long right = segments.get(segment + 1).lengthNanos();
    return left <= right ? segment - 1 : segment;
  }
}
