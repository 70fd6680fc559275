/**
 * The real bench: a scenario on real threads or sockets, and its figures beside the virtual ones.
 *
 * <p>Start reading at {@link dev.flyball.lab.bench.RealBench}, then at {@link
 * dev.flyball.lab.bench.RealScenario}. What may never be here: a scenario, a policy, a law of
 * chance; those are the same for both benches and live in {@code dev.flyball.sim}.
 */
@NullMarked
package dev.flyball.lab.bench;

import org.jspecify.annotations.NullMarked;
