package dev.flyball.dataflow.solve;

import dev.flyball.dataflow.network.Host;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Use;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A search, without steps, for the fewest threads for a rate, and for the highest feasible rate:
 * exact, but where {@link Found#exact} says that it is not known to be.
 *
 * <p><b>Why it is exact.</b> A configuration carries a rate if each node's total rate, times its
 * maximum utilisation, is at least the flow to it. So each node needs at least {@code k(rate) = the
 * fewest threads that reach it}, and a rate can be carried if and only if that vector fits the
 * host. More rate never needs fewer threads (flows only grow, and the fewest threads that reach
 * more are no fewer, even where the total rate falls again beyond some number). So the feasible
 * rates are an interval; bisection finds its end, down to neighbouring numbers.
 *
 * <p>A node that loses records passes on what it does, and more threads of it would only bring more
 * to those behind it, unless they are slower ({@link Slower}). One that overflows with a fixed
 * number of threads delays no other, and has its threads whatever comes. What is lost needs no
 * processor and no other resource.
 */
final class ThreadSearch {

  /** No rate that anything bounds is as high. */
  private static final double ENDLESS = 1e200;

  /** Numbers of threads of a node that are looked at for a rate, in all tries together. */
  private static final int WORK_MAX = 20_000;

  /** A node that does so large a part of what it did with fewer threads has lost nothing more. */
  private static final double MATTERS = 1 - 1e-9;

  private final Layout layout;
  private final Host host;

  ThreadSearch(Layout layout) {
    this.layout = layout;
    this.host = layout.network().host();
  }

  /** The needs of a rate: threads, or what keeps it from being carried. */
  static final class Found {
    private final int[] threads;
    private final Optional<Bound> bound;
    private final boolean exact;

    Found(int[] threads, Optional<Bound> bound, boolean exact) {
      this.threads = threads;
      this.bound = bound;
      this.exact = exact;
    }

    /** Whether nothing was left untried: no fewer threads carry the rate, or none do. */
    boolean exact() {
      return exact;
    }

    int[] threads() {
      return threads;
    }

    Optional<Bound> bound() {
      return bound;
    }

    boolean fits() {
      return bound.isEmpty();
    }
  }

  /** The fewest threads of each node for so many external records per second. */
  Found at(double rate) {
    Found found = nodeByNode(rate);
    return new Slower(rate, found).fewest();
  }

  private Found nodeByNode(double rate) {
    Course course = new Course(layout, rate);
    int[] threads = new int[layout.count()];
    Optional<Bound> bound = Optional.empty();
    boolean exact = true;
    for (int i = 0; i < threads.length; i++) {
      double flow = course.flow(i);
      threads[i] = fewest(i, flow);
      if (threads[i] == 0) {
        Node node = layout.node(i);
        exact &= !layout.table(i).isCut();
        threads[i] = layout.table(i).isEmpty() ? node.threads().min() : layout.table(i).max();
        boolean crowdedOut =
            !node.threads().fixed() && (isCrowdedOut(i) || wouldReach(node, threads[i], flow));
        bound =
            bound.isPresent()
                ? bound
                : Optional.of(crowdedOut ? Bound.CORES : Bound.node(node.name()));
      }
      course.put(i, threads[i]);
    }
    return new Found(threads, bound.isPresent() ? bound : firstBroken(course), exact);
  }

  /**
   * Where a node loses records, and more of its threads are slower, those lose more; and then what
   * is behind it may need fewer. All such numbers are tried, which are few or none; a branch is cut
   * where those behind it would be too slow, too many or too costly even if all before them lost as
   * much as they can. The number of tries is bounded; where it ends before the search, the answer
   * is not {@linkplain Found#exact exact}.
   */
  private final class Slower {
    private final Course course;
    private final int[] threads = new int[layout.count()];
    private Found best;
    private int bestSum;
    private int workLeft = WORK_MAX;

    Slower(double rate, Found found) {
      this.course = new Course(layout, rate);
      this.best = found;
      this.bestSum = found.fits() ? Arrays.stream(found.threads()).sum() : Integer.MAX_VALUE;
    }

    Found fewest() {
      boolean any = false;
      for (int i = 0; i < threads.length; i++) {
        any |= mayLose(i);
      }
      if (any && mayFit(0, 0)) {
        tryFrom(0, 0);
      }
      return workLeft < 0 ? new Found(best.threads(), best.bound(), false) : best;
    }

    private boolean mayLose(int number) {
      return Course.isOpen(layout.node(number)) && layout.table(number).falls();
    }

    private void tryFrom(int number, int sum) {
      if (number == threads.length) {
        if (firstBroken(course).isEmpty()) {
          best = new Found(threads.clone(), Optional.empty(), true);
          bestSum = sum;
        }
        return;
      }
      double flow = course.flow(number);
      int fewest = ThreadSearch.this.fewest(number, flow);
      if (fewest == 0) {
        return;
      }
      double least = Double.POSITIVE_INFINITY;
      for (int k = fewest; k == fewest || mayLose(number, k, flow); k++) {
        if ((long) sum + k + threads.length - number - 1 >= bestSum) {
          return;
        }
        if (k > fewest && !isSlower(number, k, fewest, flow)) {
          continue;
        }
        workLeft -= threads.length;
        if (workLeft < 0) {
          return;
        }
        course.put(number, k);
        if (course.done(number) < least * MATTERS) {
          least = course.done(number);
          threads[number] = k;
          if (mayFit(number + 1, sum + k)) {
            tryFrom(number + 1, sum + k);
          }
        }
      }
    }

    /** Whether so many threads or more may lose more than fewer, and keep up. */
    private boolean mayLose(int number, int k, double flow) {
      return mayLose(number)
          && layout.table(number).reaches(k, needed(flow, layout.node(number).utilisationMax()));
    }

    /** Whether a number of threads keeps up, and is slower than the fewest that do. */
    private boolean isSlower(int number, int k, int fewest, double flow) {
      RateTable table = layout.table(number);
      return table.perSecond(k) < table.perSecond(fewest)
          && table.perSecond(k) * layout.node(number).utilisationMax() >= flow;
    }

    /**
     * Whether the nodes from a number on may fit, those before it having their threads: each has
     * the fewest for the least that can come to it, and does the least that it can. What a node
     * does at least grows with what comes to it, so no choice of threads has less anywhere.
     */
    private boolean mayFit(int number, int sum) {
      long least = sum;
      for (int i = number; i < threads.length; i++) {
        int fewest = ThreadSearch.this.fewest(i, course.flow(i));
        if (fewest == 0) {
          return false;
        }
        least += fewest;
        putLosing(i, fewest);
      }
      return least < bestSum
          && mayHave(least)
          && (host.rule() == Host.CoreRule.THREADS || coresUsed(course) <= coresToUse());
    }

    /** Gives a node the threads that lose most of those that keep up. */
    private void putLosing(int number, int fewest) {
      double flow = course.flow(number);
      int losing = fewest;
      double least = Double.POSITIVE_INFINITY;
      for (int k = fewest; k == fewest || mayLose(number, k, flow); k++) {
        if (k == fewest || isSlower(number, k, fewest, flow)) {
          workLeft -= 1 + k / 32; // a queue of many servers takes longer to calculate
          double done = NodeTimes.of(layout.node(number), k, flow, 1).passedOnPerSecond();
          if (done < least) {
            least = done;
            losing = k;
          }
        }
      }
      course.put(number, losing);
    }
  }

  /** Whether the host has room for so many threads. */
  boolean mayHave(long threads) {
    return host.rule() != Host.CoreRule.THREADS || threads <= host.cores();
  }

  /** The fewest threads for a flow; 0 where there are none. */
  private int fewest(int number, double flow) {
    Node node = layout.node(number);
    RateTable table = layout.table(number);
    if (node.overflows()) {
      return table.isEmpty() ? 0 : node.threads().min();
    }
    return table.fewest(needed(flow, node.utilisationMax()));
  }

  /**
   * The least total rate of which the allowed part is at least the flow: 30 for 21 at 0.7, where
   * the quotient is rounded to a little more.
   */
  private static double needed(double flow, double utilisation) {
    double quotient = flow / utilisation;
    double less = Math.nextDown(quotient);
    if (utilisation * less >= flow) {
      return less;
    }
    return utilisation * quotient >= flow ? quotient : Math.nextUp(quotient);
  }

  /** Whether the host has no room for the fewest threads that a node may have. */
  private boolean isCrowdedOut(int number) {
    Node node = layout.node(number);
    return layout.table(number).isEmpty() && node.threads().min() <= node.rate().threadsMax();
  }

  /** Whether a node that is too slow would be fast enough if the host had more cores. */
  private boolean wouldReach(Node node, int threads, double flow) {
    int most = Math.min(node.threads().max(), node.rate().threadsMax());
    if (host.rule() != Host.CoreRule.THREADS || most <= threads) {
      return false;
    }
    int more = (int) Math.min(most, 2L * threads + 1);
    return node.rate().perSecond(more) > node.rate().perSecond(threads)
        || flow <= node.rate().perSecond(more) * node.utilisationMax();
  }

  private Optional<Bound> firstBroken(Course course) {
    if (coresUsed(course) > coresToUse()) {
      return Optional.of(Bound.CORES);
    }
    for (Map.Entry<String, Double> resource : host.resources().entrySet()) {
      if (used(resource.getKey(), course) > resource.getValue()) {
        return Optional.of(Bound.resource(resource.getKey()));
      }
    }
    return Optional.empty();
  }

  private double coresToUse() {
    return host.rule() == Host.CoreRule.THREADS
        ? host.cores()
        : Host.CPU_UTILISATION_MAX * host.cores();
  }

  /**
   * Cores that the threads take, or that the CPU time of the records takes that are done; one that
   * is lost, or waits aside, takes none.
   */
  private double coresUsed(Course course) {
    double sum = 0;
    for (int i = 0; i < course.count(); i++) {
      sum +=
          host.rule() == Host.CoreRule.THREADS
              ? course.times(i).threads()
              : course.done(i) * cpuSeconds(i);
    }
    return sum;
  }

  /** The CPU time of a record in a node, in seconds. */
  private double cpuSeconds(int number) {
    Node node = layout.node(number);
    return node.cpuShare() * node.serviceSeconds(1);
  }

  private double used(String resource, Course course) {
    double sum = 0;
    for (int i = 0; i < course.count(); i++) {
      Use use = layout.node(i).uses().get(resource);
      if (use != null) {
        sum += course.done(i) * use.perRecord() + course.times(i).threads() * use.perThread();
      }
    }
    return sum;
  }

  /** Whether the threads of a course fit the host, however busy they are. */
  boolean fits(Course course) {
    return firstBroken(course).isEmpty();
  }

  /**
   * The highest rate that can be carried, in external records per second; 0 where none can,
   * infinite where all can, since whatever comes overflows.
   *
   * <p>Positive doubles are ordered as their bits are, so halving between bits ends at neighbours
   * after 63 steps at most.
   */
  double highestRate() {
    long low = 0;
    long high = Double.doubleToRawLongBits(Double.MAX_VALUE);
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (at(Double.longBitsToDouble(middle)).fits()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double rate = Double.longBitsToDouble(low);
    if (rate > ENDLESS) {
      return Double.POSITIVE_INFINITY;
    }
    return rate < Double.MIN_NORMAL ? 0 : rate;
  }

  /** What keeps the highest rate from being higher. */
  Bound boundAt(double rate) {
    return at(Math.nextUp(rate)).bound().orElse(Bound.CORES);
  }
}
