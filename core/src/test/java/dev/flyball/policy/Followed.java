package dev.flyball.policy;

/** A policy and a target that does what it says, window by window. */
public final class Followed {

  private SizingPolicy policy;
  private int size;
  private String why = "";

  public Followed(SizingPolicy policy, int size) {
    this.policy = policy;
    this.size = size;
  }

  /** Shows a window at the present size; returns the size that follows. */
  public int on(Seen seen) {
    return on(seen.workers(size).build());
  }

  /** A window as it is, whatever size it shows. */
  public int on(Observation seen) {
    Advice advice = policy.advise(seen);
    policy = advice.next();
    size = advice.workers();
    why = advice.why();
    return size;
  }

  /** The same window again and again. */
  public int on(int times, Seen seen) {
    for (int i = 0; i < times; i++) {
      on(seen);
    }
    return size;
  }

  /** Somebody else resizes. */
  public void resize(int workers) {
    size = workers;
  }

  public int size() {
    return size;
  }

  public String why() {
    return why;
  }

  public SizingPolicy policy() {
    return policy;
  }

  /** A window in which all workers were busy, tasks waited, and so many ended per second. */
  public static Seen saturated(double perSecond, double seconds, int workers) {
    long tasks = Math.round(perSecond * seconds);
    return Seen.idle()
        .at(0, seconds)
        .flow(tasks, tasks, tasks)
        .busy(workers)
        .service(workers * seconds)
        .queue(1000, 1000);
  }

  /** The same, of one second at the present size. */
  public int completes(double perSecond) {
    return on(saturated(perSecond, 1, size));
  }
}
