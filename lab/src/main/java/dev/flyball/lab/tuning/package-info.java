/**
 * Measurements of a server under load at chosen sizes: fixed sizes measured in turns, a curve over
 * all sizes, a governed run from its start to where it settles.
 *
 * <p>Start reading at {@link dev.flyball.lab.tuning.TestServer.LoadedServer}, the subject of all
 * measurements; then {@link dev.flyball.lab.tuning.GovernedRun} and {@link
 * dev.flyball.lab.tuning.Sweep}, the results.
 *
 * <p>What may never be here: a paper's figures, a command, a database's wire. Only {@link
 * dev.flyball.lab.tuning.LoadedMariaDb} knows a real server; all other code can be tested with a
 * made-up server, in no time.
 */
@NullMarked
package dev.flyball.lab.tuning;

import org.jspecify.annotations.NullMarked;
