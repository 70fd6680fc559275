/** Tests of the torture: that the pool survives it, and that no fault would. */
@NullMarked
package dev.flyball.lab.torture;

import org.jspecify.annotations.NullMarked;
