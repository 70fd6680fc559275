package dev.flyball.dataflow.policy;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Goal;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import dev.flyball.policy.Regime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * A policy that learns the network of a pipeline, and gives it the threads that the planner would.
 *
 * <p><b>How it decides</b>, once per window:
 *
 * <pre>{@code
 * learn    e_i(n) = records done / busy time, n threads of stage i being busy; selectivities; CPU time
 * demand   records that come per second + records that wait / catch-up time
 * plan     the fewest threads for the demand, each busy 80 % at most;
 *          overloaded: the fewest threads for the most that can be done
 * do       growth at once; shrinking to the most that was wanted in the last 30 windows
 * }</pre>
 *
 * <p><b>How is it designed, and why?</b> Two stages that wait for each other cannot be climbed one
 * by one: more threads before the bottleneck gain nothing, and what gains depends on all the
 * others. So nothing is searched in the throughput of the whole. Each stage measures what a thread
 * of it could do if it never had to wait (Kalavri et al., <em>Three steps is all you need</em>,
 * OSDI 2018), and the best threads of all follow in one calculation. A decoder with 1000/s per
 * thread before a database with 50/s per thread and 400/s to carry: 400 / 0.8 / 1000 and 400 / 0.8
 * / 50, that is 1 and 10 threads.
 *
 * <p>What a calculation cannot know is whether ten threads are ten times as fast as one. So a
 * stage's rate is believed up to half as many threads again as were seen busy, and the step beyond
 * what was seen is a {@link Trial}: one stage at a time, judged by that stage's own rate. A trial
 * that gains less than a tenth of what was predicted goes back, and that stage is bound by
 * something outside; it is tried again later, and each time the wait doubles. Where the rate before
 * was one lucky window's, that shows once the fewer threads are measured again: they do clearly
 * less, and the stage is bound no longer.
 *
 * <p>The most may lie between two numbers of threads that were measured: a stage of 19 threads with
 * 468/s, and of 28 with 463/s, does 590/s with 24. So the overloaded stage that binds is measured
 * in the middle, above and below, as long as it may be faster there by 1 %, or by what the noise of
 * four windows hides if that is more: a thread more makes no other one faster, so n threads between
 * a and b do at most n e(a). And fewer threads are tried while they do as much.
 *
 * <p><b>For a response time</b> the plan is for that, tightened by what was measured ({@link
 * Tightening}). Threads that are to be free when a record comes are not busy, so they cannot be
 * tried; up to three times as many are planned as are believed, at most twice as many as before in
 * one window, and none for a stage that computes while the processors are used up.
 *
 * <p><b>What is not counted as work:</b> waits for records and for room. Where the processors are
 * used up, a stage that computes is slower than it would be alone; then its rate is not learned,
 * and it is given no more threads than are known to do good.
 *
 * <p><b>Assumes</b> that a stage's time per record depends on its own busy threads, and that
 * windows show some records. <b>Fails</b> where stages slow each other down by something that is
 * not the processor (a lock, one database): each of them is then bound from outside, in the order
 * in which they were tried. What is done after a lasting change costs some windows, about two for
 * each step of half as many threads again.
 *
 * @param settings what is left to the user
 * @param window the number of windows seen
 * @param learned what was learned; empty during warm-up
 * @param trial the one that is under way
 * @param wanted what was planned lately
 * @param tightening how much shorter response times are planned than asked for
 */
