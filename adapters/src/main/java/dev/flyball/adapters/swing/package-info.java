/**
 * A sensor for windows of Swing: how smoothly they are painted.
 *
 * <p>Start reading at {@link dev.flyball.adapters.swing.SwingFrames}. What may never be here: a
 * window; this package adds one invisible component to a window of the application.
 */
@NullMarked
package dev.flyball.adapters.swing;

import org.jspecify.annotations.NullMarked;
