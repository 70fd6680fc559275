/**
 * What is simulated, as values, and the reader that makes them from a file.
 *
 * <p>Start reading at {@link dev.flyball.sim.scenario.Scenario}, or for files at {@link
 * dev.flyball.sim.scenario.ScenarioFile} and at the catalogue, {@link
 * dev.flyball.sim.scenario.Scenarios}. What may never be here: anything that runs; a scenario says
 * what there is, {@link dev.flyball.sim.VirtualBench} makes it happen.
 */
@NullMarked
package dev.flyball.sim.scenario;

import org.jspecify.annotations.NullMarked;
