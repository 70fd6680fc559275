package dev.flyball.policy.spec;

import java.util.List;

/**
 * Policies of a jar of its own, for the catalogue: a service, found by {@link
 * java.util.ServiceLoader}.
 *
 * <p>The jar names its implementation, which has a public constructor without arguments, in {@code
 * META-INF/services/dev.flyball.policy.spec.PolicyProvider}, or, as a module, in its declaration.
 * The catalogue asks each provider once. A provider that fails, a policy whose name is taken, and a
 * policy with a parameter of the name of one that every policy takes are left out, with a warning
 * in the log; so a provider puts a word of its own before its policies' names.
 */
public interface PolicyProvider {

  /** The policies, in the order in which they are best explained. */
  List<PolicyEntry> policies();
}
