package dev.flyball.policies.climb.paired;

import dev.flyball.policy.Advice;
import dev.flyball.policy.Observation;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.Reason;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A climb by paired comparisons, for a target that measures little more than its throughput.
 *
 * <p>How it decides. The best size so far is compared with another by turns, one sample here and
 * one there ({@link PairedDuel}): a sample there is compared with the mean of the two samples here
 * around it. The comparison is over when the difference is twice its standard error, or after
 * {@code pairs} pairs. Sizes are tried by doubling upward, then by halving downward, then between
 * the last two ({@link PairedSearch}). A larger size must bring {@code worth} more throughput, and
 * a smaller one may cost that much. Both are compared with the best size, not with the last one, so
 * many small losses never add up. Where throughput ties, a smaller size must not make responses
 * slower by {@code patience}; that keeps the policy from starving a target with little load. The
 * smallest size that is as good is then held. Its neighbours are tried again after {@code again},
 * twice that, and so on up to sixteen times that. All begins anew when the throughput of the size
 * has differed by {@code changed} for three samples, or another caller has set another size.
 *
 * <p>Worked, on 64 connections that wait for durable commits (10638/s with 2, 15429/s with 4,
 * 18516/s with 8, 18406/s with 16, 17435/s with 32): 4 against 2 is 37 % better in one pair, 8
 * against 4 is 18 % better in two; 16 against 8 and, looking past it, 32 against 8 are not; below
 * lies 4, known to be worse; 6 and 11 are tried; 8 is held.
 *
 * <p>Why: noise that lasts longer than a sample is in both sides of a pair, so it cancels. A
 * difference of ten per cent shows within seconds, and a wrong size is left after one sample.
 *
 * <p>Assumes load enough in each sample: 100 tasks, else it waits up to five samples. Fails where
 * tasks take longer than a sample, since a task then ends at another size than it began at; and
 * where the load swings by itself with the period of the pairs. On a curve with several tops it
 * finds the one that doubling from its start leads to. Idle, it goes back to its best size and
 * holds it.
 *
 * <p>Source: this project. Paired comparison against drift: the ABBA order of experimental design;
 * ties to fewer workers and the test against what was measured at the size before: Trub 2021.
 *
 * @param settings the settings
 * @param choice the state of the search
 * @param gathering the windows of the incomplete sample
 * @param asked the last advice, in workers; 0 before the first window
 */
public record PairedClimb(
    PairedSettings settings, PairedChoice choice, PairedGathering gathering, int asked)
    implements SizingPolicy {

  /** Four windows in a sample, so that what is left out after a change is one of them. */
  private static final int WINDOWS = 4;

  private static final Parameter<Duration> SAMPLE =
      Parameter.duration("sample", "1s", "the length of a sample");
  private static final Parameter<Duration> SETTLE =
      Parameter.duration("settle", "250ms", "the time after a change that is in no sample");
  private static final Parameter<Double> WORTH =
      Parameter.share("worth", "0.03", "the gain that a larger size must bring");
  private static final Parameter<Double> PATIENCE =
      Parameter.share("patience", "0.25", "how much slower responses may be at a smaller size");
  private static final Parameter<Integer> PAIRS =
      Parameter.workers("pairs", "8", "the pairs in a comparison at most");
  private static final Parameter<Double> CHANGED =
      Parameter.share("changed", "0.25", "how far throughput is off when the load has changed");
  private static final Parameter<Duration> AGAIN =
      Parameter.duration("again", "30s", "how long a size is held before it is tested");
  private static final Parameter<Boolean> FEWER =
      Parameter.flag("fewer", "true", "whether ties go to the smaller size");

  public static final PolicyEntry ENTRY =
      new PolicyEntry(
          "paired-climb",
          "Compares two sizes by turns, and holds the smallest that has the best throughput.",
          "this project; for targets that tell little but their throughput",
          List.of(SAMPLE, SETTLE, WORTH, PATIENCE, PAIRS, CHANGED, AGAIN, FEWER),
          given ->
              PairedClimb.of(
                  new PairedSettings(
                      given.value(SAMPLE).toNanos(),
                      given.value(SETTLE).toNanos(),
                      given.value(WORTH),
                      given.value(PATIENCE),
                      given.value(PAIRS),
                      given.value(CHANGED),
                      given.value(AGAIN).toNanos(),
                      given.value(FEWER))));

  static PairedClimb of(PairedSettings settings) {
    return new PairedClimb(settings, PairedChoice.from(1), PairedGathering.NOTHING, 0);
  }

  @Override
  public Optional<PollInterval> nextPoll() {
    long nanos = Math.max(1, settings.sampleNanos() / WINDOWS);
    return Optional.of(new PollInterval(nanos, nanos));
  }

  @Override
  public Advice advise(Observation seen) {
    int there = seen.size().workersTarget();
    Optional<Reason> stall = gathering.stall(seen, settings);
    PairedChoice now = at(there, stall.isPresent());
    PairedGathering all = (there == asked ? gathering : gathering.emptied()).with(seen, settings);
    if (stall.isPresent()) {
      return advice(now.disturbed(there, stall.get()), all.emptied(), there);
    }
    return all.sample(seen, settings)
        .map(whole -> advice(sampled(now, whole), all.emptied(), there))
        .orElseGet(() ->
            advice(
                new PairedStep(
                    there, Reason.of("%s: %s", now.words(), all.progress(settings)), now),
                all,
                there));
  }

  /** A size that was not granted while the target was out of sight is no refusal. */
  private PairedChoice at(int there, boolean stalled) {
    if (asked == 0) {
      return PairedChoice.from(there);
    }
    boolean same = there == asked || (stalled && choice.knows(there));
    return same ? choice : choice.elsewhere(there, asked);
  }

  /** A size that gets nothing done is a bad one, unless there is nothing to do, or it is home. */
  private PairedStep sampled(PairedChoice now, Observation whole) {
    int there = whole.size().workersTarget();
    boolean still = whole.flow().completed() == 0;
    return still && (whole.inSystemMean() == 0 || now.isHome(there))
        ? now.disturbed(there, Reason.of("nothing is completed"))
        : now.sampled(PairedSample.of(whole), settings);
  }

  private Advice advice(PairedStep step, PairedGathering rest, int there) {
    PairedGathering next = step.size() == there ? rest : rest.settling(settings.settleNanos());
    return new Advice(
        step.size(), step.why(), new PairedClimb(settings, step.next(), next, step.size()));
  }
}
