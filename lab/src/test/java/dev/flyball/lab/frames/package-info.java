/** Tests with real windows, on a virtual screen that they start themselves. */
@NullMarked
package dev.flyball.lab.frames;

import org.jspecify.annotations.NullMarked;
