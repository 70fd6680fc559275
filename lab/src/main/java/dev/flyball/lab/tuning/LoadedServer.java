package dev.flyball.lab.tuning;

import dev.flyball.policy.SizingPolicy;
import java.util.List;

/**
 * A server under a load that does not end, whose number of thread groups can be set, or be left to
 * a governor.
 *
 * <p>For one thread.
 */
public interface LoadedServer {

  /**
   * Waits until about a second has passed since the last call and says what happened since then.
   *
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  Second next() throws InterruptedException;

  /** Sets the size. Not while a governor runs. */
  void size(int groups);

  /** Lets a policy govern from the present size on, until what is returned is closed. */
  Governing govern(SizingPolicy policy);

  /** Lets a policy look on as closely as if it governed, without ever setting a size. */
  Governing advise(SizingPolicy policy);

  /** A governor at work. */
  interface Governing extends AutoCloseable {

    /** What was decided so far, window by window. */
    List<Move> moves();

    /** Ends it; the size stays as it is. */
    @Override
    void close();
  }
}
