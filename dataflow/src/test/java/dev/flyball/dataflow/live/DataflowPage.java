package dev.flyball.dataflow.live;

import dev.flyball.control.PolicyFile;
import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.dataflow.pipeline.Emitter;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.dataflow.pipeline.Stage;
import dev.flyball.dataflow.pipeline.StagePlan;
import dev.flyball.dataflow.pipeline.completion.LowWaterMark;
import dev.flyball.dataflow.policy.FlowPolicy;
import dev.flyball.dataflow.policy.FlowSettings;
import dev.flyball.policy.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** The code of docs/dataflow.md, compiled; a test of the pages compares the two. */
@SuppressWarnings("unused") // it is there to be compiled
final class DataflowPage {

  private DataflowPage() {}

  static void runs(byte[] packet, DataSource dataSource) throws Exception {
    PipelineBuilder plan = Pipeline.named("tickets").deadLetters(letter -> report(letter));
    StagePlan<byte[], Ticket> decoder = plan.stage("decoder", Decoder::new).threads(2);
    StagePlan<Ticket, Void> feeder = plan.stage("feeder", () -> new BatchedFeeder(dataSource));
    decoder.to(
        feeder
            .threads(8)
            .queue(1024, Overflow.BLOCK)
            .flushAfter(100)
            .flushEvery(Duration.ofMillis(50)));
    try (Pipeline<byte[]> tickets = plan.build(decoder)) {
      tickets.put(packet);
      tickets.resize("feeder", 16);
    }
  }

  static void commits(Pipeline<byte[]> tickets, byte[] record, long position, long offset)
      throws InterruptedException {
    LowWaterMark mark = new LowWaterMark(position);
    tickets.put(record, mark.begin(offset));
    long processed = mark.offset();
  }

  static void governs(Pipeline<byte[]> tickets) {
    FlowGovernor governor = FlowGovernor.of(tickets).start();
  }

  static void holds(Pipeline<byte[]> tickets) {
    FlowGovernor governor =
        FlowGovernor.of(tickets)
            .limits("feeder", Limits.of(1, 50)) // no more than there are connections
            .latency(Duration.ofMillis(40), 0.95) // of the records, from end to end
            .start();
    governor.stage("feeder").pin(8);
    FlowMonitor.register(governor); // its stages are seen as pools: JMX, dashboard, recordings
  }

  static void remembers(Pipeline<byte[]> tickets) throws IOException {
    PolicyFile file = new PolicyFile(Path.of("tickets.policy"));
    FlowPolicy cold = FlowPolicy.planned(FlowSettings.DEFAULT);
    FlowGovernor governor =
        FlowGovernor.of(tickets).policy(file.readOr(FlowPolicy.class, cold)).start();
    governor.close();
    file.write(governor.policy());
  }

  private static void report(Object letter) {}

  /** What a packet holds. */
  record Ticket(String text) {}

  /** Reads packets. */
  private static final class Decoder implements Stage<byte[], Ticket> {

    @Override
    public void on(byte[] packet, Emitter<Ticket> out) throws Exception {
      out.emit(new Ticket("a ticket of " + packet.length));
    }
  }

  /** Writes tickets, a batch at a time. */
  static final class BatchedFeeder implements Stage<Ticket, Void> {

    private final Connection connection;
    private final PreparedStatement insert;

    BatchedFeeder(DataSource dataSource) {
      try {
        connection = dataSource.getConnection();
        insert = connection.prepareStatement("insert into ticket values (?)");
      } catch (SQLException e) {
        throw new IllegalStateException("no connection for the feeder", e);
      }
    }

    @Override
    public void on(Ticket ticket, Emitter<Void> out) throws SQLException {
      insert.setString(1, ticket.text());
      insert.addBatch();
    }

    @Override
    public void flush(Emitter<Void> out) throws SQLException {
      insert.executeBatch();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
