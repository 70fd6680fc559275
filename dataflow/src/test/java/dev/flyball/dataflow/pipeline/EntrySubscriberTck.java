package dev.flyball.dataflow.pipeline;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;

/** The entry of a pipeline, by the rules of Reactive Streams; {@link FlowTckTest} runs it. */
public final class EntrySubscriberTck extends FlowSubscriberBlackboxVerification<Integer> {

  private final Queue<Pipeline<Integer>> pipelines = new ConcurrentLinkedQueue<>();

  public EntrySubscriberTck() {
    super(
        new TestEnvironment(
            StagePublisherTck.PATIENCE_MILLIS,
            StagePublisherTck.SILENCE_MILLIS,
            StagePublisherTck.POLL_MILLIS));
  }

  @Override
  public Flow.Subscriber<Integer> createFlowSubscriber() {
    PipelineBuilder plan = Pipeline.named("tck").daemon();
    StagePlan<Integer, Void> sink = plan.sink("sink", record -> {});
    Pipeline<Integer> pipeline = plan.build(sink);
    pipelines.add(pipeline);
    return pipeline.entry(sink).subscriber(end -> pipeline.shutdown());
  }

  @Override
  public Integer createElement(int element) {
    return element;
  }

  /** At the end, for a subscriber of one test must not be told of an abort in the next. */
  @AfterClass
  public void abortAll() {
    for (Pipeline<Integer> pipeline = pipelines.poll();
        pipeline != null;
        pipeline = pipelines.poll()) {
      pipeline.abort(Duration.ZERO);
    }
  }
}
