package dev.flyball.pool.base;

/** What an executor does for one of its own threads that begins to wait for one of its tasks. */
public enum OwnWait {

  /** Nothing: the thread is none of its own, or the task is done by now. */
  NONE,

  /** The thread's place is lent to another task until the awaited one is done, or the wait ends. */
  PLACE_LENT
}
