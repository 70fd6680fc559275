package dev.flyball.policy.spec;

import java.util.List;

/**
 * A service that adds the policies of another jar to the catalogue; {@link java.util.ServiceLoader}
 * finds it.
 *
 * <p>The jar names its implementation, which has a public constructor without arguments, in {@code
 * META-INF/services/dev.flyball.policy.spec.PolicyProvider}, or, as a module, in its declaration.
 * The catalogue asks each provider once. It leaves out a provider that fails, a policy whose name
 * is taken, and a policy with a parameter that has the name of a shared one; {@code
 * Policies.leftOut()} says so. So a provider puts a prefix of its own before its policies' names.
 */
public interface PolicyProvider {

  /** The policies, in the order in which they are best explained. */
  List<PolicyEntry> policies();
}
