package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.Stage;
import dev.flyball.dataflow.pipeline.StagePlan;
import dev.flyball.lab.calldata.CallTicket.StorableTicket;
import dev.flyball.lab.calldata.TicketAccount.GivenUp;
import dev.flyball.lab.calldata.TicketFiles.TicketFile;
import dev.flyball.lab.calldata.TicketTable.FeederConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

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
            StageName.CONVERTER, () -> (ticket, out) -> out.emit(StorableTicket.of(ticket)));
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

  /**
   * A stage that takes the call data out of a message, and replaces telephone numbers by
   * pseudonyms, so that the numbers go no further. It needs a processor and nothing else.
   *
   * <p>A pseudonym is a keyed hash, hashed again many times as PBKDF2 does (RFC 8018, section 5.2,
   * one block): an attacker that has the key and tries all possible numbers needs that many times
   * as long.
   */
  static final class Decoder implements Stage<byte[], CallTicket> {

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
  static final class Serializer implements Stage<StorableTicket, Void> {

    private final TicketFile file;
    private final RetryBudget patience;

    /** A serializer for one thread, with a new file. */
    Serializer(TicketFiles files, RetryBudget patience) {
      this.patience = patience;
      try {
        this.file = files.open();
      } catch (IOException e) {
        throw new UncheckedIOException("no file can be made in " + files.folder(), e);
      }
    }

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
   * A stage that inserts tickets into the database, one transaction each; it waits far more than it
   * computes. While the database is away it tries again, so long as patience lasts; then the ticket
   * is given up. It may be in the database all the same, where the connection was lost between the
   * commit and its answer. Shared by all its threads.
   */
  static final class Feeder implements Stage<StorableTicket, Void> {

    private final FeederConnections connections;
    private final RetryBudget patience;

    Feeder(FeederConnections connections, RetryBudget patience) {
      this.connections = connections;
      this.patience = patience;
    }

    @Override
    public void on(StorableTicket ticket, Emitter<Void> out) throws Exception {
      patience.attempt(() -> connections.insert(ticket), TicketTable::mayPass);
    }
  }

  /**
   * A stage that throws at every so manieth record, before it works on it.
   *
   * @param stage what it is for the others
   * @param calls counts, for all threads of the stage
   * @param every at the how-manieth it throws; 0 for never
   */
  record ThrowsNowAndThen<I, O>(Stage<I, O> stage, AtomicLong calls, int every)
      implements Stage<I, O> {

    @Override
    public void on(I record, Emitter<O> out) throws Exception {
      if (every > 0 && calls.incrementAndGet() % every == 0) {
        throw new IllegalStateException("thrown on purpose, at one in " + every);
      }
      stage.on(record, out);
    }

    @Override
    public void end(Emitter<O> out) throws Exception {
      stage.end(out);
    }

    @Override
    public void close() throws Exception {
      stage.close();
    }
  }

  /**
   * Tries again what failed for a reason that may pass, such as a database that is being restarted
   * or a disk that is full, for so long at most.
   *
   * <p><b>Why shared.</b> If each ticket had a patience of its own, a database that is gone for
   * good would cost that time for every ticket. So the time runs from the first failure behind
   * which there was no success, of whichever thread: once it is over, a ticket has one try, until
   * one succeeds. The time of a ticket that alone fails is limited as well.
   *
   * <p>Safe for any thread.
   */
  static final class RetryBudget {

    private static final long PAUSE_MILLIS = 50;
    private static final long NEVER = Long.MAX_VALUE;

    private final long totalNanos;
    private final long originNanos = System.nanoTime();

    /** When it began to fail, counted from the origin. */
    private final AtomicLong failingSince = new AtomicLong(NEVER);

    /** So long in total, 0 for one try each. */
    RetryBudget(Duration total) {
      this.totalNanos = Require.notNegative("total", total).toNanos();
    }

    /** Something that may fail. */
    @FunctionalInterface
    interface Attempt {
      void run() throws Exception;
    }

    /**
     * Tries until it succeeds.
     *
     * @param mayPass whether a failure may pass; all others are thrown at once
     * @throws Exception the last failure, when it did not pass in time; or that of being
     *     interrupted
     */
    void attempt(Attempt attempt, Predicate<Exception> mayPass) throws Exception {
      long ownSince = NEVER;
      while (true) {
        try {
          attempt.run();
          succeeded();
          return;
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          long now = System.nanoTime() - originNanos;
          ownSince = Math.min(ownSince, now);
          if (!mayPass.test(e) || now - Math.min(ownSince, since(now)) >= totalNanos) {
            throw e;
          }
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }

    /** Polls before it writes, for all threads come here with every record. */
    private void succeeded() {
      if (failingSince.get() != NEVER) {
        failingSince.set(NEVER);
      }
    }

    private long since(long now) {
      failingSince.compareAndSet(NEVER, now);
      return Math.min(now, failingSince.get());
    }
  }
}
