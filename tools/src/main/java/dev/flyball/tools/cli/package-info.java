/**
 * The command line: what a person types, and what is printed back.
 *
 * <p>Start reading at {@link dev.flyball.tools.cli.FlyballCommand}; below are the commands, a
 * package for each subject. What may never be here: a measurement or a decision; a command calls
 * the lab and shows what it returns.
 */
@NullMarked
package dev.flyball.tools.cli;

import org.jspecify.annotations.NullMarked;
