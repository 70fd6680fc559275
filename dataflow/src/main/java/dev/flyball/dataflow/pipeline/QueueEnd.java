package dev.flyball.dataflow.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The end of a queue's life: its state, and the records that an abort left in it. Guarded by the
 * lock of the queue.
 *
 * <p><b>States.</b> Open - closed, when the last producer has ended, or by an abort - aborted. The
 * remaining records are collected once; a record that comes later is a dead letter. An open queue
 * takes nothing in from outside any more once the pipeline is shut down: other stages may still
 * send to it.
 */
final class QueueEnd {

  private final List<Object> leftover = new ArrayList<>();
  private int producers;
  private boolean entryGone;
  private boolean closed;
  private boolean aborted;
  private boolean collected;

  /** Whether every producer has ended. */
  boolean closed() {
    return closed;
  }

  boolean aborted() {
    return aborted;
  }

  /** Whether nothing is taken in from outside. */
  boolean refuses() {
    return closed || entryGone;
  }

  void addProducer() {
    producers++;
  }

  /** Records that a producer has ended; returns whether that closes the queue. */
  boolean producerGone() {
    producers--;
    closed |= producers == 0;
    return producers == 0;
  }

  /** Records that the entry, which is a producer, takes nothing in from now on. */
  void entryGone() {
    entryGone = true;
    closed |= producerGone();
  }

  /** Whether it was not aborted before. */
  boolean abort() {
    boolean first = !aborted;
    aborted = true;
    closed = true;
    return first;
  }

  /** Keeps a record until it is collected, or writes a dead letter if that was already. */
  void leaveOver(Object record, WaitingRoom room) {
    if (collected) {
      room.addLetter(Optional.of(record), new CancellationException("the pipeline was aborted"));
    } else {
      leftover.add(record);
    }
  }

  /** What an abort left; nothing the second time. */
  List<Object> collect() {
    collected = aborted;
    List<Object> all = List.copyOf(leftover);
    leftover.clear();
    return all;
  }
}
