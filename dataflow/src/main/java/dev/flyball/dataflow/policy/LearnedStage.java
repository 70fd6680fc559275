package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Threads;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.policy.Limits;
import java.util.Optional;

/**
 * The knowledge of one stage; an immutable value.
 *
 * @param name the stage's name
 * @param rule what is left to the policy
 * @param threads how many it has
 * @param curve its rates
 * @param pending what was seen since the curve was last added to
 * @param latest what the last window added to the curve; empty when it added nothing
 * @param traits what is known beside its rates
 * @param bounds what was tried in vain
 */
record LearnedStage(
    String name,
    StageRule rule,
    int threads,
    LearnedCurve curve,
    Evidence pending,
    Optional<Measurement> latest,
    StageTraits traits,
    StageBounds bounds) {

  /** Stands for a rate that has not been measured yet: so fast that it makes no difference. */
  private static final double UNKNOWN_RATE = 1e12;

  /** How far the threads that there were may be from those asked for. */
  private static final double STEADY_SHARE = 0.1;

  private static final double STEADY_THREADS = 0.25;

  /**
   * A rate that was measured.
   *
   * @param threads how many threads were busy
   * @param perSecond their total rate
   */
  record Measurement(int threads, double perSecond) {}

  /** A stage of which nothing is known but that it is there. */
  static LearnedStage first(StageWindow window) {
    return new LearnedStage(
        window.stage(),
        StageRule.within(window.stage(), Limits.NONE),
        window.size().threadsAsked(),
        LearnedCurve.NONE,
        Evidence.NONE,
        Optional.empty(),
        StageTraits.NONE,
        StageBounds.NONE);
  }

  // ---- Learning

  /**
   * Takes in a window.
   *
   * @param crowded whether the processors were used up: then a stage that computes is slower than
   *     it would be, and its curve is left as it is
   */
  LearnedStage seen(StageWindow window, long recordsMin, boolean crowded) {
    int asked = window.size().threadsAsked();
    StageTraits noted = traits.seen(window);
    if (!steady(window)) {
      return learned(asked, curve, Evidence.NONE, Optional.empty(), noted);
    }
    Evidence sum = (asked == threads ? pending : Evidence.NONE).plus(window);
    if (!sum.enough(recordsMin)) {
      return learned(asked, curve, sum, Optional.empty(), noted);
    }
    StageTraits costed = noted.costing(sum);
    if (crowded && costed.computes() && !curve.isEmpty()) {
      return learned(asked, curve, Evidence.NONE, Optional.empty(), costed);
    }
    int busy = sum.busyThreads(asked);
    Measurement measured = new Measurement(busy, busy * sum.perThread());
    LearnedCurve more = curve.with(busy, sum.perThread());
    // Of threads that cannot be had nothing is proven.
    boolean all = window.size().threadsAlive() >= asked;
    return learned(asked, more, Evidence.NONE, Optional.of(measured).filter(it -> all), costed);
  }

  /**
   * Whether the threads there were are those that there are: neither were many started in the
   * window nor have many left. Fewer than were asked for may be all that can be had.
   */
  private static boolean steady(StageWindow window) {
    int now = Math.min(window.size().threadsAlive(), window.size().threadsAsked());
    return Math.abs(window.threads() - now) <= Math.max(STEADY_THREADS, STEADY_SHARE * now);
  }

  private LearnedStage learned(
      int newThreads,
      LearnedCurve newCurve,
      Evidence newPending,
      Optional<Measurement> newLatest,
      StageTraits newTraits) {
    return new LearnedStage(
        name, rule, newThreads, newCurve, newPending, newLatest, newTraits, bounds);
  }

  LearnedStage with(StageBounds newBounds) {
    return new LearnedStage(name, rule, threads, curve, pending, latest, traits, newBounds);
  }

  LearnedStage with(StageRule newRule) {
    return new LearnedStage(name, newRule, threads, curve, pending, latest, traits, bounds);
  }

  /**
   * Forgets a ceiling once it may be tried again, or nothing that was measured beyond holds it,
   * with what was learned beyond the fastest number of threads below it: from there it is tried,
   * and to there a try in vain goes back. Where what was measured beyond does clearly more, only
   * the ceiling is forgotten.
   */
  LearnedStage at(long window) {
    if (bounds.ceiling().isEmpty()) {
      return this;
    }
    int ceiling = bounds.ceiling().getAsInt();
    if (curve.risesBeyond(ceiling)) {
      return with(bounds.ceilingWasWrong());
    }
    if (curve.measuredAbove(ceiling).isPresent() && !bounds.ceilingIsOver(window)) {
      return this;
    }
    int most = Math.max(curve.fastest(ceiling), threads);
    return new LearnedStage(
        name,
        rule,
        threads,
        curve.upTo(most),
        pending,
        latest,
        traits,
        bounds.withoutCeiling(curve.measuredAbove(most)));
  }

  // ---- What is known

  /**
   * Whether the last window measured its rate with all of its threads busy. What was learned
   * earlier does not do: it may be of other times.
   */
  boolean provenBusy() {
    return latest.filter(measured -> measured.threads() >= threads).isPresent();
  }

  /** The total rate of its threads; as good as endless where nothing is known. */
  double perSecond() {
    return curve.isEmpty() ? UNKNOWN_RATE : curve.rate(threads).perSecond(threads);
  }

  /** Whether its threads are given, by its limits or by hand. */
  boolean isFixed() {
    return rule.held() || rule.limits().min() == rule.limits().max();
  }

  /** That number, or the nearest one that the limits allow. */
  int within(int count) {
    return rule.limits().clamp(count);
  }

  /**
   * The stage as the planner takes it.
   *
   * @param spare how many times as many threads as are known may be planned: where they are to be
   *     free when a record comes, and not busy, they need no proof
   */
  Node node(FlowSettings settings, int spare) {
    Node node =
        Node.of(name, UNKNOWN_RATE)
            .withUtilisationMax(settings.utilisationMax())
            .withThreads(allowed(spare))
            .withQueue(
                traits.queueCapacity(), traits.overflows() ? Overflow.DROP_NEW : Overflow.BLOCK);
    if (curve.isEmpty()) {
      return node.withService(1, 0);
    }
    int least = Math.max(threads, rule.limits().min()); // of which the plan must know a rate
    RateCurve rate = curve.rate(Math.max(least, spare > 1 ? spare * curve.reach() : 0));
    double share = traits.cpuSeconds().orElse(0) * rate.perSecond(1);
    return node.withRate(rate).withService(traits.variation(), Math.min(1, share));
  }

  private Threads allowed(int spare) {
    if (rule.held()) {
      return Threads.fixed(threads);
    }
    if (curve.isEmpty() || isFixed()) {
      return Threads.fixed(within(threads));
    }
    int least = rule.limits().min();
    int believed = bounds.ceiling().orElse(Math.max(threads, spare * curve.reach()));
    int most = Math.max(least, Math.min(rule.limits().max(), believed));
    boolean bounded = bounds.ceiling().isPresent() && most == believed;
    // What it throws away at its ceiling must not hold the others back.
    return bounded && traits.overflows() ? Threads.fixed(most) : new Threads(least, most, false);
  }
}
