package dev.flyball.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.flink.FlinkDecision.Action;
import dev.flyball.flink.TrialCluster.Output;
import dev.flyball.flink.trial.TrialLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A governed job measured on a real cluster in this process: docs/flink.md has its figures. Minutes
 * each, so not in the usual build: {@code -Dflyball.flink=true}.
 *
 * <p>Output is counted in the job itself, each record once, not taken from the metrics that the
 * governor reads.
 */
@EnabledIfSystemProperty(named = "flyball.flink", matches = "true")
class FlinkTrialIT {

  private static final double NANOS = 1e9;
  private static final int STEP_SECONDS = 5;
  private static final int BUDGET = 12;
  private static final double NEAR = 0.9;

  private static final TrialLoad LOAD = TrialLoad.example();

  /** Records per second that seven subtasks can do 80 % busy. */
  private static final double ONCE = LOAD.perSecond();

  /** Twice as many need all twelve. */
  private static final double TWICE = 2 * ONCE;

  /** What eight subtasks can do. */
  private static final double EIGHT = 40;

  /** More than any twelve can do. */
  private static final double MORE = 400;

  private static final double SETTLING_SECONDS = 6;
  private static final double MEASURED_SECONDS = 6;

  private static final FlinkSettings SETTINGS =
      FlinkSettings.of(BUDGET).withCoolDown(Duration.ofSeconds(10), 5);

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, "trial: " + format + "%n", values);
  }

  private static String numbers(Map<String, Integer> byName) {
    return new TreeMap<>(byName)
        .values().stream().map(String::valueOf).collect(Collectors.joining("-"));
  }

  private static double outputPerSecond(double seconds) throws InterruptedException {
    long began = System.nanoTime();
    long before = Output.distinct();
    Thread.sleep((long) (1000 * seconds));
    return (Output.distinct() - before) / ((System.nanoTime() - began) / NANOS);
  }

  /** What a stretch of time came to. */
  private record Stretch(List<FlinkDecision> decisions, double outputPerSecond) {

    long rescales() {
      return decisions.stream().filter(d -> d.action().compareTo(Action.ADVISED) > 0).count();
    }

    FlinkDecision last() {
      return decisions.get(decisions.size() - 1);
    }
  }

  /** Steps for a while; each is printed. The output is that of the last third. */
  private static Stretch governed(FlinkGovernor governor, int seconds) throws InterruptedException {
    List<FlinkDecision> decisions = new ArrayList<>();
    long began = System.nanoTime();
    long lastThird = 0;
    long lastThirdBegan = 0;
    double passed = 0;
    long before = Output.distinct();
    long beforeAt = began;
    while (passed < seconds) {
      Thread.sleep(1000L * STEP_SECONDS);
      FlinkDecision decision = governor.step();
      decisions.add(decision);
      long now = System.nanoTime();
      passed = (now - began) / NANOS;
      long output = Output.distinct();
      say(
          "%5.0f s %-10s %s -> %s out %.1f/s restart %.1f s: %s",
          passed,
          decision.action(),
          numbers(decision.from()),
          numbers(decision.to()),
          (output - before) / ((now - beforeAt) / NANOS),
          decision.restartSeconds(),
          decision.why());
      before = output;
      beforeAt = now;
      if (lastThirdBegan == 0 && passed > 2.0 * seconds / 3) {
        lastThird = output;
        lastThirdBegan = now;
      }
    }
    double rate = (Output.distinct() - lastThird) / ((System.nanoTime() - lastThirdBegan) / NANOS);
    return new Stretch(decisions, rate);
  }

  /** All ways to give the budget to a source and four stages; source first. */
  private static List<List<Integer>> allocations(int slowestMin) {
    List<List<Integer>> all = new ArrayList<>();
    for (int a = 1; a < BUDGET; a++) {
      for (int b = 1; b < BUDGET - a; b++) {
        for (int c = 1; c < BUDGET - a - b; c++) {
          int d = BUDGET - 1 - a - b - c;
          if (d >= slowestMin) {
            all.add(List.of(1, a, b, c, d));
          }
        }
      }
    }
    return all;
  }

  private static Map<String, Integer> named(FlinkReading job, List<Integer> numbers) {
    List<String> names = new ArrayList<>(job.parallelism().keySet());
    Map<String, Integer> byName = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.put(names.get(i), numbers.get(i)); // "Source" sorts before "stage1"
    }
    return byName;
  }

  private static FlinkReading rescaled(FlinkJob job, List<Integer> numbers)
      throws InterruptedException {
    for (int i = 0; i < 120 && !job.read().running(); i++) {
      Thread.sleep(500);
    }
    FlinkReading now = job.read();
    Map<String, Integer> wanted = named(now, numbers);
    job.require(now.vertices(), wanted);
    return job.await(wanted, Duration.ofMinutes(1));
  }

  /** An allocation and its output. */
  private record Measured(String numbers, double perSecond) {}

  /**
   * What an allocation puts out, on a cluster of its own: where one follows the other, records come
   * again that were counted before.
   */
  private static Measured measured(List<Integer> numbers) throws Exception {
    try (TrialCluster cluster = TrialCluster.start(2, "adaptive", LOAD.withRate(MORE))) {
      FlinkReading now = rescaled(FlinkJob.of(cluster.url(), cluster.id()), numbers);
      outputPerSecond(SETTLING_SECONDS);
      return new Measured(numbers(now.parallelism()), outputPerSecond(MEASURED_SECONDS));
    }
  }

  @Test
  void endsNearTheBestOfASweep() throws Exception {
    Stretch governed;
    FlinkReading ended;
    try (TrialCluster cluster = TrialCluster.start(2, "adaptive", LOAD.withRate(MORE))) {
      FlinkJob job = FlinkJob.of(cluster.url(), cluster.id());
      governed = governed(new FlinkGovernor(job, SETTINGS), 90);
      ended = job.readFresh();
    }
    String chosen = numbers(ended.parallelism());
    say(
        "governed: %s after %d rescales, %.1f/s",
        chosen, governed.rescales(), governed.outputPerSecond());
    List<List<Integer>> all = allocations(Integer.getInteger("flyball.flink.slowest", 5));
    Collections.shuffle(all, new Random(7));
    List<Measured> swept = new ArrayList<>();
    for (List<Integer> numbers : all) {
      swept.add(measured(numbers));
      say("sweep %s", swept.get(swept.size() - 1));
    }
    swept.sort(Comparator.comparingDouble(Measured::perSecond).reversed());
    swept.stream().limit(5).forEach(one -> say("best %s", one));
    double atChosen =
        swept.stream()
            .filter(one -> one.numbers().equals(chosen))
            .mapToDouble(Measured::perSecond)
            .findFirst()
            .orElseThrow();
    assertThat(governed.rescales()).isLessThanOrEqualTo(3);
    assertThat(atChosen).isGreaterThanOrEqualTo(NEAR * swept.get(0).perSecond());
  }

  /** What the rule without a budget would ask for, and what Flink makes of that. */
  @Test
  void runsWhatTheRuleWithoutABudgetAsksFor() throws Exception {
    try (TrialCluster cluster = TrialCluster.start(2, "adaptive", LOAD.withRate(MORE))) {
      FlinkJob job = FlinkJob.of(cluster.url(), cluster.id());
      FlinkReading first = rescaled(job, List.of(1, 1, 1, 1, 1));
      outputPerSecond(15);
      FlinkModel model = FlinkModel.of(List.of(first, job.readFresh())).orElseThrow();
      Map<String, Integer> wanted = AutoscalerRule.of(model);
      job.require(first.vertices(), wanted);
      outputPerSecond(20);
      double output = outputPerSecond(15);
      Map<String, Integer> runs = job.readFresh().parallelism();
      say(
          "the autoscaler's rule asks for %s; runs %s: %.1f/s",
          numbers(wanted), numbers(runs), output);
      assertThat(sum(wanted)).isGreaterThan(BUDGET);
      assertThat(sum(runs)).isLessThanOrEqualTo(BUDGET);
    }
  }

  @Test
  void followsTheLoadAndAStageThatSlows() throws Exception {
    try (TrialCluster cluster = TrialCluster.start(2, "adaptive", LOAD)) {
      FlinkJob job = FlinkJob.of(cluster.url(), cluster.id());
      FlinkGovernor governor = new FlinkGovernor(job, SETTINGS);
      int seconds = 75;
      Stretch first = governed(governor, seconds);
      say("once come: %.1f/s with %s", first.outputPerSecond(), numbers(first.last().from()));

      cluster.load(LOAD.withRate(TWICE));
      Stretch doubled = governed(governor, seconds);
      say("twice come: %.1f/s with %s", doubled.outputPerSecond(), numbers(doubled.last().from()));

      cluster.load(LOAD.withRate(TWICE).withMicros(1, 60_000));
      Stretch slowed = governed(governor, seconds);
      say("stage2 slow: %.1f/s with %s", slowed.outputPerSecond(), numbers(slowed.last().from()));

      cluster.load(LOAD);
      Stretch back = governed(governor, 2 * seconds);
      say("once again: %.1f/s with %s", back.outputPerSecond(), numbers(back.last().from()));

      assertThat(first.outputPerSecond()).isGreaterThan(NEAR * ONCE);
      assertThat(doubled.outputPerSecond()).isGreaterThan(NEAR * TWICE);
      assertThat(slowed.outputPerSecond()).isGreaterThan(NEAR * TWICE);
      assertThat(back.outputPerSecond()).isGreaterThan(NEAR * ONCE);
      assertThat(sum(back.last().from())).isLessThan(sum(slowed.last().from()));
    }
  }

  private static int sum(Map<String, Integer> numbers) {
    return numbers.values().stream().mapToInt(n -> n).sum();
  }

  /** What a job did under a load that changes. */
  private record Unsteady(long rescales, double restartSeconds, long output) {}

  /** A load that is by turns small and twice that, a quarter of a minute each. */
  private static Unsteady unsteady(String name, Optional<FlinkSettings> settings) throws Exception {
    int turns = Integer.getInteger("flyball.flink.turns", 12);
    int turnSeconds = 15;
    try (TrialCluster cluster = TrialCluster.start(2, "adaptive", LOAD)) {
      FlinkJob job = FlinkJob.of(cluster.url(), cluster.id());
      rescaled(job, List.of(1, 1, 2, 2, 6));
      outputPerSecond(10);
      Optional<FlinkGovernor> governor = settings.map(s -> new FlinkGovernor(job, s));
      Optional<FlinkReading> last = Optional.empty();
      String asked = "";
      int askedMost = 0;
      int changes = 0;
      int rescales = 0;
      double restarts = 0;
      long before = Output.distinct();
      long began = System.nanoTime();
      for (double passed = 0; passed < turns * turnSeconds; ) {
        boolean many = (int) (passed / turnSeconds) % 2 == 1;
        cluster.load(LOAD.withRate(many ? TWICE : ONCE));
        Thread.sleep(1000L * STEP_SECONDS);
        if (governor.isPresent()) {
          FlinkDecision decision = governor.get().step();
          rescales += decision.action().compareTo(Action.ADVISED) > 0 ? 1 : 0;
          restarts += decision.restartSeconds();
        }
        FlinkReading now = job.readFresh();
        if (last.isPresent() && now.follows(last.get())) {
          Optional<FlinkModel> model = FlinkModel.of(List.of(last.get(), now));
          if (model.isPresent()) {
            Map<String, Integer> wanted = AutoscalerRule.of(model.get());
            changes += numbers(wanted).equals(asked) ? 0 : 1;
            asked = numbers(wanted);
            askedMost = Math.max(askedMost, sum(wanted));
          }
        }
        last = Optional.of(now);
        passed = (System.nanoTime() - began) / NANOS;
      }
      long output = Output.distinct() - before;
      say(
          "%s: %d rescales, %.1f s of restarts, %d records out, %d again; the autoscaler's rule"
              + " beside it asks for %d different numbers in a row, at most %d subtasks",
          name, rescales, restarts, output, Output.again(), changes, askedMost);
      return new Unsteady(rescales, restarts, output);
    }
  }

  @Test
  void restartsLessWithTheDamping() throws Exception {
    FlinkSettings usual = FlinkSettings.of(BUDGET);
    FlinkSettings eager =
        usual
            .withCoolDown(Duration.ZERO, 0)
            .withThresholds(usual.utilisation(), usual.utilisation(), 0);
    Unsteady fixed = unsteady("fixed 1-1-2-2-6", Optional.empty());
    Unsteady damped = unsteady("damped", Optional.of(usual));
    Unsteady undamped = unsteady("undamped", Optional.of(eager));
    assertThat(damped.rescales()).isLessThan(undamped.rescales());
    assertThat(damped.restartSeconds()).isLessThan(undamped.restartSeconds());
    assertThat(damped.output()).isGreaterThan((long) (NEAR * fixed.output()));
  }

  @Test
  void followsTheSlotsThatAreLeft() throws Exception {
    try (TrialCluster cluster = TrialCluster.start(3, "adaptive", LOAD.withRate(TWICE))) {
      FlinkJob job = FlinkJob.of(cluster.url(), cluster.id());
      FlinkGovernor governor = new FlinkGovernor(job, SETTINGS);
      Stretch whole = governed(governor, 60);
      say(
          "12 slots: %.1f/s with %s",
          whole.outputPerSecond(), numbers(job.readFresh().parallelism()));

      cluster.killTaskManager(0);
      long killedAt = Output.distinct();
      for (int i = 0; i < 120 && !job.read().running(); i++) {
        Thread.sleep(500);
      }
      outputPerSecond(4);
      double byItself = outputPerSecond(6);
      say("8 slots: %.1f/s with %s by itself", byItself, numbers(job.readFresh().parallelism()));
      Stretch left = governed(governor, 150); // the last third is to be without what comes again
      say(
          "8 slots: %.1f/s with %s",
          left.outputPerSecond(), numbers(job.readFresh().parallelism()));

      cluster.startTaskManager();
      Stretch again = governed(governor, 75);
      say(
          "12 slots: %.1f/s with %s",
          again.outputPerSecond(), numbers(job.readFresh().parallelism()));
      say(
          "missing of the first %d: %d; again: %d",
          killedAt, Output.missingBelow(killedAt), Output.again());

      assertThat(sum(left.last().from())).isLessThanOrEqualTo(8);
      assertThat(left.outputPerSecond()).isGreaterThan(NEAR * EIGHT);
      assertThat(again.outputPerSecond()).isGreaterThan(NEAR * TWICE);
      assertThat(Output.missingBelow(killedAt)).isZero();
    }
  }

  @Test
  void takesBackARescaleThatDoesNotEnd() throws Exception {
    TrialLoad few = LOAD.withRate(TWICE).withSubtasksMax(3);
    try (TrialCluster cluster = TrialCluster.start(2, "adaptive", few)) {
      FlinkJob job = FlinkJob.of(cluster.url(), cluster.id());
      FlinkReading before = rescaled(job, List.of(1, 1, 1, 1, 3));
      FlinkGovernor governor =
          new FlinkGovernor(job, SETTINGS.withRescaleTimeout(Duration.ofSeconds(15)));
      Stretch taken = governed(governor, 90);
      say("%.1f/s with %s", taken.outputPerSecond(), numbers(job.readFresh().parallelism()));
      assertThat(taken.decisions())
          .anySatisfy(d -> assertThat(d.action()).isEqualTo(Action.TAKEN_BACK));
      assertThat(job.readFresh().parallelism()).isEqualTo(before.parallelism());
      assertThat(taken.outputPerSecond()).isPositive();
    }
  }
}
