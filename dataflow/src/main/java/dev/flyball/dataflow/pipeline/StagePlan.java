package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.network.Route.Fan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A builder of one stage of a pipeline; every setting has a default.
 *
 * @param <I> the type of its input
 * @param <O> the type of its output
 */
public final class StagePlan<I, O> {

  private static final double ROUNDING = 1e-9;

  final String name;
  final Supplier<? extends Stage<I, O>> logic;
  final List<StagePlan<?, ?>> outputs = new ArrayList<>();
  final List<Double> shares = new ArrayList<>();
  Optional<Function<Object, String>> choice = Optional.empty();
  Optional<Spill<Object>> spill = Optional.empty();
  Overflow overflow = Overflow.BLOCK;
  int queueCapacity = (int) Node.QUEUE_CAPACITY;
  int threads = 1;
  FlushRule flush = FlushRule.NEVER;
  boolean ordered;
  Optional<Retry> retry = Optional.empty();
  Optional<Function<Object, ?>> key = Optional.empty();
  Optional<Async> async = Optional.empty();
  Optional<Publication<?>> publication = Optional.empty();
  private final boolean shared;

  /**
   * What an asynchronous stage does.
   *
   * @param function returns the stage that will complete with the result
   * @param inFlightMax how many may be in flight
   */
  record Async(Function<Object, ? extends CompletionStage<?>> function, int inFlightMax) {}

  StagePlan(String name, Supplier<? extends Stage<I, O>> logic, boolean shared) {
    this.name = Require.notBlank("name", name);
    this.logic = logic;
    this.shared = shared;
  }

  /** The initial number of threads, at least 1. Default: 1. */
  public StagePlan<I, O> threads(int count) {
    this.threads = Require.atLeast("threads", 1, count);
    return this;
  }

  /**
   * The maximum number of waiting records, and the rule for further records. Default: 1024, and the
   * sender waits.
   */
  public StagePlan<I, O> queue(int capacity, Overflow policy) {
    this.queueCapacity = Require.atLeast("queue", 1, capacity);
    this.overflow = policy;
    this.spill = Optional.empty();
    return this;
  }

  /** The maximum number of records that wait in memory, and the store for further ones. */
  @SuppressWarnings("unchecked") // it is given records of the type that this stage takes, only
  public StagePlan<I, O> queue(int capacity, Spill<I> aside) {
    queue(capacity, Overflow.SPILL);
    this.spill = Optional.of((Spill<Object>) aside);
    return this;
  }

  /**
   * Keeps the order: the stage's output leaves it in the order in which it took the input, whatever
   * the number of its threads.
   *
   * <p>A thread that is done before its turn goes on with the next batch. A thread that has emitted
   * more than a few thousand records before its turn waits for it. A slow record delays the output
   * of the other threads, at the latest when 64 batches wait for it.
   */
  public StagePlan<I, O> ordered() {
    this.ordered = true;
    return this;
  }

  /**
   * Keeps the order of records with equal keys: the stage works on them one after the other, in the
   * order in which they came, and their output leaves it in that order. Records of different keys
   * are worked on at the same time by the stage's threads, whose number may change meanwhile.
   *
   * <p>While a thread has records of a key, no other one is given further records of it: until
   * their output was delivered, which for a stage that {@linkplain Stage#flush flushes} is after
   * the flush. So more threads than keys at a time are of no use. Waiting records count to the
   * stage's queue whatever their key: where the queue blocks and a single key fills it, the others
   * wait.
   *
   * @param key returns the key of a record; a record of which it throws or returns null goes to the
   *     dead letters. It is called with the queue locked, as are {@code equals} and {@code
   *     hashCode} of keys, so all of them must be quick, and must not call the pipeline. A key must
   *     not change
   */
  @SuppressWarnings("unchecked") // it is given records of the type that this stage takes, only
  public StagePlan<I, O> orderedBy(Function<? super I, ?> key) {
    Objects.requireNonNull(key, "key must not be null");
    this.key = Optional.of((Function<Object, ?>) (Function<?, ?>) key);
    return this;
  }

  /**
   * Works on a record again when it has failed, before it goes to the dead letters. Default: never.
   *
   * <p>The stage's {@link Stage#on} is called again with the same record by the same thread, after
   * a pause in which this thread does nothing else, so an order is kept. The pause counts as a wait
   * for what is behind, not as work. What a failed attempt has emitted is thrown away, that of the
   * last one, too; but a record that has emitted more than 2048 records to one output is not tried
   * again, and those are sent. The dead letter has the failure of the last attempt, with the
   * earlier ones as suppressed exceptions. After {@link Pipeline#abort} nothing is tried again.
   *
   * <p>In an {@linkplain PipelineBuilder#async asynchronous} stage no thread waits for the pause,
   * but the record remains in flight.
   *
   * <p>A {@linkplain Stage#flush flush} is not tried again: only the stage knows what it still
   * holds when it has failed.
   */
  public StagePlan<I, O> retry(Retry rule) {
    this.retry = Optional.of(rule);
    return this;
  }

