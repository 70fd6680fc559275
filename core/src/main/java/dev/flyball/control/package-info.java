/**
 * The control loop: observe, ask, apply.
 *
 * <p>Start reading at {@link dev.flyball.control.Governor}. It drives a {@link
 * dev.flyball.control.Resizable} and writes a {@link dev.flyball.control.Journal}. This package
 * depends on policies, and on no pool.
 */
@NullMarked
package dev.flyball.control;

import org.jspecify.annotations.NullMarked;
