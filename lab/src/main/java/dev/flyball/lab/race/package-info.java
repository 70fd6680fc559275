/**
 * The report of a race: the default contenders, and the boards as tables, figures and pictures.
 *
 * <p>Start reading at {@link dev.flyball.lab.race.RaceExperiment}, for one race on both benches at
 * {@link dev.flyball.lab.race.BenchComparison}, for the peers' best settings at {@link
 * dev.flyball.lab.race.SettingsExperiment}. What may never be here: a way to run or to judge a run;
 * that is {@link dev.flyball.sim.race}.
 */
@NullMarked
package dev.flyball.lab.race;

import org.jspecify.annotations.NullMarked;
