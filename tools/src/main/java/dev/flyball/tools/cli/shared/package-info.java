/**
 * What several commands share: their options, Ctrl-C, and how an experiment is run and written
 * down.
 */
@NullMarked
package dev.flyball.tools.cli.shared;

import org.jspecify.annotations.NullMarked;
