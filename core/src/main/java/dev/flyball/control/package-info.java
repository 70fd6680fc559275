/**
 * The loop: observe, ask, apply.
 *
 * <p>Start reading at {@link dev.flyball.control.Governor}; {@link dev.flyball.control.Resizable}
 * is what it drives, {@link dev.flyball.control.Journal} what it remembers. This package knows
 * policies, and nothing of any pool.
 */
@NullMarked
package dev.flyball.control;

import org.jspecify.annotations.NullMarked;
