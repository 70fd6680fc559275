package dev.flyball.lab.calldata;

import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.PipelineTotals;
import dev.flyball.dataflow.pipeline.Stage;
import dev.flyball.dataflow.pipeline.StagePlan;
import dev.flyball.dataflow.pipeline.StageWindow;
import dev.flyball.lab.calldata.CallTicket.StorableTicket;
import dev.flyball.lab.calldata.TicketAccount.GivenUp;
import dev.flyball.lab.calldata.TicketFiles.TicketFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A call-data program: a socket, four stages, files and a database, with a telecom network that
 * sends to it.
 *
 * <pre>
 *                                                         -- serializer -- files
 *   network -- socket -- decoder -- converter -- a copy --
 *                                                         -- feeder ------ database
 * </pre>
 *
 * <p>All queues are bounded, and a sender that meets a full one waits, up to the network. So the
 * slower of the two ends sets the rate of all, and no ticket is lost on the way.
 *
 * <p>One thread at a time.
 */
final class CallDataProgram implements AutoCloseable {

  private static final Duration ABORT_PATIENCE = Duration.ofSeconds(15);
  private static final Duration DRAIN_MAX = Duration.ofMinutes(3);

  private final CallDataServer server;
  private final TicketFiles files;
  private final GivenUp givenUp = new GivenUp();
  private final FeederConnections connections;
  private final Pipeline<byte[]> pipeline;
  private final TicketReceiver receiver;
  private final TicketGenerator generator;

  /**
   * Starts it on an empty table and new files, and the network at that rate; infinite for as many
   * tickets as are taken in.
   */
  CallDataProgram(
      CallDataServer server, CallDataSettings settings, ThreadCounts threads, double perSecond) {
    this.server = server;
    server.emptyTable();
    this.files = TicketFiles.temporary();
    this.connections = new FeederConnections(server.server(), CallDataSettings.CONNECTIONS);
    this.pipeline = pipeline(settings, threads);
    this.receiver = new TicketReceiver(pipeline);
    this.generator = new TicketGenerator(receiver.port(), perSecond, settings.seed());
  }

