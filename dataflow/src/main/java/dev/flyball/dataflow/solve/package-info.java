/**
 * How many threads each node of a network should have: queueing formulas and exact search, all pure
 * functions.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.solve.Planner}; {@link
 * dev.flyball.dataflow.solve.FiniteQueue} has the formulas. What may never be here: a clock, a
 * thread, chance, a file.
 */
@NullMarked
package dev.flyball.dataflow.solve;

import org.jspecify.annotations.NullMarked;
