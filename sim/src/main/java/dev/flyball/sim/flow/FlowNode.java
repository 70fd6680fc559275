package dev.flyball.sim.flow;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.Overflow;
import dev.flyball.sim.DueHeap;
import dev.flyball.sim.IntQueue;
import dev.flyball.sim.VirtualClock;

/**
 * A node of a run: its queue, its threads, and what waits outside because the queue is full.
 *
 * <p>A thread is free, busy, or blocked: it has finished a record and holds it until all that was
 * made of it has found room. Between two events
 *
 * <ul>
 *   <li>something waits in the queue only if no thread is free;
 *   <li>something waits outside, in the order of its coming, only if the queue is full.
 * </ul>
 *
 * <p>So whenever a thread becomes free, the queue moves up, then what waits outside, and each that
 * comes in may free a thread of the node that sent it. This goes up the network only, and ends at
 * the sources.
 */
final class FlowNode {

  private final FlowRun run;
  private final VirtualClock clock;
  private final Pieces pieces;
  private final int index;
  private final String name;
  private final Overflow overflow;
  private final long queueCapacity;
  private final int threads;
  private final Lengths service;
  private final RoutePicker[] ways;
  private final int slot;

  private final IntQueue queue = new IntQueue();
  private final IntQueue outside = new IntQueue();
  private final DueHeap serving = new DueHeap();
  private final int[] ending; // those whose service ends at this moment
  private final NodeTally tally = new NodeTally();
  private long turns;

  FlowNode(FlowRun run, int index, Node node, int threads, Lengths service, RoutePicker[] ways) {
    this.run = run;
    this.clock = run.clock();
    this.pieces = run.pieces();
    this.index = index;
    this.name = node.name();
    this.overflow = node.overflow();
    this.queueCapacity = node.queueCapacity();
    this.threads = Require.atLeast("threads", 1, threads);
    this.service = service;
    this.ways = ways;
    this.slot = clock.slot(this::endServices);
    this.ending = new int[threads];
  }

  NodeTally tally() {
    return tally;
  }

  FlowOutcome.NodeFlow outcome(double seconds) {
    tally.advance(clock.nanoTime());
    return tally.outcome(name, threads, seconds);
  }

  // ---- What comes

  /**
   * Offers a piece to this node.
   *
   * @param sender the sender that has to wait if there is no room: a piece, or -1 - the index of a
   *     source
   * @return whether it found room, or was lost; otherwise {@link FlowRun#foundRoom} reports it
   *     later
   */
  boolean offer(int piece, int sender) {
    tally.advance(clock.nanoTime());
    if (hasRoom()) {
      takeIn(piece);
      return true;
    }
    return switch (overflow) {
      case BLOCK -> {
        pieces.sender[piece] = sender;
        outside.add(piece);
        yield false;
      }
      case DROP_NEW -> {
        tally.arrived++;
        lose(piece);
        yield true;
      }
      case DROP_OLD -> {
        tally.present--;
        lose(queue.remove());
        takeIn(piece);
        yield true;
      }
      case SPILL -> {
        tally.spilled++;
        takeIn(piece);
        yield true;
      }
    };
  }

  private boolean hasFreeThread() {
    return tally.busy + tally.blocked < threads;
  }

  private boolean hasRoom() {
    return hasFreeThread() || queue.size() < queueCapacity;
  }

  private void takeIn(int piece) {
    tally.arrived++;
    tally.present++;
    pieces.node[piece] = index;
    pieces.enteredNanos[piece] = clock.nanoTime();
    if (hasFreeThread()) {
      begin(piece);
    } else {
      queue.add(piece); // if need be beyond its capacity: that is what was put aside
    }
  }

  private void lose(int piece) {
    tally.lost++;
    run.lost(piece);
  }

  // ---- What is served

  private void begin(int piece) {
    long now = clock.nanoTime();
    tally.busy++;
    tally.begun++;
    tally.waitNanos += now - pieces.enteredNanos[piece];
    pieces.turn[piece] = turns;
    turns++;
    serving.add(VirtualClock.later(now, service.nextNanos()), piece);
    clock.set(slot, serving.firstDue());
  }

  private void endServices() {
    long now = clock.nanoTime();
    int count = 0;
    while (serving.firstDue() <= now) {
      insert(serving.removeFirst(), count);
      count++;
    }
    clock.set(slot, serving.firstDue());
    tally.advance(now);
    for (int i = 0; i < count; i++) {
      end(ending[i]);
    }
  }

  /** Puts a piece among those that end, in the order of their beginnings. */
  private void insert(int piece, int count) {
    int hole = count;
    while (hole > 0 && pieces.turn[ending[hole - 1]] > pieces.turn[piece]) {
      ending[hole] = ending[hole - 1];
      hole--;
    }
    ending[hole] = piece;
  }

  private void end(int piece) {
    tally.busy--;
    tally.blocked++;
    sendOn(piece);
    if (pieces.unplaced[piece] == 0) {
      goOn(piece);
    }
  }

  private void sendOn(int piece) {
    for (RoutePicker way : ways) {
      way.deal();
      for (int branch = 0; branch < way.branches(); branch++) {
        for (int i = way.dealt(branch); i > 0; i--) {
          send(piece, way.to(branch));
        }
      }
    }
  }

  private void send(int piece, FlowNode to) {
    int made = run.piece(pieces.origin[piece]);
    if (!to.offer(made, piece)) {
      pieces.unplaced[piece]++;
    }
  }

  /** All that was made of a piece has found room: its thread goes on. */
  void goOn(int piece) {
    tally.advance(clock.nanoTime());
    tally.blocked--;
    tally.present--;
    tally.completed++;
    run.gone(piece);
    if (!queue.isEmpty()) {
      begin(queue.remove());
    }
    while (!outside.isEmpty() && hasRoom()) {
      int next = outside.remove();
      takeIn(next);
      run.foundRoom(next);
    }
  }
}
