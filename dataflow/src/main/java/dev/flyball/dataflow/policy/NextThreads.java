package dev.flyball.dataflow.policy;

import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.dataflow.solve.Bound;
import dev.flyball.dataflow.solve.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The planned changes that are applied in this window.
 *
 * <p>Stages whose plan lies within what was measured of them change at once when they grow, and
 * when nothing larger was wanted for long when they shrink. Of those that would go beyond, the one
 * that is shortest of threads goes, alone, so that what comes of it is due to it; by a quarter at
 * least, or its gain could not be told from noise. While overloaded nothing shrinks but what is
 * faster with fewer threads; and where more threads gain nothing, fewer are tried.
 *
 * <p>Not safe for threads; used once.
 */
final class NextThreads {

  /**
   * While overloaded, a stage that is short of less than this has what it needs, or of less than is
   * {@linkplain LearnedCurve#worth worth} a change, if that is less. One that is not given it may
   * keep the next one from being busy, and then that is measured no further.
   */
  private static final double SHORTAGE_MIN = 1.03;

  private static final double TRIAL_STEP = 1.25;

  /** For a response time, threads grow by this factor at most in a window. */
  private static final int STEP_MOST = 2;

  private final LearnedFlow flow;
  private final FlowSettings settings;
  private final Plan plan;
  private final Wanted wanted;
  private final long window;
  private final boolean forResponse;
  private final List<Change> changes = new ArrayList<>();
  private Optional<Trial> trial;

  NextThreads(
      LearnedFlow flow,
      FlowSettings settings,
      Plan plan,
      Wanted wanted,
      Optional<Trial> running,
      long window) {
    this.flow = flow;
    this.settings = settings;
    this.plan = plan;
    this.wanted = wanted;
    this.trial = running;
    this.window = window;
    this.forResponse = plan.goal() instanceof Goal.Latency;
  }

  /** Finds the changes, once. */
  NextThreads decide() {
    for (LearnedStage stage : flow.stages()) {
      boolean tried = trial.isPresent() && trial.get().stage().equals(stage.name());
      if (stage.rule().held()) {
        continue;
      }
      if (isOutside(stage)) {
        change(stage, stage.within(stage.threads()), "it must keep to its limits");
      } else if (!tried && !stage.isFixed()) {
        growAsKnown(stage);
        shrink(stage);
      }
    }
    if (trial.isEmpty()) {
      growBeyond();
    }
    if (trial.isEmpty() && changes.isEmpty()) {
      tryTheBottleneck();
    }
    return this;
  }

  List<Change> changes() {
    return changes;
  }

  Optional<Trial> trial() {
    return trial;
  }

  // ---- What is wanted

  private int planned(LearnedStage stage) {
    return plan.part(stage.name()).threads();
  }

  /** What flows to a stage, by the plan, for each record that it can do now. */
  private double load(LearnedStage stage) {
    return plan.part(stage.name()).arrivalsPerSecond() / stage.perSecond();
  }

  private static boolean isOutside(LearnedStage stage) {
    return stage.within(stage.threads()) != stage.threads();
  }

  private boolean isShort(LearnedStage stage) {
    if (forResponse) {
      return planned(stage) > stage.threads();
    }
    return flow.demand().pressed()
        ? load(stage) / settings.utilisationMax() > Math.min(SHORTAGE_MIN, stage.curve().worth())
        : load(stage) > settings.utilisationHold();
  }

  // ---- Changes

  private void growAsKnown(LearnedStage stage) {
    int most = forResponse ? spareMost(stage) : stage.curve().seen();
    int to = Math.min(planned(stage), most);
    if (to > stage.threads() && isShort(stage)) {
      change(stage, to, needs(stage));
    }
  }

  /** How many may be there without having been busy. */
  private int spareMost(LearnedStage stage) {
    boolean unsure = stage.curve().suspicion() != 0 || isCrowdedOut(stage);
    return unsure ? stage.threads() : STEP_MOST * stage.threads();
  }

  private boolean isCrowdedOut(LearnedStage stage) {
    return flow.crowded() && stage.traits().computes();
  }

