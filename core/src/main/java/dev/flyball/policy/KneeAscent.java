package dev.flyball.policy;

import java.util.List;
import java.util.Optional;

/**
 * The way up while tasks wait and throughput has not been seen to level off: in large steps, each
 * of which must have paid before the next.
 *
 * <p>A queue that grows costs at once, and most targets do scale; so growing is what happens as
 * long as nothing speaks against it. What a step has brought is known after one round, when what
 * ends was begun at that size, and two to four batches.
 *
 * <ul>
 *   <li>Throughput grew nearly in proportion (a gain of 0.8): {@code travel} times as many. Else
 *       twice as many.
 *   <li>It did not grow, by two standard errors: back.
 *   <li>It fell below 0.6 of what another size got done: back at once.
 *   <li>While nothing is known, {@code travel} squared times as many up to 16 workers; more than
 *       that are first compared with half of them.
 * </ul>
 *
 * @param search what is known
 * @param nowNanos the end of the window
 * @param wanted the size that demand and CPU allow, at least the present one
 */
record KneeAscent(KneeSearch search, long nowNanos, int wanted) {

  private static final double GAIN_IN_PROPORTION = 0.8;
  private static final double FELL = 0.6;
  private static final double PATIENCE_SECONDS = 0.4;
  private static final double FIRST_LOOK_NANOS = 2e8;
  private static final double UNKNOWN_SECONDS = 0.1;
  private static final int FEW = 16;

  KneeSearch.Move move() {
    if (visit().sinceNanos() <= search.saturation().sinceNanos()) {
      return first();
    }
    if (!visit().settled()) {
      return cold() && told().isEmpty() ? reaching() : measuring();
    }
    Optional<KneeReading> better = better();
    return better.isPresent() ? back(better.get(), "throughput fell") : judged();
  }

  /** While no task has ended yet that was begun here: as far as one first step would lead. */
  private KneeSearch.Move reaching() {
    double reach = search.travel() * search.travel() * Math.max(1, search.proven());
    int more = (int) Math.min(wanted, Math.max(size(), reach));
    return search.stay(more, "behind: tasks wait, tries %d workers", more);
  }

  /** Before the first step. */
  private KneeSearch.Move first() {
    boolean far = size() > FEW && wanted / 2 >= size();
    if (cold() && told().isEmpty() && !far) {
      return up();
    }
    if (cold() && far) {
      return first(told().isEmpty());
    }
    boolean ready =
        batches() >= 2 || nowNanos - search.saturation().sinceNanos() >= FIRST_LOOK_NANOS;
    return ready ? up() : measuring();
  }

  /** Where the pool is large and nothing is known. */
  private KneeSearch.Move first(boolean nothingTold) {
    if (nothingTold) {
      return visit().patient(nowNanos) ? measuring() : up();
    }
    boolean alone = told().size() == 1 && batches() >= 2;
    return alone ? search.stay(size() / 2, "behind: tries half, %d workers", size() / 2) : up();
  }

  /** Another size that got much more done. */
  private Optional<KneeReading> better() {
    double calm = search.calm().seconds().orElse(UNKNOWN_SECONDS);
    boolean waited = visit().seconds(nowNanos) > PATIENCE_SECONDS + 2 * calm;
    double throughput = visit().throughput(nowNanos);
    return search
        .curve()
        .best()
        .filter(best -> waited && throughput < FELL * best.throughput())
        .filter(best -> apart(best.workers()));
  }

  private boolean apart(double other) {
    return KneeReading.apart(Math.min(size(), other), Math.max(size(), other));
  }

  /** By what this size has brought against smaller ones. */
  private KneeSearch.Move judged() {
    List<KneeReading> below = search.curve().below(size());
    boolean patient = visit().patient(nowNanos);
    if (below.isEmpty()) {
      return alone(patient);
    }
    if (search.here().isEmpty()) {
      return patient ? measuring() : up();
    }
    KneeReading here = search.here().get();
    KneeReading near = below.get(below.size() - 1);
    double gain = Math.min(KneeReading.gain(near, here), KneeReading.gain(below.get(0), here));
    if (gain >= GAIN_IN_PROPORTION) {
      return up();
    }
    if (!here.solid() && patient) {
      return measuring();
    }
    boolean paid = gain >= KneeCurve.GAIN_MIN || 1 - gain <= 2 * KneeReading.gainError(near, here);
    if (paid) {
      return up();
    }
    return here.error() < 0.1 || !patient ? back(near, "no gain seen") : measuring();
  }

  /** Where no smaller size is known. */
  private KneeSearch.Move alone(boolean patient) {
    boolean early = !cold() && visit().seconds(nowNanos) < 1.2;
    if (batches() < 2 && (patient || early)) {
      return measuring();
    }
    KneeSearch.Hold hold = search.hold();
    boolean due = !hold.at(size()) || hold.due(nowNanos);
    if (search.advised() <= size() || batches() < 8 || size() == 1 || !due) {
      return cold() ? up() : up(Math.min(2, search.travel()));
    }
    KneeSearch.Hold tested = hold.at(size()) ? hold.tested(nowNanos) : hold.moved(size(), nowNanos);
    return search
        .with(tested)
        .stay(size() / 2, "behind: cannot grow, tries half, %d workers", size() / 2);
  }

  private KneeSearch.Move up() {
    return up(factor());
  }

  private KneeSearch.Move up(double factor) {
    double most = Math.ceil(size() * factor);
    Optional<KneeReading> best = search.curve().best();
    if (best.isPresent()) {
      KneeReading largest = told().get(told().size() - 1);
      boolean tooFar =
          KneeReading.apart(size(), largest.workers())
              && largest.throughput() < 0.85 * best.get().throughput();
      if (tooFar) {
        most = Math.min(most, StrictMath.sqrt(best.get().workers() * largest.workers()));
      }
    }
    int more = (int) Math.min(wanted, Math.max(size(), most));
    return search.stay(more, "behind: tasks wait, tries %d workers", more);
  }

  private double factor() {
    if ((cold() && size() > FEW) || !hasPaid()) {
      return Math.min(2, search.travel());
    }
    return cold() ? search.travel() * search.travel() : search.travel();
  }

  /** Whether every smaller size was clearly worth less, or none is known. */
  private boolean hasPaid() {
    boolean others =
        told().stream().anyMatch(it -> Math.abs(it.workers() - size()) > 0.05 * size());
    return !others
        || (search.curve().above(size()).isEmpty()
            && search.here().isPresent()
            && search.curve().below(size()).stream()
                .allMatch(low -> KneeReading.gain(low, search.here().get()) > 0.7));
  }

  private KneeSearch.Move back(KneeReading to, String why) {
    int size = Math.min(wanted, Workers.rounded(to.workers()));
    return search.stay(size, "behind: %s, back to %d workers", why, size);
  }

  private KneeSearch.Move measuring() {
    return search.stay(size(), "behind: measures %d workers", size());
  }

  private boolean cold() {
    return search.calm().seconds().isEmpty();
  }

  private KneeVisit visit() {
    return search.visit();
  }

  private int size() {
    return visit().workers();
  }

  private int batches() {
    return search.curve().batchesAt(size());
  }

  private List<KneeReading> told() {
    return search.curve().told();
  }
}
