package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A builder of pipelines; every setting has a default. */
public final class PipelineBuilder {

  final String name;
  final List<StagePlan<?, ?>> stages = new ArrayList<>();
  Optional<ThreadFactory> threads = Optional.empty();
  DeadLetters deadLetters = DeadLetters.logged();
  Optional<InFlightLimit> inFlight = Optional.empty();
  boolean daemon;

  PipelineBuilder(String name) {
    this.name = Require.notBlank("name", name);
  }

  // ---- Stages

  /**
   * Adds a stage of which each thread has its own instance.
   *
   * @param stage its name
   * @param logic makes an instance, in the thread that starts the stage's thread; the caller that
   *     {@linkplain #build builds} the pipeline or {@linkplain Pipeline#resize resizes} it gets its
   *     exceptions
   */
  public <I, O> StagePlan<I, O> stage(String stage, Supplier<? extends Stage<I, O>> logic) {
    return add(new StagePlan<>(stage, logic, false));
  }

  private <I, O> StagePlan<I, O> add(StagePlan<I, O> plan) {
    String stage = plan.name;
    if (stages.stream().anyMatch(other -> other.name.equals(stage))) {
      throw new IllegalArgumentException(
          "stage must have a name of its own but '" + stage + "' was given twice");
    }
    stages.add(plan);
    return plan;
  }

  /**
   * Adds a stage of which all threads call the same instance; the pipeline never flushes, ends or
   * closes it.
   */
  public <I, O> StagePlan<I, O> shared(String stage, Stage<I, O> logic) {
    Objects.requireNonNull(logic, "logic must not be null");
    Stage<I, O> neverClosed = (record, out) -> logic.on(record, out);
    return add(new StagePlan<>(stage, () -> neverClosed, true));
  }

  /** Adds a stage that makes one record of each; its threads call the same function. */
  public <I, O> StagePlan<I, O> map(String stage, Function<? super I, ? extends O> function) {
    return shared(stage, (record, out) -> out.emit(function.apply(record)));
  }

  /** Adds a stage that emits nothing; its threads call the same function. */
  public <I> StagePlan<I, Void> sink(String stage, Consumer<? super I> function) {
    return shared(stage, (record, out) -> function.accept(record));
  }

  /**
   * Adds a stage whose work is done elsewhere: the function begins it and returns at once, and the
   * stage emits the result when it has come. So one thread has many records at work, such as
   * requests to another server.
   *
   * <p>A record is in flight from the call of the function until a thread of the stage takes the
   * result; a result of null emits nothing. The threads of the stage call the function and emit
   * results, so no thread that completes one ever waits. One thread is usually enough: the bound is
   * for all of them. An {@linkplain StagePlan#ordered ordered} stage emits the results in the order
   * in which the records came, so a slow one delays those behind it; in a stage that is {@linkplain
   * StagePlan#orderedBy ordered by key}, a record is begun when that of its key before it is done.
   *
   * <p>When the function throws, or returns null, or what it returned fails, the record is
   * {@linkplain StagePlan#retry tried again} or a dead letter. {@link Pipeline#abort} cancels what
   * is in flight, where that has a future; records of which the result comes later are left over
   * then.
   *
   * @param stage its name
   * @param inFlightMax how many records may be in flight, at least 1
   * @param function begins the work on a record; it must not wait
   */
  public <I, O> StagePlan<I, O> async(
      String stage,
      int inFlightMax,
      Function<? super I, ? extends CompletionStage<? extends @Nullable O>> function) {
    Objects.requireNonNull(function, "function must not be null");
    Stage<I, O> never =
        (record, out) -> {
          throw new IllegalStateException("records must come as calls but one did not: " + record);
        };
    return add(new StagePlan<I, O>(stage, () -> never, true).async(function, inFlightMax));
  }

  /**
   * Adds a stage that publishes its records, and emits nothing.
   *
   * @return the publisher; its {@link StagePublisher#stage} is the stage to send records to. It
   *     belongs to the one pipeline that is built with it
   */
  public <T> StagePublisher<T> publisher(String stage) {
    Publication<T> publication = new Publication<>(stage);
    StagePlan<T, Void> plan = shared(stage, publication::on);
    plan.publication = Optional.of(publication);
    return new StagePublisher<>(plan, publication);
  }

  // ---- The pipeline

  /** The handler of records that a stage could not finish. Default: logs them at a low rate. */
  public PipelineBuilder deadLetters(DeadLetters handler) {
    this.deadLetters = Objects.requireNonNull(handler, "handler must not be null");
    return this;
  }

  /**
   * The factory of the threads. By default their names are {@code flyball-PIPELINE-STAGE-1}, and so
   * on. A factory of the caller's own chooses the names and everything else. Virtual threads work,
   * but have no processor time of their own.
   */
  public PipelineBuilder threads(ThreadFactory factory) {
    this.threads = Optional.of(factory);
    return this;
  }

  /**
   * Lets the program end while the pipeline runs. By default the pipeline keeps the program alive.
   */
  public PipelineBuilder daemon() {
    this.daemon = true;
    return this;
  }

  /** Bounds the records in flight, together with those of other pipelines. Default: no bound. */
  public PipelineBuilder inFlight(InFlightLimit limit) {
    this.inFlight = Optional.of(limit);
    return this;
  }

  /**
   * Starts the pipeline.
   *
   * @param entry the stage for records from outside
   * @param others further stages for records from outside, see {@link Pipeline#entry}; other stages
   *     may send to them as well. Every stage is reached from an entry
   * @throws IllegalArgumentException when stages send in a circle, or one is not reached, or one is
   *     of another pipeline, or an entry is named twice, or a {@link Spill} was given to two
   *     stages, or to a pipeline before
   */
  public <E> Pipeline<E> build(StagePlan<E, ?> entry, StagePlan<?, ?>... others) {
    List<StagePlan<?, ?>> entries = new ArrayList<>(List.of(others));
    entries.add(0, entry);
    List<StagePlan<?, ?>> inOrder = StageOrder.of(stages, entries);
    inOrder.forEach(StagePlan::requireComplete);
    SpillUse.give(inOrder);
    inOrder.forEach(StagePlan::requireNotPublished);
    return new Pipeline<>(this, inOrder, entry, List.of(others));
  }
}
