package dev.flyball.pool;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.measure.HostMeter;
import dev.flyball.measure.MeterSnapshot;
import dev.flyball.policy.Observation;
import java.util.Optional;

/**
 * A target of ours that measures itself, so that it can be governed and shown: a pool, a limiter,
 * permits.
 *
 * <p>Its size and its windows are in one hand, that of its governor, or of whoever took {@link
 * #control()}; all else is for anybody, from any thread.
 */
public sealed interface ManagedTarget permits MeasuredExecutor, Permits {

  /**
   * Takes its size in hand: to observe and resize it, or to hand it to a governor.
   *
   * @throws IllegalStateException when it is governed, or somebody has taken it, and it was not
   *     {@linkplain Resizable#released() released} since; the message says by whom
   */
  Resizable control();

  /** What tells it apart from others, in messages and over JMX. */
  String name();

  /** The governor that it was built with. */
  Optional<Governor> governor();

  /**
   * What happened since it was made, as one window.
   *
   * @throws IllegalStateException when it was built without its sensors
   */
  Observation lifetime();

  /**
   * Everything counted so far; two of them make a window of one's own.
   *
   * @throws IllegalStateException when it was built without its sensors
   */
  MeterSnapshot totals();

  /**
   * Everything counted so far, with the processors as somebody read them a moment ago: for one who
   * looks at many targets of this process, whose processors are the same. Reading them takes longer
   * than all the rest.
   *
   * @throws IllegalStateException when it was built without its sensors
   */
  MeterSnapshot totals(HostMeter.Reading host);

  /** The size asked for. */
  int workersAsked();

  /** Workers that exist now. */
  int workersAlive();

  /** Tasks that wait now. */
  int queued();

  /**
   * Registers something to do before it has terminated, such as taking it out of a directory; it
   * runs in whatever thread ends it, and delays the end.
   */
  void onTermination(Runnable action);
}