  /**
   * {@linkplain Stage#flush Flushes} each instance after so many records, at least 1, counted from
   * its last flush.
   *
   * @throws IllegalArgumentException when all threads share one instance
   */
  public StagePlan<I, O> flushAfter(int records) {
    return flush(flush.after(Require.atLeast("records", 1, records)));
  }

  /**
   * {@linkplain Stage#flush Flushes} each instance when this time has passed since the first record
   * after its last flush. So an instance holds no record for longer, but for the time that its
   * thread then takes for one record, or waits for room behind it.
   *
   * @param time above 0
   * @throws IllegalArgumentException when all threads share one instance
   */
  public StagePlan<I, O> flushEvery(Duration time) {
    return flush(flush.every(Require.positive("time", time)));
  }

  /**
   * {@linkplain Stage#flush Flushes} each instance before its thread waits for a record. So under
   * little load records are passed on at once, and many at a time only where many come.
   *
   * @throws IllegalArgumentException when all threads share one instance
   */
  public StagePlan<I, O> flushWhenIdle() {
    return flush(flush.whenIdle());
  }

  private StagePlan<I, O> flush(FlushRule rule) {
    if (shared) {
      throw new IllegalArgumentException(
          "stage '" + name + "' must have an instance for each thread to be flushed but has one");
    }
    this.flush = rule;
    return this;
  }

  /**
   * Sends the output of this stage to another one. If called several times, each stage gets each
   * record, unless {@link #choosing} says otherwise.
   */
  public StagePlan<I, O> to(StagePlan<? super O, ?> next) {
    requireNoShares(!shares.isEmpty());
    return add(next);
  }

  /**
   * Sends a share of the output of this stage to another one. Each record goes to one of them;
   * turns keep the shares as closely as possible.
   *
   * @param share above 0; the shares of a stage sum to 1
   */
  public StagePlan<I, O> split(StagePlan<? super O, ?> next, double share) {
    requireNoShares(shares.size() < outputs.size() || choice.isPresent());
    shares.add(Require.above("share", 0, share));
    return add(next);
  }

  /**
   * Sends each record to one of the outputs.
   *
   * @param output returns the name of the record's next stage; called by the stage's threads
   */
  @SuppressWarnings("unchecked") // it is given what this stage emits, only
  public StagePlan<I, O> choosing(Function<? super O, String> output) {
    requireNoShares(!shares.isEmpty());
    this.choice = Optional.of((Function<Object, String>) (Function<?, String>) output);
    return this;
  }

  @SuppressWarnings("unchecked") // it is given records of the type that this stage takes, only
  StagePlan<I, O> async(Function<?, ? extends CompletionStage<?>> function, int inFlightMax) {
    this.async =
        Optional.of(
            new Async(
                (Function<Object, ? extends CompletionStage<?>>) function,
                Require.atLeast("inFlightMax", 1, inFlightMax)));
    return this;
  }

  private StagePlan<I, O> add(StagePlan<?, ?> next) {
    if (outputs.contains(next)) {
      throw new IllegalArgumentException(
          "output of stage '" + name + "' must be named once but '" + next.name + "' was twice");
    }
    outputs.add(next);
    return this;
  }

  private void requireNoShares(boolean mixed) {
    if (mixed) {
      throw new IllegalArgumentException(
          "outputs of stage '"
              + name
              + "' must be all shared, or all copied, or chosen among, but were mixed");
    }
  }

  void requireComplete() {
    double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
    if (!shares.isEmpty() && Math.abs(sum - 1) > ROUNDING) {
      throw new IllegalArgumentException(
          "sum of the shares of stage '" + name + "' must be 1 but was " + sum);
    }
    if (ordered && key.isPresent()) {
      throw new IllegalArgumentException(
          "stage '" + name + "' must be ordered as a whole or by key but was both");
    }
    if (overflow == Overflow.SPILL && spill.isEmpty()) {
      throw new IllegalArgumentException(
          "stage '" + name + "' must be told where to put records aside but was not");
    }
  }

  /** Gives its publisher to the pipeline, if it has one. */
  void requireNotPublished() {
    if (publication.isPresent() && !publication.get().use()) {
      throw new IllegalArgumentException(
          "publisher of stage '" + name + "' must be new but was given to a pipeline before");
    }
  }

  Fan fan() {
    return shares.isEmpty() && choice.isEmpty() ? Fan.COPY : Fan.SPLIT;
  }

  String name() {
    return name;
  }

  @Override
  public String toString() {
    return "stage '" + name + "'";
  }
}
