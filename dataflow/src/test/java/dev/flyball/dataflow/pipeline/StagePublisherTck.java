package dev.flyball.dataflow.pipeline;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;

/** The end of a pipeline, by the rules of Reactive Streams; {@link FlowTckTest} runs it. */
public final class StagePublisherTck extends FlowPublisherVerification<Integer> {

  /** How long to wait for what must happen; only a failure takes so long. */
  static final long PATIENCE_MILLIS = 20_000;

  /** How long to watch that nothing happens. */
  static final long SILENCE_MILLIS = 50;

  /** How often to look whether what must happen has happened; as long as the patience otherwise. */
  static final long POLL_MILLIS = 10;

  /** How long to wait, in any case, before a cancelled subscriber must have been let go. */
  private static final long LET_GO_MILLIS = 2_000;

  private final Queue<Pipeline<Integer>> pipelines = new ConcurrentLinkedQueue<>();

  public StagePublisherTck() {
    super(new TestEnvironment(PATIENCE_MILLIS, SILENCE_MILLIS, POLL_MILLIS), LET_GO_MILLIS);
  }

  @Override
  public Flow.Publisher<Integer> createFlowPublisher(long elements) {
    PipelineBuilder plan = Pipeline.named("tck").daemon().deadLetters(letter -> {});
    StagePublisher<Integer> out = plan.publisher("out");
    Pipeline<Integer> pipeline = plan.build(out.stage());
    pipelines.add(pipeline);
    Thread feeder = new Thread(() -> feed(pipeline, elements));
    feeder.setDaemon(true);
    feeder.start();
    return out;
  }

  private static void feed(Pipeline<Integer> pipeline, long elements) {
    try {
      for (long i = 0; i < elements; i++) {
        pipeline.put((int) i);
      }
      pipeline.shutdown();
    } catch (RejectedExecutionException | InterruptedException e) {
      // The test is over, and has aborted the pipeline.
    }
  }

  @Override
  public Flow.Publisher<Integer> createFailedFlowPublisher() {
    PipelineBuilder plan = Pipeline.named("tck").daemon();
    StagePublisher<Integer> out = plan.publisher("out");
    plan.build(out.stage()).abort(Duration.ofMillis(PATIENCE_MILLIS));
    return out;
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
