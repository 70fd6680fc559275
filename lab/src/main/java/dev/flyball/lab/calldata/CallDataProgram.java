package dev.flyball.lab.calldata;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.Stage;
import dev.flyball.dataflow.pipeline.StagePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A call-data program: a socket, four stages, files and a database.
 *
 * <pre>
 *                                              -- serializer -- files
 *   socket -- decoder -- converter -- a copy --
 *                                              -- feeder ------ database
 * </pre>
 *
 * <p>All queues are bounded, and a sender that meets a full one waits, up to the program's sender.
 * So the slower of the two ends sets the rate of all, and no ticket is lost on the way.
 *
 * <p>Any thread may call any method.
 */
public final class CallDataProgram implements AutoCloseable {

  private static final Duration ABORT_PATIENCE = Duration.ofSeconds(15);

  private final Pipeline<byte[]> pipeline;
  private final FeederConnections connections;
  private final TicketReceiver receiver;
  private final TicketFiles files;
  private final GivenUp givenUp;

  private CallDataProgram(
      CallDataSettings settings, ThreadCounts threads, TicketTable table, TicketFiles files)
      throws IOException {
    this.files = files;
    this.givenUp = new GivenUp();
    this.connections = new FeederConnections(table, settings.connections());
    this.pipeline = pipeline(settings, threads);
    this.receiver = receiver();
  }

  private TicketReceiver receiver() throws IOException {
    try {
      return TicketReceiver.start(pipeline::put);
    } catch (IOException e) {
      endStages();
      throw e;
    }
  }

  /** Starts it; tickets are taken in at {@link #port}. */
  static CallDataProgram start(
      CallDataSettings settings, ThreadCounts threads, TicketTable table, TicketFiles files) {
    try {
      return new CallDataProgram(settings, threads, table, files);
    } catch (IOException e) {
      throw new UncheckedIOException("tickets cannot be taken in", e);
    }
  }

  private Pipeline<byte[]> pipeline(CallDataSettings settings, ThreadCounts threads) {
    RetryBudget forDatabase = new RetryBudget(settings.patience());
    RetryBudget forDisk = new RetryBudget(settings.patience());
    Feeder feeding = new Feeder(connections, forDatabase);
    PipelineBuilder plan = Pipeline.named("calldata").deadLetters(givenUp).daemon();
    Wiring wiring = new Wiring(plan, settings, threads);
    StagePlan<byte[], CallTicket> decoder =
        wiring.stage(StageName.DECODER, () -> new Decoder(settings.pseudonymRounds()));
    StagePlan<CallTicket, StorableTicket> converter =
        wiring.stage(
            StageName.CONVERTER, () -> (ticket, out) -> out.emit(Converter.convert(ticket)));
    StagePlan<StorableTicket, Void> serializer =
        wiring.stage(StageName.SERIALIZER, () -> new Serializer(files, forDisk));
    StagePlan<StorableTicket, Void> feeder = wiring.stage(StageName.FEEDER, () -> feeding);
    decoder.to(converter);
    converter.to(serializer).to(feeder);
    return plan.build(decoder);
  }

  /** The common part of all stages. */
  private record Wiring(PipelineBuilder plan, CallDataSettings settings, ThreadCounts threads) {

    <I, O> StagePlan<I, O> stage(StageName name, Supplier<Stage<I, O>> logic) {
      AtomicLong calls = new AtomicLong();
      int every = settings.throwEvery().getOrDefault(name, 0);
      return plan.stage(name.text(), () -> new ThrowsNowAndThen<>(logic.get(), calls, every))
          .threads(threads.of(name))
          .queue(settings.queueCapacity(), Overflow.BLOCK);
    }
  }

  /** Where tickets are taken in, on this machine. */
  public int port() {
    return receiver.port();
  }

  /** The stages, to be observed and given threads. */
  public Pipeline<byte[]> pipeline() {
    return pipeline;
  }

  TicketFiles files() {
    return files;
  }

  GivenUp givenUp() {
    return givenUp;
  }

  /** Gives all stages new threads; those that have as many keep them. */
  public void resize(ThreadCounts threads) {
    for (StageName stage : StageName.values()) {
      pipeline.resize(stage.text(), threads.of(stage));
    }
  }

  /**
   * Waits until all that so many senders have sent is done; they must have closed their
   * connections.
   *
   * @param timeout how long to wait for the senders, and then for what they sent
   * @return whether it was done in that time
   * @throws UncheckedIOException when a connection did not end as it should
   */
  boolean finish(int senders, Duration timeout) throws InterruptedException {
    boolean done = receiver.awaitEnded(senders, timeout) && pipeline.drain(timeout);
    if (!receiver.failures().isEmpty()) {
      throw new UncheckedIOException(new IOException(String.join("; ", receiver.failures())));
    }
    return done;
  }

  /** Ends it at once; what was not done is lost. */
  @Override
  public void close() {
    try {
      receiver.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the socket cannot be closed", e);
    } finally {
      endStages();
    }
  }

  private void endStages() {
    pipeline.abort(ABORT_PATIENCE);
    connections.close();
  }
}
