package dev.flyball.control;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Those who hear of the decisions of one governor.
 *
 * <p>Recorders hear of a decision while it is made. Listeners hear of it later, without any lock,
 * one decision after the other in their order, by the thread that has decided. Where another thread
 * is telling them at that moment, that thread tells them the new decision, too, and none waits.
 */
final class Listeners {

  /** So many decisions wait for the listeners; of more, the oldest are left out. */
  private static final int UNHEARD_MAX = 1000;

  private final String governor;
  private final Clock clock;
  private final List<DecisionListener> recorders = new CopyOnWriteArrayList<>();
  private final List<DecisionListener> listeners = new CopyOnWriteArrayList<>();

  private final FailureSeries failing = new FailureSeries();
  private final FailureSeries behind = new FailureSeries();

  // Guarded by this.
  private final ArrayDeque<Decision> unheard = new ArrayDeque<>();
  private boolean isTelling; // a thread calls the listeners

  Listeners(String governor, Clock clock) {
    this.governor = governor;
    this.clock = clock;
  }

  void add(DecisionListener listener) {
    listeners.add(listener);
  }

  void remove(DecisionListener listener) {
    listeners.remove(listener);
  }

  void addRecorder(DecisionListener recorder) {
    recorders.add(recorder);
  }

  void removeRecorder(DecisionListener recorder) {
    recorders.remove(recorder);
  }

  /** Tells the recorders of a decision, and keeps it for the listeners. */
  void decided(Decision decision) {
    var unused = heard(recorders, decision);
    if (!listeners.isEmpty()) {
      keep(decision);
    }
  }

  private void keep(Decision decision) {
    Decision left;
    synchronized (this) {
      unheard.add(decision);
      left = unheard.size() > UNHEARD_MAX ? unheard.remove() : null;
    }
    if (left != null) {
      String what = "a listener does not return, decisions from #" + left.number() + " on are lost";
      behind.failed(governor, what, new IllegalStateException(what), clock.nanoTime());
    }
  }

  /** Tells the listeners of what they have not heard, unless another thread is at it. */
  void tell() {
    if (!begins()) {
      return;
    }
    boolean all = false;
    try {
      for (Optional<Decision> next = next(); next.isPresent(); next = next()) {
        if (heard(listeners, next.get())) {
          failing.end();
        }
      }
      all = true;
    } finally {
      if (!all) {
        end();
      }
    }
  }

  private synchronized boolean begins() {
    boolean begins = !isTelling && !unheard.isEmpty();
    isTelling |= begins;
    return begins;
  }

  /** Empty, and then another thread may tell, where all is told. */
  private synchronized Optional<Decision> next() {
    Optional<Decision> next = Optional.ofNullable(unheard.poll());
    isTelling = next.isPresent();
    if (!isTelling) {
      behind.end();
    }
    return next;
  }

  private synchronized void end() {
    isTelling = false;
  }

  /** Whether none of them failed. */
  private boolean heard(List<DecisionListener> called, Decision decision) {
    boolean all = true;
    for (DecisionListener listener : called) {
      try {
        listener.decided(decision);
      } catch (Throwable e) {
        all = false;
        failing.failed(governor, "a listener failed", e, clock.nanoTime());
      }
    }
    return all;
  }
}
