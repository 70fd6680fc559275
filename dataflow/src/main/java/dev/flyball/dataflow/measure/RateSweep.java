package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import dev.flyball.control.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Trials of one node with several numbers of threads, repeated until each rate is known well
 * enough, or time is up.
 *
 * <p>Rounds go through the numbers upwards and downwards by turns, so that a machine that gets
 * slower or faster meanwhile is in no number's favour. Numbers that are known well enough are left
 * out of further rounds. The first trial of all is thrown away: in it code is compiled, files and
 * connections are opened.
 *
 * <p>For one thread. What was found so far stays when that is interrupted.
 */
public final class RateSweep {

  private final String node;
  private final SweepPlan plan;
  private final Trials trials;
  private final Clock clock;
  private final SortedMap<Integer, List<TrialReading>> found = new TreeMap<>();

  /** The factory of trials. */
  @FunctionalInterface
  public interface Trials {
    /** Measures with so many threads. */
    TrialReading run(int threads) throws InterruptedException;
  }

  public RateSweep(String node, SweepPlan plan, Trials trials, Clock clock) {
    this.node = Require.notBlank("node", node);
    this.plan = plan;
    this.trials = trials;
    this.clock = clock;
  }

  /**
   * Measures.
   *
   * @param listener is told what is known of a number of threads after each trial with it
   * @throws InterruptedException when the thread is interrupted
   * @throws TrialFailedException when the node's task fails
   */
  public void run(Consumer<ThreadsReading> listener) throws InterruptedException {
    long beganNanos = clock.nanoTime();
    trials.run(plan.threads().get(0));
    for (int round = 0; ; round++) {
      List<Integer> left = imprecise();
      if (left.isEmpty()) {
        return;
      }
      for (int i = 0; i < left.size(); i++) {
        if (round > 0 && clock.nanoTime() - beganNanos >= plan.budget().toNanos()) {
          return;
        }
        int threads = left.get(round % 2 == 0 ? i : left.size() - 1 - i);
        listener.accept(add(trials.run(threads)));
      }
    }
  }

  private List<Integer> imprecise() {
    return plan.threads().stream()
        .filter(threads -> {
          List<TrialReading> made = found.getOrDefault(threads, List.of());
          return made.size() < SweepPlan.REPETITIONS_MIN
              || !new ThreadsReading(threads, made).within(plan.precision());
        })
        .toList();
  }

  private ThreadsReading add(TrialReading reading) {
    List<TrialReading> made = found.computeIfAbsent(reading.threads(), any -> new ArrayList<>());
    made.add(reading);
    return new ThreadsReading(reading.threads(), made);
  }

  /** What was found so far; empty before the first trial that counts. */
  public Optional<NodeRates> rates() {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new NodeRates(
                node,
                found.entrySet().stream()
                    .map(entry -> new ThreadsReading(entry.getKey(), entry.getValue()))
                    .toList()));
  }
}