  private void shrink(LearnedStage stage) {
    if (flow.demand().pressed()) {
      int to = planned(stage);
      boolean faster =
          to < stage.threads()
              && stage.curve().suspicion() == 0
              && stage.curve().rate(stage.threads()).perSecond(to)
                  >= stage.curve().worth() * stage.perSecond();
      if (faster) {
        change(stage, to, "fewer threads do more: " + rates(stage, to));
      }
      return;
    }
    int to = wanted.most(stage.name());
    if (wanted.isFull(settings.shrinkWindows()) && to < stage.threads()) {
      String why = "no more were wanted in " + settings.shrinkWindows() + " windows";
      change(stage, to, why);
    }
  }

  private void growBeyond() {
    Optional<LearnedStage> shortest = Optional.empty();
    for (LearnedStage stage : flow.stages()) {
      boolean beyond = planned(stage) > Math.max(stage.threads(), stage.curve().seen());
      boolean unchanged = changes.stream().noneMatch(c -> c.stage().equals(stage.name()));
      if (beyond && unchanged && mayTry(stage) && isShort(stage) && isShorter(stage, shortest)) {
        shortest = Optional.of(stage);
      }
    }
    shortest.ifPresent(this::tryMore);
  }

  private boolean mayTry(LearnedStage stage) {
    return stage.provenBusy()
        && stage.curve().suspicion() == 0
        && !isCrowdedOut(stage)
        && !stage.isFixed()
        && !isOutside(stage);
  }

  private boolean isShorter(LearnedStage stage, Optional<LearnedStage> than) {
    return than.isEmpty() || load(stage) > load(than.get());
  }

  private void tryMore(LearnedStage stage) {
    int step = (int) Math.ceil(TRIAL_STEP * stage.threads());
    int wish = Math.min(stage.curve().reach(), Math.max(planned(stage), step));
    int to = stage.within(wish);
    String why = needs(stage) + "; of more than " + stage.curve().seen() + " nothing is known";
    trial = Optional.of(Trial.of(stage, to));
    change(stage, to, why);
  }

  /** What the overloaded pipeline is bound by is measured once more, with more threads or fewer. */
  private void tryTheBottleneck() {
    Optional<LearnedStage> bottleneck =
        plan.bound()
            .filter(bound -> flow.demand().pressed() && bound.kind() == Bound.Kind.NODE)
            .map(bound -> flow.stage(bound.name()));
    if (bottleneck.isPresent() && mayTry(bottleneck.get())) {
      LearnedStage stage = bottleneck.get();
      tryBetween(stage, stage.curve().betweenFewer(stage.threads()));
      if (trial.isEmpty()) {
        tryFewer(stage);
      }
      if (trial.isEmpty()) {
        tryBetween(stage, stage.curve().betweenMore(stage.threads(), stage.bounds().fence()));
      }
      if (trial.isEmpty()) {
        tryMoreAgain(stage);
      }
    }
  }

  /** The peak may lie between the present threads and others that were measured. */
  private void tryBetween(LearnedStage stage, int middle) {
    int to = stage.within(middle);
    if (to != stage.threads()) {
      trial = Optional.of(Trial.of(stage, to));
      change(stage, to, "the most may lie between two numbers of threads that were measured");
    }
  }

  private void tryMoreAgain(LearnedStage stage) {
    int to = stage.within(stage.curve().above(stage.threads()));
    boolean allowed = to <= stage.bounds().ceiling().orElse(to);
    boolean waits = stage.curve().knows(to, to) && stage.bounds().growing().waits(window);
    if (to > stage.threads() && allowed && !waits) {
      trial = Optional.of(Trial.of(stage, to));
      change(stage, to, "many more seemed to do less, and some more are measured");
    }
  }

  private void tryFewer(LearnedStage stage) {
    int to = stage.within(stage.curve().fewer(stage.threads()));
    if (to < stage.threads() && !stage.bounds().shrinking().waits(window)) {
      trial = Optional.of(Trial.of(stage, to));
      change(stage, to, "more gain nothing, so fewer are tried");
    }
  }

  // ---- Reasons

  private void change(LearnedStage stage, int to, String why) {
    changes.add(new Change(stage.name(), stage.threads(), to, why));
  }

  private String needs(LearnedStage stage) {
    return String.format(
        Locale.ROOT,
        "%.4g/s are to be done and %d do %.4g/s",
        plan.part(stage.name()).arrivalsPerSecond(),
        stage.threads(),
        stage.perSecond());
  }

  private static String rates(LearnedStage stage, int to) {
    return String.format(
        Locale.ROOT,
        "%.4g/s instead of %.4g/s",
        stage.curve().rate(stage.threads()).perSecond(to),
        stage.perSecond());
  }
}
