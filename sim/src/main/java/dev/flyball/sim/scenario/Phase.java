package dev.flyball.sim.scenario;

import dev.flyball.base.Require;

/**
 * A stretch of time during which tasks come from one source, until the next phase begins.
 *
 * @param fromNanos when it begins
 * @param source where its tasks come from; its own time begins at 0
 */
public record Phase(long fromNanos, Source source) {
  public Phase {
    Require.countAtLeast("fromNanos", 0, fromNanos);
  }
}
