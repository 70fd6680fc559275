package dev.flyball.policy.spec;

import java.util.List;

/**
 * Policies of a jar of its own, for the catalogue: a service, found by {@link
 * java.util.ServiceLoader}.
 *
 * <p>The jar names its implementation, which has a public constructor without arguments, in {@code
 * META-INF/services/dev.flyball.policy.spec.PolicyProvider}, or, as a module, in its declaration.
 * The catalogue asks each provider once. Two policies of one name are an error, so a provider puts
 * a word of its own before its names.
 */
public interface PolicyProvider {

  /** The policies, in the order in which they are best explained. */
  List<PolicyEntry> policies();
}
