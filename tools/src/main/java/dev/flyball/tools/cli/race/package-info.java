/** Policies and scenarios: raced, judged, replayed and listed. */
@NullMarked
package dev.flyball.tools.cli.race;

import org.jspecify.annotations.NullMarked;
