package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.PipelineTotals;
import dev.flyball.dataflow.pipeline.StageWindow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * A program that runs on an empty table and empty files, with a telecom network that sends to it.
 *
 * <p>One thread at a time.
 */
public final class CallDataSession implements AutoCloseable {

  private static final Duration DRAIN_MAX = Duration.ofMinutes(3);

  private final CallDataServer testServer;
  private final CallDataProgram program;
  private final TicketGenerator generator;

  private CallDataSession(
      CallDataServer testServer, CallDataProgram program, TicketGenerator generator) {
    this.testServer = testServer;
    this.program = program;
    this.generator = generator;
  }

  /** Starts both, at that rate; infinite for as many tickets as are taken in. */
  public static CallDataSession start(
      CallDataServer testServer,
      CallDataSettings settings,
      ThreadCounts threads,
      double perSecond) {
    testServer.emptyTable();
    CallDataProgram program =
        CallDataProgram.start(
            settings, threads, testServer.table(), testServer.newFiles(settings.fsyncGroup()));
    try {
      return new CallDataSession(
          testServer, program, TicketGenerator.start(program.port(), perSecond, settings.seed()));
    } catch (IOException e) {
      program.close();
      throw new UncheckedIOException("tickets cannot be sent", e);
    }
  }

  public CallDataServer testServer() {
    return testServer;
  }

  public CallDataProgram program() {
    return program;
  }

  public TicketGenerator generator() {
    return generator;
  }

  /** What the stages do from now on for so long. */
  public List<StageWindow> measure(Duration length) throws InterruptedException {
    PipelineTotals before = program.pipeline().observe();
    Thread.sleep(length.toMillis());
    return program.pipeline().observe().since(before);
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
  public TicketAccount end() throws InterruptedException {
    generator.close();
    if (!generator.failure().isEmpty()) {
      throw new IllegalStateException("tickets could not be sent: " + generator.failure());
    }
    if (!program.finish(1, DRAIN_MAX)) {
      throw new IllegalStateException("tickets are on their way still: " + program.pipeline());
    }
    try {
      return TicketAccount.of(
          generator.sent(),
          testServer.table().numbers(),
          program.files().numbers(),
          program.givenUp());
    } catch (IOException e) {
      throw new UncheckedIOException("the files cannot be read", e);
    }
  }

  @Override
  public void close() {
    try (generator) {
      program.close();
    }
  }
}
