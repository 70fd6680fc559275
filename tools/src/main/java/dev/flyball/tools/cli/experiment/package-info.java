/** Experiments with real threads: demo, papers, benches, frames and torture. */
@NullMarked
package dev.flyball.tools.cli.experiment;

import org.jspecify.annotations.NullMarked;
