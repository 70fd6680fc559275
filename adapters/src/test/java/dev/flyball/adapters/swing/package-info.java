/** Tests of what needs no display; the windows are tested in the lab. */
@NullMarked
package dev.flyball.adapters.swing;

import org.jspecify.annotations.NullMarked;
