package dev.flyball.dataflow.pipeline;

import dev.flyball.dataflow.network.Route.Fan;
import dev.flyball.dataflow.pipeline.StageMeter.Phase;
import dev.flyball.dataflow.pipeline.completion.Outcome;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The records that a worker has emitted and not delivered yet, by output. The worker's thread's
 * own.
 *
 * <p>A full buffer is delivered at once, which may wait for room. In an ordered stage it is, too,
 * when it is the worker's turn; before, it grows up to {@link #EARLY_MAX} records, and then waits
 * for the turn. So one record that becomes millions is never held as a whole.
 *
 * <p>Delivering never throws: what it fails on are dead letters, see {@link StageQueue#putAll}. It
 * is not begun where the stage's code has left no {@linkplain StackRoom room on the stack} for it.
 */
final class Outbox implements Emitter<Object> {

  /** How many records for one output are held before their turn. */
  static final int EARLY_MAX = 16 * Batch.SIZE_MAX;

  /** How many records for one output are held of an attempt that may be made again. */
  static final int ATTEMPT_MAX = EARLY_MAX / 2;

  private final Outputs outputs;
  private final StageMeter meter;
  private final Optional<OrderGate> gate;
  private final Batch batch;
  private final StageQueue[] queues;
  private final @Nullable Object[][] buffers;
  private final int[] counts;
  private final int[] limits; // at which count to look whether to deliver
  private final double[] credits;
  private @Nullable Ticket ticket; // of what is emitted now

  // While an attempt's output is held: what was here before it.
  private final int[] countsBefore;
  private final double[] creditsBefore;
  private boolean holding;

  /** The outbox of a worker with that batch; with a gate, if its stage is ordered. */
  Outbox(Outputs outputs, StageMeter meter, Optional<OrderGate> gate, Batch batch) {
    this.outputs = outputs;
    this.meter = meter;
    this.gate = gate;
    this.batch = batch;
    this.queues = outputs.queues().toArray(StageQueue[]::new);
    this.buffers = new Object[queues.length][Batch.SIZE_MAX];
    this.counts = new int[queues.length];
    this.limits = new int[queues.length];
    Arrays.fill(limits, Batch.SIZE_MAX);
    this.credits = new double[queues.length];
    this.countsBefore = new int[queues.length];
    this.creditsBefore = new double[queues.length];
  }

  // ---- Emitting

  @Override
  public void emit(Object record) {
    Objects.requireNonNull(record, "record must not be null");
    if (queues.length == 0) {
      throw new IllegalStateException(
          "stage '" + outputs.stage() + "' must have an output to emit but has none");
    }
    if (outputs.fan() == Fan.COPY) {
      for (int output = 0; output < queues.length; output++) {
        add(output, record);
      }
    } else {
      add(oneFor(record), record);
    }
  }

  @Override
  public void emitTo(String output, Object record) {
    Objects.requireNonNull(record, "record must not be null");
    add(outputs.at(output), record);
  }

  private int oneFor(Object record) {
    Function<Object, String> choice = outputs.choice().orElse(null);
    return choice == null ? next() : outputs.at(choice.apply(record));
  }

  /**
   * Whose turn it is: each output gains its share, the richest pays 1. At any time each has had its
   * share of all records to within one per output.
   */
  private int next() {
    int richest = 0;
    for (int output = 0; output < credits.length; output++) {
      credits[output] += outputs.shares().get(output);
      if (credits[output] > credits[richest]) {
        richest = output;
      }
    }
    credits[richest]--;
    return richest;
  }

  private void add(int output, Object record) {
    if (counts[output] == limits[output]) {
      makeRoom(output);
    }
    Object added = ticket == null ? record : ticket.part(record); // or a place were taken by none
    buffers[output][counts[output]++] = added;
  }

  /** What is emitted from now on is made of that ticket's records; null: of no tracked one. */
  void madeOf(@Nullable Ticket parent) {
    ticket = parent;
  }

  /** Emits the result of a finished call. */
  void emitResultOf(AsyncCall call) {
    Object result = call.result();
    if (result == null) {
      return;
    }
    madeOf(call.record instanceof Tracked tracked ? tracked.ticket() : null);
    try {
      emit(result);
    } finally {
      madeOf(null);
    }
  }

  private void makeRoom(int output) {
    StackRoom.require();
    holding = holding && counts[output] - countsBefore[output] < ATTEMPT_MAX;
    if (holding || !mayDeliver(counts[output])) {
      buffers[output] = Arrays.copyOf(buffers[output], limits[output] + Batch.SIZE_MAX);
      limits[output] = buffers[output].length;
    } else if (!deliver(output, System.nanoTime())) {
      throw new CancellationException("the pipeline was aborted");
    }
  }

  /** Whether order allows it, after a wait when there is too much to hold. */
  private boolean mayDeliver(int count) {
    if (count >= EARLY_MAX) {
      awaitTurn();
    }
    return gate.isEmpty() || gate.get().isTurn(batch.turn);
  }

  /** The wait of a stage's own code for what is behind it; it ends once. */
  record Wait(StageMeter meter) {
    void end() {
      meter.enter(Phase.BUSY, System.nanoTime());
    }
  }

  /** The stage's code, which was given this emitter, waits for what is behind it. */
  static Wait awaitRoom(Emitter<?> out) {
    if (!(out instanceof Outbox box)) {
      throw new IllegalArgumentException("out must be the stage's own but was " + out);
    }
    box.meter.enter(Phase.AWAITS_ROOM, System.nanoTime());
    return new Wait(box.meter);
  }

  // ---- Attempts

  /** What is emitted from now on is of an attempt, and can be taken back. */
  void beginAttempt() {
    for (int output = 0; output < queues.length; output++) {
      if (counts[output] >= Batch.SIZE_MAX && mayDeliver(counts[output] + ATTEMPT_MAX)) {
        deliver(output, meter.lastStamp());
      }
    }
    System.arraycopy(counts, 0, countsBefore, 0, counts.length);
    System.arraycopy(credits, 0, creditsBefore, 0, credits.length);
    holding = true;
  }

  /** The attempt is over, and what it has emitted stays emitted. */
  void endAttempt() {
    holding = false;
  }

  /**
   * Takes back what the attempt has emitted.
   *
   * @return false when it was too much, and some of it was delivered; then it stays emitted
   */
  boolean takeBackAttempt() {
    if (!holding) {
      return false;
    }
    holding = false;
    for (int output = 0; output < queues.length; output++) {
      for (int i = countsBefore[output]; i < counts[output]; i++) {
        Tracked.end(WaitingRoom.present(buffers[output][i]), Outcome.DONE);
        buffers[output][i] = null;
      }
      counts[output] = countsBefore[output];
    }
    System.arraycopy(creditsBefore, 0, credits, 0, credits.length);
    return true;
  }

  // ---- Delivering

  /** Delivers what came of the batch; in an ordered stage when it is its turn, at the latest. */
  void hand() {
    if (gate.isPresent()) {
      gate.get().deliver(batch.turn, this, meter);
    } else {
      deliverAll();
    }
  }

  /** Waits for the batch's turn; then to hand it over needs no memory. */
  void awaitTurn() {
    gate.ifPresent(g -> g.awaitTurn(batch.turn, meter));
  }

  /** Delivers everything now. */
  void deliverAll() {
    for (int output = 0; output < queues.length; output++) {
      if (counts[output] > 0) {
        deliver(output, meter.lastStamp());
      }
    }
  }

  private boolean deliver(int output, long stamp) {
    int count = counts[output];
    counts[output] = 0;
    limits[output] = Batch.SIZE_MAX;
    boolean taken = queues[output].putAll(buffers[output], count, stamp, meter);
    meter.delivered(output, count);
    return taken;
  }

  /** What is here, to be delivered by another worker; afterwards nothing is. */
  Parcel detach() {
    Object[][] parts = new Object[queues.length][];
    for (int output = 0; output < queues.length; output++) {
      parts[output] = Arrays.copyOf(buffers[output], counts[output]);
    }
    Parcel parcel = new Parcel(parts);
    for (int output = 0; output < queues.length; output++) {
      Arrays.fill(buffers[output], 0, counts[output], null);
      counts[output] = 0;
      limits[output] = Batch.SIZE_MAX;
    }
    return parcel;
  }

  /** Delivers what another worker has emitted. */
  void deliver(Parcel parcel) {
    for (int output = 0; output < queues.length; output++) {
      Object[] part = parcel.part(output);
      if (part.length > 0) {
        queues[output].putAll(part, part.length, meter.lastStamp(), meter);
        meter.delivered(output, part.length);
      }
    }
  }

  /** The records emitted during another batch's turn, by output. */
  static final class Parcel {
    private final Object[][] parts;

    private Parcel(Object[][] parts) {
      this.parts = parts;
    }

    Object[] part(int output) {
      return parts[output];
    }
  }
}
