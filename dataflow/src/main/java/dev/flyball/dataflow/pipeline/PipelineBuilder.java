package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A builder of pipelines; every setting has a default. */
public final class PipelineBuilder {

  final String name;
  final List<StagePlan<?, ?>> stages = new ArrayList<>();
  Optional<ThreadFactory> threads = Optional.empty();
  DeadLetters deadLetters = DeadLetters.logged();
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

  /**
   * Starts the pipeline.
   *
   * @param entry the stage for records from outside; every other stage is reached from it
   * @throws IllegalArgumentException when stages send in a circle, or one is not reached, or one is
   *     of another pipeline, or a {@link Spill} was given to two stages, or to a pipeline before
   */
  public <E> Pipeline<E> build(StagePlan<E, ?> entry) {
    List<StagePlan<?, ?>> inOrder = StageOrder.of(stages, entry);
    inOrder.forEach(StagePlan::requireComplete);
    SpillUse.give(inOrder);
    return new Pipeline<>(this, inOrder);
  }
}
