/** Tests of the race as it is told. */
@NullMarked
package dev.flyball.lab.race;

import org.jspecify.annotations.NullMarked;
