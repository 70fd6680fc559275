package dev.flyball.lab.calldata;

import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Stage;

/**
 * A stage that inserts tickets into the database, one transaction each; it waits far more than it
 * computes. While the database is away it tries again, so long as patience lasts; then the ticket
 * is given up. It may be in the database all the same, where the connection was lost between the
 * commit and its answer. Shared by all its threads.
 */
final class Feeder implements Stage<StorableTicket, Void> {

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
