package dev.flyball.expose;

import dev.flyball.pool.ManagedTarget;

/**
 * A callback for the targets that are visible. The thread that starts or ends a target calls it,
 * and all others that do so wait meanwhile: it must be quick, and must not wait for a target's end.
 * What it throws is logged.
 */
public interface TargetListener {

  /** A target is visible from now on. It must not be held on to: hold what it reaches weakly. */
  void shown(ManagedTarget target);

  /** The target of that name has terminated, or was dropped and collected. */
  void gone(String name);
}
