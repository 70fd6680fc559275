/** Several stages wired into a network, their threads planned, and changed while it runs. */
@NullMarked
package dev.flyball.dataflow;

import org.jspecify.annotations.NullMarked;