  /**
   * The stages, wired.
   *
   * <p>The feeder inserts each ticket into the database, in a transaction of its own; it waits far
   * more than it computes. While the database is away it tries again, so long as patience lasts;
   * then the ticket is given up. It may be in the database all the same, where the connection was
   * lost between the commit and its answer.
   */
  private Pipeline<byte[]> pipeline(CallDataSettings settings, ThreadCounts threads) {
    RetryBudget forDatabase = new RetryBudget(settings.patience());
    RetryBudget forDisk = new RetryBudget(settings.patience());
    PipelineBuilder plan = Pipeline.named("calldata").deadLetters(givenUp).daemon();
    Wiring wiring = new Wiring(plan, settings, threads);
    StagePlan<byte[], CallTicket> decoder =
        wiring.stage(StageName.DECODER, () -> new Decoder(settings.pseudonymRounds()));
    Stage<CallTicket, StorableTicket> converting =
        (ticket, out) -> out.emit(StorableTicket.of(ticket));
    StagePlan<CallTicket, StorableTicket> converter =
        wiring.stage(StageName.CONVERTER, () -> converting);
    StagePlan<StorableTicket, Void> serializer =
        wiring.stage(StageName.SERIALIZER, () -> new Serializer(files.open(), forDisk));
    Stage<StorableTicket, Void> feeding =
        (ticket, out) ->
            forDatabase.attempt(() -> connections.insert(ticket), FeederConnections::mayPass);
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
      Supplier<Stage<I, O>> throwing = () -> new ThrowsNowAndThen<>(logic.get(), calls, every);
      return plan.stage(name.text(), every == 0 ? logic : throwing)
          .threads(threads.of(name))
          .queue(CallDataSettings.QUEUE_CAPACITY, Overflow.BLOCK);
    }
  }

  /** The stages, to be observed and given threads. */
  Pipeline<byte[]> pipeline() {
    return pipeline;
  }

  TicketGenerator generator() {
    return generator;
  }

  TicketFiles files() {
    return files;
  }

  GivenUp givenUp() {
    return givenUp;
  }

  /** Gives all stages new threads; those that have as many keep them. */
  void resize(ThreadCounts threads) {
    for (StageName stage : StageName.values()) {
      pipeline.resize(stage.text(), threads.of(stage));
    }
  }

  /** What the stages do from now on for so long. */
  List<StageWindow> measure(Duration length) throws InterruptedException {
    PipelineTotals before = pipeline.observe();
    Thread.sleep(length.toMillis());
    return pipeline.observe().since(before);
  }

  /** Tickets stored per second: those of the slower of the two ends. */
  static double delivered(List<StageWindow> windows) {
    return windows.stream()
        .filter(window -> window.out().isEmpty())
        .mapToDouble(StageWindow::throughput)
        .min()
        .orElse(0);
  }

  /**
   * Sends nothing more, waits until everything is stored or given up, and looks at each ticket.
   *
   * @throws IllegalStateException when it takes minutes, with the pipeline's state, or when the
   *     tickets could not be sent
   */
  TicketAccount end() throws InterruptedException {
    generator.finish();
    if (!generator.failure().isEmpty()) {
      throw new IllegalStateException("tickets could not be sent: " + generator.failure());
    }
    boolean done = receiver.awaitEnd(DRAIN_MAX) && pipeline.drain(DRAIN_MAX);
    if (!receiver.failure().isEmpty()) {
      throw new UncheckedIOException(new IOException(receiver.failure()));
    }
    if (!done) {
      throw new IllegalStateException("tickets are on their way still: " + pipeline);
    }
    return TicketAccount.of(generator.sent(), server.numbers(), files.numbers(), givenUp);
  }

  /** Ends it at once; what was not done is lost. */
  @Override
  public void close() {
    generator.close();
    receiver.close();
    pipeline.abort(ABORT_PATIENCE);
    connections.close();
    files.close();
  }

  /**
   * A stage that takes the call data out of a message, and replaces telephone numbers by
   * pseudonyms, so that the numbers go no further. It needs a processor and nothing else.
   *
   * <p>A pseudonym is a keyed hash, hashed again many times as PBKDF2 does (RFC 8018, section 5.2,
   * one block): an attacker that has the key and tries all possible numbers needs that many times
   * as long.
   */
  private static final class Decoder implements Stage<byte[], CallTicket> {

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] KEY = "a key of this example".getBytes(StandardCharsets.UTF_8);
    private static final int PSEUDONYM_BYTES = 16;

    private final int rounds;
    private final Mac mac;

    /**
     * A decoder for one thread.
     *
     * @param rounds how often each telephone number is hashed, at least 1; a round takes about a
     *     microsecond
     */
    Decoder(int rounds) {
      this.rounds = rounds;
      try {
        this.mac = Mac.getInstance(ALGORITHM); // every Java platform has it
        mac.init(new SecretKeySpec(KEY, ALGORITHM));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(ALGORITHM + " must be there but was not", e);
      }
    }

    @Override
    public void on(byte[] frame, Emitter<CallTicket> out) throws Exception {
      CallTicket ticket = CallTicket.of(frame);
      out.emit(ticket.withParties(pseudonym(ticket.caller()), pseudonym(ticket.called())));
    }

    private String pseudonym(String telephone) {
      byte[] block = mac.doFinal(telephone.getBytes(StandardCharsets.UTF_8));
      byte[] sum = block.clone();
      for (int round = 1; round < rounds; round++) {
        block = mac.doFinal(block);
        for (int i = 0; i < sum.length; i++) {
          sum[i] ^= block[i];
        }
      }
      return HexFormat.of().formatHex(sum, 0, PSEUDONYM_BYTES);
    }
  }

  /**
   * A stage that appends tickets to a file of its own. While the disk is full it waits, so long as
   * patience lasts; then the ticket is given up.
   */
  private record Serializer(TicketFile file, RetryBudget patience)
      implements Stage<StorableTicket, Void> {

    @Override
    public void on(StorableTicket ticket, Emitter<Void> out) throws Exception {
      patience.attempt(() -> file.append(ticket.line()), IOException.class::isInstance);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /**
   * A stage that throws at every so manieth record, before it works on it.
   *
   * @param stage what it is for the others; one without an end
   * @param calls counts, for all threads of the stage
   * @param every at the how-manieth it throws
   */
  private record ThrowsNowAndThen<I, O>(Stage<I, O> stage, AtomicLong calls, int every)
      implements Stage<I, O> {

    @Override
    public void on(I record, Emitter<O> out) throws Exception {
      if (calls.incrementAndGet() % every == 0) {
        throw new IllegalStateException("thrown on purpose, at one in " + every);
      }
      stage.on(record, out);
    }

    @Override
    public void close() throws Exception {
      stage.close();
    }
  }
}
