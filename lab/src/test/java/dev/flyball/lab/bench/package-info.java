/** Tests of the real bench. */
@NullMarked
package dev.flyball.lab.bench;

import org.jspecify.annotations.NullMarked;
