package dev.flyball.lab.bench;

import dev.flyball.sim.Contender;
import dev.flyball.sim.scenario.Pool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * A contender that brings a pool as well as a rule for its size: on the real bench that very pool
 * runs the tasks. Virtual time knows one pool only, so there the contender's sizer is the nearest
 * equivalent.
 */
public interface BringsPool extends Contender {

  /**
   * The pool for one run.
   *
   * @param plan the pool that the scenario asks for
   * @param threads makes its threads, and counts them
   */
  ExecutorService pool(Pool plan, ThreadFactory threads);
}
