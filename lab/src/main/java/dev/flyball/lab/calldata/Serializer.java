package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A stage that appends tickets to a file of its own. While the disk is full it waits, so long as
 * patience lasts; then the ticket is given up.
 */
final class Serializer implements Stage<StorableTicket, Void> {

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
