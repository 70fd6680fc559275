package dev.flyball.sim.scenario;

import dev.flyball.base.Require;
import java.util.List;

/** A change at a moment of the run. */
public sealed interface Change {

  /** When, in nanoseconds since the beginning. */
  long atNanos();

  /** The host has another number of processors from now on. */
  record Cores(long atNanos, double cores) implements Change {
    public Cores {
      Require.above("cores", 0, cores);
    }
  }

  /** Other programs keep so many processors busy from now on. */
  record Neighbours(long atNanos, double busyCores) implements Change {
    public Neighbours {
      Require.finiteAtLeast("busyCores", 0, busyCores);
    }
  }

  /**
   * A downstream has another capacity from now on: so many servers, or its peak at so many calls at
   * once.
   *
   * @param behind its name, of servers or of what collapses
   */
  record Capacity(long atNanos, String behind, int calls) implements Change {
    public Capacity {
      Require.atLeast("calls", 1, calls);
    }
  }

  /**
   * A downstream works at another speed from now on, running calls included.
   *
   * @param behind its name
   * @param speed 1 as it was described, 0.2 for five times slower, 0 for no progress at all
   */
  record Speed(long atNanos, String behind, double speed) implements Change {
    public Speed {
      Require.finiteAtLeast("speed", 0, speed);
    }
  }

  /**
   * The tasks of a pool are of other shares from now on.
   *
   * @param pool the pool's name
   * @param shares the new shares of its kinds, in their order; they add up to 1
   */
  record Mix(long atNanos, String pool, List<Double> shares) implements Change {
    public Mix {
      shares = List.copyOf(shares);
      double sum = 0;
      for (double share : shares) {
        sum += Require.between("share", 0, 1, share);
      }
      Require.between("sum of the shares", 1 - 1e-9, 1 + 1e-9, sum);
    }
  }
}
