package dev.flyball.policy.catalogue;

import dev.flyball.base.Durations;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.Spelling;
import dev.flyball.policy.standard.FlyballPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the default policy, beginning with those of {@link Policies#standard()}.
 *
 * <pre>{@code
 * SizingPolicy patient = StandardPolicy.settings().drain(Duration.ofSeconds(2)).policy();
 * }</pre>
 *
 * <p>A setting equals the parameter of the same name in {@code flyball(drain=2s)}; the same rule
 * checks it when the policy is made. Immutable: each method returns new settings.
 */
public final class StandardPolicy {

  private static final StandardPolicy USUAL = new StandardPolicy(new TreeMap<>());

  private final SortedMap<String, String> given;

  private StandardPolicy(SortedMap<String, String> given) {
    this.given = given;
  }

  /** The default settings. */
  public static StandardPolicy settings() {
    return USUAL;
  }

  /** The workers kept beyond the load, for bursts. Default: 2.75 times the root of the load. */
  public StandardPolicy headroom(Headroom kept) {
    Objects.requireNonNull(kept, "kept must not be null");
    return with("headroom", kept.toString());
  }

  /** The target time to drain a queue, above 0. Default: 200 ms. */
  public StandardPolicy drain(Duration time) {
    return with("drain", time);
  }

  /** The time constant with which the load estimate rises, above 0. Default: 500 ms. */
  public StandardPolicy rise(Duration time) {
    return with("rise", time);
  }

  /** The time constant with which the load estimate falls, above 0. Default: 5 s. */
  public StandardPolicy fall(Duration time) {
    return with("fall", time);
  }

  /**
   * The workers kept beyond what the CPU carries, in standard deviations of the number of blocked
   * workers, at least 0. Default: 3.
   */
  public StandardPolicy cpuHeadroom(double deviations) {
    return with("cpu-headroom", Spelling.number(deviations));
  }

  /** The factor of one trial step up, above 1. Default: 2. */
  public StandardPolicy stepUp(double times) {
    return with("step-up", Spelling.number(times));
  }

  /**
   * The minimum elasticity of throughput at which more workers have paid, above 0 and at most 1.
   * Default: 0.75.
   */
  public StandardPolicy gain(double elasticity) {
    return with("gain", Spelling.number(elasticity));
  }

  /**
   * The workers that what stands behind the pool is known to bear at once, at least 1: the pool
   * begins with so many, and up to so many a queue is answered at once; beyond them growth must
   * pay. Default: 8.
   */
  public StandardPolicy first(int workers) {
    return with("first", Integer.toString(workers));
  }

  /**
   * Makes the policy with these settings; it has learned nothing yet.
   *
   * @throws IllegalArgumentException when a setting breaks its rule; the message names it
   */
  public SizingPolicy policy() {
    return FlyballPolicy.ENTRY.make(given);
  }

  private StandardPolicy with(String name, Duration time) {
    Objects.requireNonNull(time, "time must not be null");
    return with(name, Spelling.duration(Durations.atMostAYear(name, time)));
  }

  private StandardPolicy with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(given);
    more.put(name, value);
    return new StandardPolicy(more);
  }
}
