/**
 * A server under load whose size somebody chooses, and what comes of the choice: fixed sizes
 * measured in turns, a curve over all sizes, a governed run from its start to where it settles.
 *
 * <p>Start reading at {@link dev.flyball.lab.tuning.LoadedServer}, which is what all of it is done
 * to; then {@link dev.flyball.lab.tuning.GovernedRun} and {@link dev.flyball.lab.tuning.Sweep},
 * which say what came out.
 *
 * <p>What may never be here: a paper's figures, a command, a database's wire. Only {@link
 * dev.flyball.lab.tuning.MariaDbTestServer} and its stand know a real server; all else can be tried
 * on a made-up one, in no time.
 */
@NullMarked
package dev.flyball.lab.tuning;

import org.jspecify.annotations.NullMarked;
