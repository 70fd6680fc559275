package dev.flyball.flink;

import dev.flyball.dataflow.network.Network;
import dev.flyball.dataflow.solve.Plan;
import dev.flyball.dataflow.solve.Planner;
import dev.flyball.flink.FlinkDecision.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The loop that drives one job: read a window, plan, and rescale where that is worth a restart.
 *
 * <p><b>How it decides.</b> The plan is the fewest subtasks that keep every vertex at most {@code
 * utilisation} busy at the demand; where the budget or the slots do not suffice, those that carry
 * the highest rate. Each rescale stops all of the job for a moment, so it is done only if a vertex
 * is busier than {@code high} and the plan carries at least {@code gainMin} more, or if a vertex
 * that loses subtasks is less busy than {@code low}, or if the job has more subtasks than its
 * budget. And not before the cool-down has passed: the longer of {@code coolDown.min} and {@code
 * coolDown.restarts} times the last measured restart, which bounds the time lost to restarts to
 * about one in {@code coolDown.restarts}. A rescale that gained less than a tenth of what was
 * predicted by the end of its cool-down, while the source still is blocked, doubles it; before, the
 * source may be blocked by records that come again. So does one that did not end in time and was
 * taken back. A single window may be out of the ordinary, so {@code windows} of them in a row have
 * to agree.
 *
 * <p>One thread at a time.
 */
public final class FlinkGovernor {

  private static final double IN_VAIN = 0.1;
  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;
  private static final int DOUBLINGS_MAX = 6;
  private static final int READINGS_MAX = 40;

  private final FlinkJob job;
  private final FlinkSettings settings;

  /** The last readings of this epoch, the oldest first. */
  private final List<FlinkReading> epoch = new ArrayList<>();

  private Optional<Rescale> rescale = Optional.empty();

  /** The rescale that was asked for, until its end was seen. */
  private Optional<Begun> begun = Optional.empty();

  private int inVain;

  /** Windows in a row, up to this one, in which a rescale would have been worth it. */
  private int agreed;

  /** The last rescale, to be judged in the epoch that it began. */
  private record Rescale(
      long endNanos,
      double restartSeconds,
      double before,
      double predicted,
      String epoch,
      boolean judged) {

    Rescale done() {
      return new Rescale(endNanos, restartSeconds, before, predicted, epoch, true);
    }
  }

  /** A rescale that was asked for, with the job as it was before. */
  private record Begun(
      FlinkReading before,
      FlinkModel model,
      Map<String, Integer> to,
      Wish wish,
      String why,
      long startNanos) {}

  /**
   * What would be worth a restart, and why; without a wish, only why not.
   *
   * @param carries records per second that the sources are to send then
   */
  private record Wish(boolean worth, double carries, String why) {}

  public FlinkGovernor(FlinkJob job, FlinkSettings settings) {
    this.job = job;
    this.settings = settings;
  }

  /**
   * Looks at the window since the last call, which should be some seconds ago, and acts. Where the
   * last call failed while a rescale was under way, waits for that, and takes it back if need be.
   *
   * @throws FlinkException when the cluster does not answer, or refuses; another call goes on
   */
  public FlinkDecision step() {
    if (begun.isPresent()) {
      return finish(begun.get());
    }
    FlinkReading now = job.readFresh();
    boolean begins = epoch.isEmpty() || !now.follows(epoch.get(epoch.size() - 1));
    if (begins) {
      epoch.clear();
      agreed = 0;
    } else if (epoch.size() == READINGS_MAX) {
      epoch.remove(0);
    }
    epoch.add(now);
    if (begins) {
      return waited(now, now.running() ? "a new epoch begins" : "the job is " + now.state());
    }
    Optional<FlinkModel> model = FlinkModel.of(epoch);
    return model.isEmpty()
        ? waited(now, "a vertex did nothing that can be measured")
        : decide(now, model.get());
  }

  private static FlinkDecision waited(FlinkReading now, String why) {
    return new FlinkDecision(Action.WAITED, 0, 0, now.parallelism(), now.parallelism(), 0, why);
  }

  private FlinkDecision decide(FlinkReading now, FlinkModel model) {
    String judged = judge(now, model);
    Network network = model.network(settings, now.slots());
    Plan plan = model.plan(settings, now.slots());
    Map<String, Integer> from = now.parallelism();
    Map<String, Integer> to = new TreeMap<>(plan.threads());
    Wish wish = wish(network, model, plan, from);
    String why = judged + wish.why();
    agreed = wish.worth() ? agreed + 1 : 0;
    double leftSeconds = coolDownLeft();
    if (!wish.worth()) {
      return decision(Action.HELD, model, from, to, 0, why);
    }
    if (leftSeconds > 0) {
      String late = String.format(Locale.ROOT, "; cool-down for %.0f s", leftSeconds);
      return decision(Action.HELD, model, from, to, 0, why + late);
    }
    if (agreed < settings.windows()) {
      return decision(Action.HELD, model, from, to, 0, why + "; the next window has to agree");
    }
    if (settings.adviseOnly()) {
      return decision(Action.ADVISED, model, from, to, 0, why);
    }
    return apply(now, model, to, wish, why);
  }

