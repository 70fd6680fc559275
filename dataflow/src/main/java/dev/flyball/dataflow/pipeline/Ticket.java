package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Consumer;

/**
 * Counts the records that a record from outside has become and that have not ended, and tells the
 * source when none is left. Safe for any thread.
 *
 * <p>A new ticket has one open part: the record itself. A part is added while another one is open,
 * which is the record that the new one was made of. So the count reaches 0 once.
 */
final class Ticket {

  private static final VarHandle OPEN;

  static {
    try {
      OPEN = MethodHandles.lookup().findVarHandle(Ticket.class, "open", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Consumer<? super Outcome> source;

  @SuppressWarnings({"unused", "FieldCanBeFinal"}) // written through OPEN
  private volatile int open = 1;

  private Outcome worst = Outcome.DONE; // guarded by this

  Ticket(Consumer<? super Outcome> source) {
    this.source = source;
  }

  /** One ticket for what is made of several records together; all of them end when it does. */
  static Ticket of(List<Ticket> parts) {
    return parts.size() == 1
        ? parts.get(0)
        : new Ticket(outcome -> parts.forEach(part -> part.end(outcome)));
  }

  /** A record that was made of an open part. */
  Tracked part(Object record) {
    Tracked part = new Tracked(record, this);
    OPEN.getAndAdd(this, 1);
    return part;
  }

  /** One part has ended. Never throws. */
  void end(Outcome outcome) {
    if (outcome.kind() != Outcome.Kind.DONE) {
      note(outcome);
    }
    if ((int) OPEN.getAndAdd(this, -1) == 1) {
      tell();
    }
  }

  private synchronized void note(Outcome outcome) {
    worst = worst.or(outcome);
  }

  private synchronized Outcome worst() {
    return worst;
  }

  private void tell() {
    try {
      source.accept(worst());
    } catch (Throwable e) {
      PipelineLog.tell(Level.ERROR, "a source failed that was told what became of a record", e);
    }
  }
}
