package dev.flyball.pool.foreign;

import dev.flyball.base.Require;

/**
 * A pool that others own, as it is read at one moment.
 *
 * <p>Figures that are read one after the other may be a task apart. Read {@code completed} first,
 * then {@code busy}, then {@code queued}: a task that moves on meanwhile is missed then, and seen
 * at the next reading, but never counted twice.
 *
 * @param size the size in force: how many workers it may have, at least 1
 * @param workers the workers that exist, at least 0
 * @param busy those of them that run a task, at least 0
 * @param queued tasks that wait, at least 0
 * @param completed tasks that have ended since the pool began; never less than before
 * @param rejected tasks that were turned away since the pool began, or was adopted
 */
public record PoolReading(
    int size, int workers, int busy, int queued, long completed, long rejected) {

  public PoolReading {
    Require.atLeast("size", 1, size);
    Require.atLeast("workers", 0, workers);
    Require.atLeast("busy", 0, busy);
    Require.atLeast("queued", 0, queued);
  }
}