  private String judge(FlinkReading now, FlinkModel model) {
    if (rescale.isEmpty() || rescale.get().judged()) {
      return "";
    }
    Rescale done = rescale.get();
    if (!now.epoch().equals(done.epoch())) {
      rescale = Optional.of(done.done());
      return "the job began again by itself since the last rescale; ";
    }
    double gain = model.sentSum() / done.before() - 1;
    boolean blocked = model.demandSum() > (1 + settings.thresholds().gainMin()) * model.sentSum();
    boolean vain = blocked && gain < IN_VAIN * done.predicted();
    if (vain && coolDownLeft() > 0) {
      return ""; // the source may be blocked by what comes again
    }
    rescale = Optional.of(done.done());
    failed(vain);
    return String.format(
        Locale.ROOT,
        "the last rescale was predicted to gain %.0f %% and gained %.0f %%%s; ",
        PERCENT * done.predicted(),
        PERCENT * gain,
        vain ? ", in vain: cool-down doubled" : "");
  }

  private void failed(boolean vain) {
    inVain = vain ? Math.min(DOUBLINGS_MAX, inVain + 1) : 0;
  }

  private double coolDownLeft() {
    if (rescale.isEmpty()) {
      return 0;
    }
    Rescale done = rescale.get();
    double whole =
        Math.max(
            settings.coolDown().min().toNanos() / NANOS,
            settings.coolDown().restarts() * done.restartSeconds());
    return whole * (1 << inVain) - (System.nanoTime() - done.endNanos()) / NANOS;
  }

  private Wish wish(Network network, FlinkModel model, Plan plan, Map<String, Integer> from) {
    Plan present = Planner.assess(network, from, model.demandSum());
    String busiest = "";
    double busy = 0;
    String idlest = "";
    double idle = 1;
    for (Plan.Part part : present.nodes()) {
      double load = part.arrivalsPerSecond() / part.capacityPerSecond();
      if (load > busy) {
        busiest = part.name();
        busy = load;
      }
      if (plan.part(part.name()).threads() < part.threads() && load < idle) {
        idlest = part.name();
        idle = load;
      }
    }
    // The same measure for both: the demand, or what the busiest vertex lets through of it.
    double carried = model.demandSum() / Math.max(1, busy);
    double carries = Math.min(model.demandSum(), plan.rate() / settings.utilisation());
    double gain = carries / carried - 1;
    if (present.threadsSum() > settings.budget() && !plan.threads().equals(from)) {
      return new Wish(
          true,
          carries,
          present.threadsSum() + " subtasks are more than the budget of " + settings.budget());
    }
    String state =
        String.format(
            Locale.ROOT,
            "%.4g/s come, %.4g/s would, %s is asked for %.0f %% of what it can do",
            model.sentSum(),
            model.demandSum(),
            busiest,
            PERCENT * busy);
    FlinkSettings.Thresholds limits = settings.thresholds();
    if (busy > limits.high()) {
      String text = String.format(Locale.ROOT, "%s: a plan gains %.0f %%", state, PERCENT * gain);
      return new Wish(gain >= limits.gainMin() && !plan.threads().equals(from), carries, text);
    }
    boolean spare = idle < limits.low() && plan.threadsSum() < present.threadsSum();
    String text =
        spare
            ? String.format(Locale.ROOT, "%s: %s is %.0f %% busy", state, idlest, PERCENT * idle)
            : state;
    return new Wish(spare, carries, text);
  }

  private FlinkDecision apply(
      FlinkReading now, FlinkModel model, Map<String, Integer> to, Wish wish, String why) {
    Begun it = new Begun(now, model, to, wish, why, System.nanoTime());
    begun = Optional.of(it); // before it is sent: an answer may be lost that the job follows
    try {
      job.require(now.vertices(), to);
    } catch (FlinkException e) {
      begun = e.isRefusal() ? Optional.empty() : begun;
      throw e;
    }
    return finish(it);
  }

  /** Waits for the end of a rescale, or takes it back where the job does not run in time. */
  private FlinkDecision finish(Begun it) {
    Map<String, Integer> to = it.to();
    long passedNanos = System.nanoTime() - it.startNanos();
    FlinkReading after = job.await(to, settings.rescaleTimeout().minusNanos(passedNanos));
    if (!after.running()) {
      if (job.ended()) {
        begun = Optional.empty();
        return waited(after, "the job has ended");
      }
      job.require(it.before().vertices(), it.before().parallelism());
    }
    begun = Optional.empty();
    FlinkModel model = it.model();
    long end = System.nanoTime();
    double seconds = (end - it.startNanos()) / NANOS;
    double predicted = it.wish().carries() / model.sentSum() - 1;
    Rescale done =
        new Rescale(end, seconds, model.sentSum(), predicted, after.epoch(), !after.running());
    rescale = Optional.of(done);
    epoch.clear();
    agreed = 0;
    Action action = outcome(after, to);
    if (action == Action.TAKEN_BACK) {
      failed(true);
    }
    return decision(action, model, it.before().parallelism(), to, seconds, it.why());
  }

  private static Action outcome(FlinkReading after, Map<String, Integer> wanted) {
    if (!after.running()) {
      return Action.TAKEN_BACK;
    }
    return after.has(wanted) ? Action.RESCALED : Action.PARTLY;
  }

  private static FlinkDecision decision(
      Action action,
      FlinkModel model,
      Map<String, Integer> from,
      Map<String, Integer> to,
      double seconds,
      String why) {
    return new FlinkDecision(action, model.sentSum(), model.demandSum(), from, to, seconds, why);
  }
}
