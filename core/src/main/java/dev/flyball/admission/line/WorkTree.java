package dev.flyball.admission.line;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The places of equally important tasks in the order in which they start, with the sum of their
 * work: a treap (Aragon, Seidel 1989) whose nodes are the places, so that it needs no memory of its
 * own. Every operation takes O(log n) steps on average, whatever comes: the priorities are drawn.
 *
 * <p>Sums are added up anew from the children, so that no error of rounding lasts.
 *
 * <p>Not thread-safe.
 */
final class WorkTree<T> {

  private final Comparator<Place<T>> order;
  private @Nullable Place<T> root;

  /**
   * An empty one.
   *
   * @param order total: no two places are equal
   */
  WorkTree(Comparator<Place<T>> order) {
    this.order = order;
  }

  boolean isEmpty() {
    return root == null;
  }

  /** The work of all. */
  double sumNanos() {
    return sumNanos(root);
  }

  private static double sumNanos(@Nullable Place<?> at) {
    return at == null ? 0 : at.sumNanos;
  }

  /** The work of those that start before this place, which need not be in the tree. */
  double sumBeforeNanos(Place<T> place) {
    double sum = 0;
    Place<T> at = root;
    while (at != null) {
      if (order.compare(place, at) <= 0) {
        at = at.left;
      } else {
        sum += sumNanos(at.left) + at.workNanos;
        at = at.right;
      }
    }
    return sum;
  }

  /** The one that starts first; null in an empty tree. */
  @Nullable Place<T> first() {
    Place<T> at = root;
    while (at != null && at.left != null) {
      at = at.left;
    }
    return at;
  }

  /** The one that starts last; null in an empty tree. */
  @Nullable Place<T> last() {
    Place<T> at = root;
    while (at != null && at.right != null) {
      at = at.right;
    }
    return at;
  }

  void add(Place<T> place) {
    root = added(root, place);
  }

  private Place<T> added(@Nullable Place<T> at, Place<T> place) {
    if (at == null) {
      place.sumNanos = place.workNanos;
      return place;
    }
    if (order.compare(place, at) < 0) {
      Place<T> left = added(at.left, place);
      at.left = left;
      if (left.priority > at.priority) {
        at.left = left.right;
        left.right = summedUp(at);
        return summedUp(left);
      }
    } else {
      Place<T> right = added(at.right, place);
      at.right = right;
      if (right.priority > at.priority) {
        at.right = right.left;
        right.left = summedUp(at);
        return summedUp(right);
      }
    }
    return summedUp(at);
  }

  private static <T> Place<T> summedUp(Place<T> at) {
    at.sumNanos = at.workNanos + sumNanos(at.left) + sumNanos(at.right);
    return at;
  }

  /** Takes a place out that is in the tree. */
  void remove(Place<T> place) {
    root = without(root, place);
    place.left = null;
    place.right = null;
  }

  private @Nullable Place<T> without(@Nullable Place<T> at, Place<T> place) {
    if (at == null) {
      throw new IllegalStateException("a place must be in the tree to be removed");
    }
    int side = order.compare(place, at);
    if (side == 0) {
      return joined(at.left, at.right);
    }
    if (side < 0) {
      at.left = without(at.left, place);
    } else {
      at.right = without(at.right, place);
    }
    return summedUp(at);
  }

  private @Nullable Place<T> joined(@Nullable Place<T> low, @Nullable Place<T> high) {
    if (low == null) {
      return high;
    }
    if (high == null) {
      return low;
    }
    if (low.priority > high.priority) {
      low.right = joined(low.right, high);
      return summedUp(low);
    }
    high.left = joined(low, high.left);
    return summedUp(high);
  }
}
