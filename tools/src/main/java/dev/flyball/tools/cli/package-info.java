/**
 * The command line: what is typed and what a terminal shows.
 *
 * <p>Start reading at {@link dev.flyball.tools.cli.Terminal}, what is known of the terminal, then
 * at {@link dev.flyball.tools.cli.LiveView}, the steady view of a running pool.
 *
 * <p>What may never be here: the work itself. What a command does is done elsewhere and shown here.
 */
@NullMarked
package dev.flyball.tools.cli;

import org.jspecify.annotations.NullMarked;
