package dev.flyball.policy.catalogue;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Headroom;
import dev.flyball.policy.spec.Spelling;
import dev.flyball.policy.standard.FlyballPolicy;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the default policy, which differs from {@link Policies#standard()} in what is set
 * here.
 *
 * <pre>{@code
 * SizingPolicy patient = StandardPolicy.settings().drain(Duration.ofSeconds(2)).policy();
 * }</pre>
 *
 * <p>A setting is the same as the parameter of its name in {@code flyball(drain=2s)}, and is
 * checked by the same rule when the policy is made. Immutable: each method returns other settings.
 */
public final class StandardPolicy {

  private static final StandardPolicy USUAL = new StandardPolicy(new TreeMap<>());

  private final SortedMap<String, String> given;

  private StandardPolicy(SortedMap<String, String> given) {
    this.given = given;
  }

  /** The settings that the default has where none is given. */
  public static StandardPolicy settings() {
    return USUAL;
  }

  /** The workers kept beyond the load, for bursts; the root of the load times 2.75 unless set. */
  public StandardPolicy headroom(Headroom kept) {
    return with("headroom", kept.toString());
  }

  /** The time in which a queue is to be gone, above 0; 200 ms unless set. */
  public StandardPolicy drain(Duration time) {
    return with("drain", Spelling.duration(time));
  }

  /** The time constant with which a higher load is believed, above 0; 500 ms unless set. */
  public StandardPolicy rise(Duration time) {
    return with("rise", Spelling.duration(time));
  }

  /** The time constant with which a lower load is believed, above 0; 5 s unless set. */
  public StandardPolicy fall(Duration time) {
    return with("fall", Spelling.duration(time));
  }

  /**
   * Standard deviations of the number of blocked workers kept beyond what the CPU carries, at least
   * 0; 3 unless set.
   */
  public StandardPolicy cpuHeadroom(double deviations) {
    return with("cpu-headroom", Spelling.number(deviations));
  }

  /** How many times as many workers are tried at a time, above 1; 2 unless set. */
  public StandardPolicy stepUp(double times) {
    return with("step-up", Spelling.number(times));
  }

  /**
   * The elasticity of throughput from which on more workers have paid, above 0 and at most 1; 0.75
   * unless set.
   */
  public StandardPolicy gain(double elasticity) {
    return with("gain", Spelling.number(elasticity));
  }

  /**
   * The policy with these settings, which has learned nothing yet.
   *
   * @throws IllegalArgumentException when a setting breaks its rule; the message names it
   */
  public SizingPolicy policy() {
    return FlyballPolicy.ENTRY.make(given);
  }

  private StandardPolicy with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(given);
    more.put(name, value);
    return new StandardPolicy(more);
  }
}