record PlannedFlow(
    FlowSettings settings,
    long window,
    Optional<LearnedFlow> learned,
    Optional<Trial> trial,
    Wanted wanted,
    Tightening tightening)
    implements FlowPolicy {

  PlannedFlow {
    Require.countAtLeast("window", 0, window);
  }

  /** One that has learned nothing yet. */
  static PlannedFlow of(FlowSettings settings) {
    return new PlannedFlow(
        settings, 0, Optional.empty(), Optional.empty(), Wanted.NONE, Tightening.NONE);
  }

  @Override
  public FlowAdvice advise(FlowObservation seen) {
    return (isOf(seen) ? this : of(settings)).next(seen);
  }

  /** Whether what was learned, maybe before a restart, was learned of the same stages. */
  private boolean isOf(FlowObservation seen) {
    List<String> stages = seen.stages().stream().map(StageWindow::stage).toList();
    return learned.isEmpty()
        || learned.get().stages().stream().map(LearnedStage::name).toList().equals(stages);
  }

  private FlowAdvice next(FlowObservation seen) {
    long now = window + 1;
    if (now <= settings.warmUpWindows()) {
      PlannedFlow next = new PlannedFlow(settings, now, learned, trial, wanted, tightening);
      return new FlowAdvice(List.of(), "warming up", next);
    }
    LearnedFlow flow =
        learned.orElseGet(() -> LearnedFlow.first(seen)).seen(seen, settings).at(now);
    return new Turn(now, seen, flow).judge().choose().advice();
  }

  /** One decision being made; used once. */
  private final class Turn {
    private final long now;
    private final FlowObservation seen;
    private final List<Change> changes = new ArrayList<>();
    private LearnedFlow flow;
    private Optional<Trial> running = trial;
    private Wanted planned = wanted;
    private Tightening tight = tightening;
    private SortedMap<String, Regime> regimes = Collections.emptySortedMap();
    private String why = "";

    Turn(long now, FlowObservation seen, LearnedFlow flow) {
      this.now = now;
      this.seen = seen;
      this.flow = flow;
    }

    /** Ends the trial that is under way if it can be judged. */
    Turn judge() {
      if (trial.isEmpty()) {
        return this;
      }
      String stage = trial.get().stage();
      Trial went = trial.get().seen(flow.stage(stage));
      Trial.Verdict verdict = went.verdict(flow.stage(stage), settings.gainMin());
      running = verdict == Trial.Verdict.OPEN ? Optional.of(went) : Optional.empty();
      int wait = settings.retryWindows();
      switch (verdict) {
        case GAINED -> flow = flow.change(stage, s -> s.with(s.bounds().grownWell(went.to())));
        case IN_VAIN -> {
          flow =
              flow.change(
                  stage, s -> s.with(s.bounds().grownInVain(went.from(), went.to(), now, wait)));
          if (!flow.stage(stage).rule().held()) {
            goBack(went);
          }
        }
        case MEASURED -> flow = flow.change(stage, s -> s.with(measured(s.bounds(), went)));
        case OPEN, UNDECIDED -> {}
      }
      return this;
    }

    private StageBounds measured(StageBounds bounds, Trial went) {
      int wait = settings.retryWindows();
      if (went.grows()) {
        return bounds.grownAgain(now, wait);
      }
      return went.keeps() ? bounds.shrunkWell() : bounds.shrunk(now, wait);
    }

    private void goBack(Trial failed) {
      String reason =
          String.format(
              Locale.ROOT,
              "%d do %.4g/s and %d did %.4g/s: bound from outside, tried again in %d windows",
              failed.to(),
              flow.stage(failed.stage()).perSecond(),
              failed.from(),
              failed.before(),
              flow.stage(failed.stage()).bounds().growing().windows());
      changes.add(new Change(failed.stage(), failed.to(), failed.from(), reason));
    }

    /** Plans, and does what can be done of it; a stage that goes back does that first. */
    Turn choose() {
      tight = seen.response().map(tightening::seen).orElse(Tightening.NONE);
      Plan plan = plan(flow);
      tight = tight.after(isHeld() ? OptionalDouble.empty() : takes(plan));
      planned = wanted.and(plan.threads(), settings.shrinkWindows());
      why = reason(plan);
      if (changes.isEmpty()) {
        NextThreads chosen = new NextThreads(flow, settings, plan, planned, running, now).decide();
        changes.addAll(chosen.changes());
        running = chosen.trial();
      }
      adviseHeld();
      regimes = Bottleneck.regimes(seen, flow, plan);
      return this;
    }

    /** For a response time, or where that cannot be reached, without one. */
    private Plan plan(LearnedFlow known) {
      if (known.demand().pressed() || seen.response().isEmpty()) {
        return Planner.plan(known.network(settings));
      }
      return new ResponsePlan(Planner::plan, settings)
          .of(known, seen.response().get().goal(), tight.factor());
    }

    /** How much of the goal a plan takes; empty where it is for something else. */
    private OptionalDouble takes(Plan plan) {
      return plan.goal() instanceof Goal.Latency
          ? OptionalDouble.of(
              ResponsePlan.seconds(plan) / seen.response().orElseThrow().goal().seconds())
          : OptionalDouble.empty();
    }

    private boolean isHeld() {
      return flow.stages().stream().anyMatch(stage -> stage.rule().held());
    }

    /** What those stages would have that keep their threads whatever is said. */
    private void adviseHeld() {
      if (!isHeld()) {
        return;
      }
      Plan free = plan(flow.freed());
      for (LearnedStage stage : flow.stages()) {
        int to = free.part(stage.name()).threads();
        if (stage.rule().held() && to != stage.threads()) {
          changes.add(
              new Change(stage.name(), stage.threads(), to, "planned as if none were held"));
        }
      }
    }

    private String reason(Plan plan) {
      String bound = plan.bound().map(b -> ", bound by " + b.text()).orElse("");
      if (flow.demand().pressed()) {
        return String.format(Locale.ROOT, "overloaded: planned for %.4g/s%s", plan.rate(), bound);
      }
      return String.format(
          Locale.ROOT,
          "%.4g/s come, %d records wait: planned for %.4g/s%s%s",
          flow.demand().perSecond(),
          flow.demand().backlog(),
          plan.rate(),
          plan.feasible() ? "" : bound,
          seen.response().map(goal -> response(goal, plan)).orElse(""));
    }

    private String response(ResponseGoal asked, Plan plan) {
      String took =
          asked.records() == 0
              ? "nothing measured"
              : String.format(Locale.ROOT, "%.4g ms measured", asked.seconds() * 1e3);
      String planned =
          plan.goal() instanceof Goal.Latency goal
              ? String.format(Locale.ROOT, "planned for %.4g ms", goal.seconds() * 1e3)
              : "which cannot be planned";
      return String.format(
          Locale.ROOT, "; goal %.4g ms, %s, %s", asked.goal().seconds() * 1e3, took, planned);
    }

    FlowAdvice advice() {
      PlannedFlow next = new PlannedFlow(settings, now, Optional.of(flow), running, planned, tight);
      return new FlowAdvice(changes, regimes, why, next);
    }
  }
}
